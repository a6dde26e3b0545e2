//! Ctrl-C for commands that end a search early and print what they have found.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use super::job_control::is_ignored;

/// Whether the user has pressed Ctrl-C since the value was made. A second Ctrl-C ends the process.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Catches SIGINT from now on, unless the process ignores it, as a job in the background does.
    pub fn caught() -> Interrupt {
        let interrupt = Interrupt::default();
        if !is_ignored(SIGINT) {
            // Without a handler, the first Ctrl-C ends the process.
            let _ = flag::register_conditional_default(SIGINT, Arc::clone(&interrupt.0));
            let _ = flag::register(SIGINT, Arc::clone(&interrupt.0));
        }
        interrupt
    }

    /// Returns an interrupt for which Ctrl-C was pressed.
    #[cfg(test)]
    pub fn pressed() -> Interrupt {
        Interrupt(Arc::new(AtomicBool::new(true)))
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
