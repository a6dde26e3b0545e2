//! The emergency exit, when a signal, a panic or a lost terminal ends the program. In each case the terminal is left
//! first, then the show is saved, and then lines about the save are printed. The screen loop and the line loop both use
//! this exit.
use std::fs::File;
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use signal_hook::consts::SIGCONT;
use signal_hook::low_level::raise;

use super::signals::{self, restore_default_actions};
use super::tty::{Tty, write_last};
use dungeon_format::untrusted::Untrusted;

/// Saves the show at an emergency exit, and returns the lines to print. A loop calls the function at most once,
/// possibly from a panic hook. The function must therefore not panic, and must not wait for a lock that the panicking
/// code may hold.
pub type EmergencySave = Arc<dyn Fn() -> Vec<String> + Send + Sync>;

/// Writes a checkpoint of the show, in case the process ends in a way that no program can catch. A loop calls the
/// function in a pause after many keys, and before the process is stopped.
pub type CheckpointSave = Arc<dyn Fn() + Send + Sync>;

/// The functions that save a show, for every way in which it can end.
#[derive(Clone)]
pub struct SaveHooks {
    /// Saves the show at an emergency exit.
    pub emergency_save: EmergencySave,
    /// Writes a checkpoint, in case the process ends in a way that no program can catch.
    pub checkpoint: CheckpointSave,
    /// Becomes true when a deadly signal arrives. The loop handles the signal only after the show returns, so a show
    /// with long work should stop that work.
    pub is_ending: Arc<AtomicBool>,
}

impl SaveHooks {
    /// Returns hooks for a show that has nothing to save.
    pub(super) fn none() -> SaveHooks {
        SaveHooks {
            emergency_save: Arc::new(Vec::new),
            checkpoint: Arc::new(|| ()),
            is_ending: Arc::default(),
        }
    }
}

/// Omits the functions, which cannot be printed.
impl std::fmt::Debug for SaveHooks {
    dungeon_model::debug_fields!(SaveHooks);
}

/// The device on which an emergency exit prints after leaving the terminal.
pub(super) enum ExitDevice {
    /// A terminal that shows the screen of a show.
    Screen(Arc<Tty>),
    /// The output of the line loop: a terminal in its normal mode, or no terminal.
    Lines(File),
}

impl ExitDevice {
    /// Restores the terminal.
    fn leave(&self) {
        if let ExitDevice::Screen(tty) = self {
            tty.leave();
        }
    }

    /// Prints the program's last lines, unless the output accepts no bytes for half a second.
    fn say_last(&self, lines: &str) {
        match self {
            ExitDevice::Screen(tty) => tty.say_last(lines),
            // The cursor may be after a half-typed line, or after the `^C` that the terminal echoed.
            ExitDevice::Lines(output) => write_last(output, &format!("\n{lines}")),
        }
    }
}

/// Leaves the terminal and saves the show when the program must end unexpectedly. Shared by a loop and the panic hook.
pub(super) struct EmergencyExit {
    device: ExitDevice,
    /// The function that saves the show; `None` once it was called.
    pending_save: Mutex<Option<EmergencySave>>,
}

impl EmergencyExit {
    /// Creates the emergency exit of a show on this device; `save` is `None` if there is nothing to save.
    pub(super) fn new(device: ExitDevice, save: EmergencySave) -> EmergencyExit {
        EmergencyExit {
            device,
            pending_save: Mutex::new(Some(save)),
        }
    }

    /// Leaves the terminal, saves the show, and ends the program by this signal, so that the parent process sees the
    /// signal. Other signals are not handled until the end, so none of them interrupts the save.
    pub(super) fn die(&self, signal: i32) -> ! {
        self.leave_and_save();
        signals::die(signal)
    }

    /// Leaves the terminal, saves the show, and prints the result.
    pub(super) fn leave_and_save(&self) {
        self.device.leave();
        // Print on the device: standard output would block on a terminal that accepts no bytes.
        self.device.say_last(&self.save());
    }

    /// Saves the show, unless that was done before, and returns the lines to print; empty if there is nothing to print.
    pub(super) fn save(&self) -> String {
        let save = self
            .pending_save
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let lines = save.map(|save| save()).unwrap_or_default();
        lines
            .iter()
            .map(|line| format!("{}\n", Untrusted::new(line)))
            .collect()
    }
}

/// The type of panic hooks in the standard library.
type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// A panic hook that leaves the terminal and saves the show before the message of the panic is printed. A panic in
/// another thread only interrupts the show. Dropping the value removes the hook. A destructor would not be enough,
/// because a program that is built to abort on panic runs no destructors.
pub(super) struct PanicHook(Option<Arc<Hook>>);

impl PanicHook {
    /// Sets the hook, which also calls the previous hook.
    pub(super) fn set(exit: Arc<EmergencyExit>) -> PanicHook {
        let previous: Arc<Hook> = Arc::from(panic::take_hook());
        let next = Arc::clone(&previous);
        let show = thread::current().id();
        panic::set_hook(Box::new(move |info| {
            exit.device.leave();
            if cfg!(panic = "unwind") && thread::current().id() != show {
                next(info);
                // A panic in another thread does not end the show. SIGCONT makes the show enter the terminal again, as
                // after a stop.
                let _ = raise(SIGCONT);
                return;
            }
            let kept = exit.save();
            // Writing the message may block forever. With the default actions, a signal can end the wait.
            restore_default_actions();
            next(info);
            let _ = io::stderr().write_all(kept.as_bytes());
        }));
        PanicHook(Some(previous))
    }
}

impl Drop for PanicHook {
    fn drop(&mut self) {
        // The hook cannot be changed during a panic. The hook does no harm after the terminal was left.
        if thread::panicking() {
            return;
        }
        if let Some(previous) = self.0.take() {
            panic::set_hook(Box::new(move |info| previous(info)));
        }
    }
}
