//! Work that Python waits for: without the interpreter's lock, stopped by Ctrl-C, with a panic as an exception.
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

pyo3::create_exception!(
    dungeon_gym,
    EngineError,
    PyRuntimeError,
    "A bug of the engine, with the message of the panic."
);

/// The time between two looks for signals.
const PERIOD: Duration = Duration::from_millis(50);

/// Does work on another thread while this one watches for signals. `work` gets a flag that becomes true when the work
/// should stop; its result is then dropped.
///
/// # Errors
/// Returns the exception of a signal, such as `KeyboardInterrupt`; or else the error of the work, or [`EngineError`] if
/// the work panics.
pub fn wait_for<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            // The channel closes when the work ends, also by a panic.
            let (working, is_working) = mpsc::channel::<()>();
            let worker = scope.spawn(|| {
                let _working = working;
                work(&stop)
            });
            let mut signal = Ok(());
            while let Err(RecvTimeoutError::Timeout) = is_working.recv_timeout(PERIOD) {
                signal = Python::attach(|py| py.check_signals());
                if signal.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
            let done = worker.join();
            signal?;
            done.map_err(|panic| engine_error(&*panic))?
        })
    })
}

/// Whether work should stop.
pub fn is_set(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// Returns the error of work that has stopped early.
pub fn stopped() -> PyErr {
    PyKeyboardInterrupt::new_err(())
}

/// Returns the exception for a panic.
pub fn engine_error(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("no message");
    EngineError::new_err(format!(
        "the engine has a bug and stopped: {text}; please report it with the dungeon and the seed"
    ))
}
