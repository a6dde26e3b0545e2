//! The signals that concern a terminal, as a file descriptor that is polled beside the keys. No handler of ours runs
//! any code of the program.
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;
use signal_hook::{SigId, flag, low_level};

use super::job_control::{self, PreviousAction};

/// The signals that end the program, after the terminal was left.
const DEADLY: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// What a signal asks for. The order is that of urgency, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Signal {
    /// The program is to end by the default action of the signal with this number.
    Deadly(i32),
    /// The process is to stop until it is continued.
    Stop,
    /// The process was stopped and goes on: another program may have changed the terminal.
    Continued,
    /// The window has another size.
    Resized,
}

/// Catches the signals as long as the value exists; dropped, it restores their actions.
pub(super) struct Signals {
    delivery: SignalDelivery<UnixStream, SignalOnly>,
    /// Becomes true at the first deadly signal, for code that cannot poll.
    deadly: Arc<AtomicBool>,
    flags: Vec<SigId>,
    /// `None` if SIGTSTP was ignored when the program began: then nothing stops the process.
    stop: Option<PreviousAction>,
}

impl Signals {
    /// Catches the signals from now on: they wait until `pending` asks for them.
    ///
    /// # Errors
    /// If a system call fails.
    pub(super) fn catch() -> io::Result<Signals> {
        let (read, write) = UnixStream::pair()?;
        let numbers = deadly_signals();
        let all = numbers.iter().chain(&[SIGWINCH, SIGCONT]);
        let delivery = SignalDelivery::with_pipe(read, write, SignalOnly, all)?;
        let stop = match job_control::is_ignored(SIGTSTP) {
            true => None,
            false => Some(job_control::catch(|| delivery.handle().add_signal(SIGTSTP))?.1),
        };
        let deadly = Arc::new(AtomicBool::new(false));
        let flag = |&signal: &i32| flag::register(signal, Arc::clone(&deadly));
        let flags = numbers.iter().map(flag).collect::<io::Result<_>>()?;
        // A process that waits in the background for its terminal must end at a deadly signal too.
        numbers
            .iter()
            .try_for_each(|&signal| job_control::interrupt_waits(signal))?;
        let caught = Signals {
            delivery,
            deadly,
            flags,
            stop,
        };
        are_default()?.store(false, Ordering::SeqCst);
        Ok(caught)
    }

    /// A flag that becomes true when a deadly signal comes.
    pub(super) fn deadly(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.deadly)
    }

    /// The file descriptor that can be read when signals came.
    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.delivery.get_read().as_fd()
    }

    /// Whether ^Z and SIGTSTP may stop the process.
    pub(super) fn may_stop(&self) -> bool {
        self.stop.is_some()
    }

    /// Takes the signals that came, and returns the number of a deadly one among them.
    pub(super) fn take_deadly(&mut self) -> Option<i32> {
        self.pending().into_iter().find_map(|signal| match signal {
            Signal::Deadly(number) => Some(number),
            _ => None,
        })
    }

    /// Takes the signals that came since the last call, each once, the most urgent first.
    pub(super) fn pending(&mut self) -> Vec<Signal> {
        let came = self.delivery.pending().map(|number| match number {
            SIGWINCH => Signal::Resized,
            SIGTSTP => Signal::Stop,
            SIGCONT => Signal::Continued,
            _ => Signal::Deadly(number),
        });
        let mut signals: Vec<Signal> = came.collect();
        signals.sort();
        if signals.contains(&Signal::Continued) {
            // Continued before it had time to stop, the process is to run.
            signals.retain(|&signal| signal != Signal::Stop);
        }
        signals
    }
}

/// A deadly signal that came too late to be asked for still ends the program.
impl Drop for Signals {
    fn drop(&mut self) {
        restore_default_actions();
        if let Some(signal) = self.take_deadly() {
            die(signal);
        }
        for flag in self.flags.drain(..) {
            low_level::unregister(flag);
        }
    }
}

/// Lets deadly signals end the program at once from now on, until they are caught again.
pub(super) fn restore_default_actions() {
    // If this fails, no signal was ever caught.
    if let Ok(are_default) = are_default() {
        are_default.store(true, Ordering::SeqCst);
    }
}

/// The flag by which deadly signals have their default action. signal-hook sets its handlers once in a process and
/// never removes them, so a handler of its own must take the default action when the flag is set.
fn are_default() -> io::Result<&'static AtomicBool> {
    static ARE_DEFAULT: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(known) = ARE_DEFAULT.get() {
        return Ok(known);
    }
    let new = Arc::new(AtomicBool::new(false));
    for signal in deadly_signals() {
        flag::register_conditional_default(signal, Arc::clone(&new))?;
    }
    Ok(ARE_DEFAULT.get_or_init(|| new))
}

/// The deadly signals, except those that the process was started to ignore, as by `nohup`.
fn deadly_signals() -> Vec<i32> {
    let mut signals = DEADLY.to_vec();
    signals.retain(|&signal| !job_control::is_ignored(signal));
    signals
}

/// Ends the program as if the signal had never been caught: the parent process learns by which signal it ended.
pub(super) fn die(signal: i32) -> ! {
    let _ = low_level::emulate_default_handler(signal);
    // Reached only for a signal whose default action is not to end the program.
    low_level::exit(128 + signal)
}
