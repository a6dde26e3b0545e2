//! The signals that concern a terminal, as a file descriptor to poll together with the keys. No signal handler runs
//! code of the show.
//!
//! Catches every signal that ends a process by default, except SIGKILL, which cannot be caught. A fault signal
//! (`job_control::FAULTS`) from another process is handled like the others. A real fault restores the terminal and
//! ends the process at once, because returning from its handler would repeat it forever. Such a game continues from
//! its last checkpoint.
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{
    SIGCHLD, SIGCONT, SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, SIGXFSZ,
};
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;
use signal_hook::{SigId, flag, low_level};

use super::job_control::{self, FAULTS, PreviousAction};

/// The signals that do not end a show: those that end no process by default, those that cannot be caught, and SIGXFSZ,
/// which the program survives.
const SPARED: [i32; 10] = [
    SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGKILL, SIGXFSZ,
];

/// What a signal asks for, in order of urgency, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Signal {
    /// End the program by the default action of the signal with this number.
    Deadly(i32),
    /// Stop the process until it is continued.
    Stop,
    /// The process was continued: another program may have changed the terminal.
    Continued,
    /// The window was resized.
    Resized,
}

/// Catches signals for as long as the value exists; dropping it restores their actions.
pub(super) struct Signals {
    delivery: SignalDelivery<UnixStream, SignalOnly>,
    /// Becomes true at the first deadly signal, for code that cannot poll.
    deadly: Arc<AtomicBool>,
    flags: Vec<SigId>,
    /// The earlier actions of the deadly signals; empty once restored.
    previous: Vec<PreviousAction>,
    /// The earlier actions of the faults; empty once restored.
    faults: Vec<PreviousAction>,
    /// `None` if SIGTSTP was ignored when the program started: then nothing stops the process.
    stop: Option<PreviousAction>,
}

impl Signals {
    /// Catches signals from now on; they wait until `pending` is called. `deadly` becomes true at the first deadly
    /// one.
    ///
    /// # Errors
    /// Returns an error if a system call fails.
    pub(super) fn catch(deadly: Arc<AtomicBool>) -> io::Result<Signals> {
        let (read, write) = UnixStream::pair()?;
        let delivery =
            SignalDelivery::with_pipe(read, write, SignalOnly, [SIGWINCH, SIGCONT].iter())?;
        let handle = delivery.handle();
        let stop = if job_control::is_ignored(SIGTSTP) {
            None
        } else {
            Some(job_control::catch(SIGTSTP, || handle.add_signal(SIGTSTP))?.1)
        };
        let mut caught = Signals {
            delivery,
            deadly,
            flags: Vec::new(),
            previous: Vec::new(),
            faults: Vec::new(),
            stop,
        };
        for signal in deadly_signals() {
            let (flag, previous) = job_control::catch(signal, || {
                handle.add_signal(signal)?;
                flag::register(signal, caught.deadly())
            })?;
            caught.flags.push(flag);
            caught.previous.push(previous);
            // A process that waits in the background for its terminal must end at a deadly signal, too.
            job_control::interrupt_waits(signal)?;
        }
        caught.faults = job_control::catch_faults(deadly_signals().first().copied())?;
        Ok(caught)
    }

    /// Returns a flag that becomes true when a deadly signal arrives.
    pub(super) fn deadly(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.deadly)
    }

    /// Returns a file descriptor that becomes readable when signals arrive.
    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.delivery.get_read().as_fd()
    }

    /// Whether ^Z and SIGTSTP may stop the process.
    pub(super) fn may_stop(&self) -> bool {
        self.stop.is_some()
    }

    /// Takes the pending signals, and returns the number of a deadly one among them.
    pub(super) fn take_deadly(&mut self) -> Option<i32> {
        self.pending().into_iter().find_map(|signal| match signal {
            Signal::Deadly(number) => Some(number),
            _ => None,
        })
    }

    /// Takes the signals since the last call, each once, the most urgent first.
    pub(super) fn pending(&mut self) -> Vec<Signal> {
        let came = self.delivery.pending().map(|number| match number {
            SIGWINCH => Signal::Resized,
            SIGTSTP => Signal::Stop,
            SIGCONT => Signal::Continued,
            _ => Signal::Deadly(job_control::sent_fault().unwrap_or(number)),
        });
        let mut signals: Vec<Signal> = came.collect();
        signals.sort();
        if signals.contains(&Signal::Continued) {
            // The process was continued before it could stop, so it keeps running.
            signals.retain(|&signal| signal != Signal::Stop);
        }
        signals
    }
}

/// A deadly signal that arrives too late to be polled still ends the program.
impl Drop for Signals {
    fn drop(&mut self) {
        self.faults.clear();
        self.previous.clear();
        job_control::pass_no_fault_on();
        if let Some(signal) = self.take_deadly() {
            die(signal);
        }
        for flag in self.flags.drain(..) {
            low_level::unregister(flag);
        }
    }
}

/// From now on, deadly signals end the program at once, until they are caught again.
pub(super) fn restore_default_actions() {
    job_control::pass_no_fault_on();
    for signal in deadly_signals() {
        // Restoring fails only for a signal that does not exist.
        let _ = job_control::restore_default(signal);
    }
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail like a write to a full disk; otherwise SIGXFSZ would
/// end the process in the middle of it. Applies to the whole process, and does nothing if the signal is ignored.
pub fn survive_size_limit() {
    if !job_control::is_ignored(SIGXFSZ) {
        // A flag that is never read; on failure the signal keeps its action.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }
}

/// Returns the signals that end the program after the terminal is left: all except faults, the spared ones, and those
/// that the process was started to ignore, as by `nohup`.
fn deadly_signals() -> Vec<i32> {
    let mut signals: Vec<i32> = (1..=31).chain(system_signals()).collect();
    let is_spared = |signal: &i32| SPARED.contains(signal) || FAULTS.contains(signal);
    signals.retain(|signal| !is_spared(signal) && !is_harmless_here(*signal));
    signals.retain(|&signal| !job_control::is_ignored(signal));
    signals
}

/// Returns the real-time signals. Those between 31 and them belong to the C library.
#[cfg(target_os = "linux")]
fn system_signals() -> impl Iterator<Item = i32> {
    libc::SIGRTMIN()..=libc::SIGRTMAX()
}

/// Returns nothing: on other systems, a show meets no real-time signals.
#[cfg(not(target_os = "linux"))]
fn system_signals() -> impl Iterator<Item = i32> {
    std::iter::empty()
}

/// Whether a signal is harmless on this system although it ends a process on others.
#[cfg(target_os = "linux")]
fn is_harmless_here(_signal: i32) -> bool {
    false
}

/// Whether a signal is harmless on this system although it ends a process on others.
#[cfg(not(target_os = "linux"))]
fn is_harmless_here(signal: i32) -> bool {
    [libc::SIGIO, libc::SIGINFO].contains(&signal)
}

/// Ends the program as if the signal had never been caught, so that the parent process sees the signal.
pub(super) fn die(signal: i32) -> ! {
    let _ = job_control::raise_by_default(signal);
    // Reached only if the signal's default action does not end the program.
    low_level::exit(128 + signal)
}
