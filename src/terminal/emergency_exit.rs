//! The end that nobody asked for: by a signal, a panic, or a terminal that is gone. Whoever says so, the terminal is given
//! back first, then the show is saved, and where it was stands on the normal screen.
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use signal_hook::consts::SIGCONT;
use signal_hook::low_level::raise;

use super::signals::{self, let_them_kill};
use super::tty::Tty;
use crate::format::characters::clean;

/// What is done when the process must end without being asked to: it saves, and returns lines that are to stand on the
/// normal screen. It is called at most once while a show runs, from a panic hook too, and so must neither panic nor wait
/// for a lock that whoever panicked may hold.
pub type EmergencySave = Arc<dyn Fn() -> Vec<String> + Send + Sync>;

/// What remains to be done then.
pub(super) struct EmergencyExit {
    tty: Arc<Tty>,
    /// None once it was called.
    pending_save: Mutex<Option<EmergencySave>>,
}

impl EmergencyExit {
    /// For a show in this terminal.
    pub(super) fn new(tty: Arc<Tty>, save: Option<EmergencySave>) -> EmergencyExit {
        EmergencyExit {
            tty,
            pending_save: Mutex::new(save),
        }
    }

    /// Gives the terminal back and saves; whoever waits learns that this signal ended the program. Another one is not
    /// looked at meanwhile, so that it cuts no save short.
    pub(super) fn die(&self, signal: i32) -> ! {
        self.leave_and_save();
        signals::die(signal)
    }

    /// Gives the terminal back, and saves.
    pub(super) fn leave_and_save(&self) {
        self.tty.leave();
        // By way of what does not wait for a terminal that takes no bytes, as standard output would.
        self.tty.say_last(&self.save());
    }

    /// Saves, if that was not done yet; what is to be said of it.
    fn save(&self) -> String {
        let save = self
            .pending_save
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let lines = save.map(|save| save()).unwrap_or_default();
        lines
            .iter()
            .map(|line| format!("{}\n", clean(line)))
            .collect()
    }
}

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// While it lives, a panic leaves the terminal and saves before it says its message. It must be the hook that does so:
/// a program built to abort on panic never drops anything.
pub(super) struct PanicHook(Option<Arc<Hook>>);

impl PanicHook {
    /// Puts itself before the hook that is set now.
    pub(super) fn set(exit: Arc<EmergencyExit>) -> PanicHook {
        let previous: Arc<Hook> = Arc::from(panic::take_hook());
        let next = Arc::clone(&previous);
        let show = thread::current().id();
        panic::set_hook(Box::new(move |info| {
            exit.tty.leave();
            if cfg!(panic = "unwind") && thread::current().id() != show {
                next(info);
                // The show goes on. It looks after its terminal as if the process had been stopped.
                let _ = raise(SIGCONT);
                return;
            }
            let kept = exit.save();
            // A message that nobody reads may take for ever.
            let_them_kill();
            next(info);
            let _ = io::stderr().write_all(kept.as_bytes());
        }));
        PanicHook(Some(previous))
    }
}

impl Drop for PanicHook {
    fn drop(&mut self) {
        // A hook cannot be changed during a panic; this one does no harm once the terminal is left.
        if thread::panicking() {
            return;
        }
        if let Some(previous) = self.0.take() {
            panic::set_hook(Box::new(move |info| previous(info)));
        }
    }
}
