//! The signals that concern a terminal, as a file descriptor to poll together with the keys. No code of the show runs
//! in a signal handler.
//!
//! Catches every signal that ends a process by default, except SIGKILL, which cannot be caught. A fault signal
//! (`job_control::FAULTS`) from another process is handled like all other deadly signals. A real fault restores the
//! terminal and ends the process at once, because returning from its handler would repeat the fault forever. The game
//! can then be continued from its last checkpoint.
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

/// The signals that do not end a show: signals that end no process by default, signals that cannot be caught, and
/// SIGXFSZ, which the program survives.
const SPARED: [i32; 10] = [
    SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGKILL, SIGXFSZ,
];

/// The effect of a signal, with the most urgent first.
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

/// Catches signals while the value exists. Dropping it restores their earlier actions.
pub(super) struct Signals {
    delivery: SignalDelivery<UnixStream, SignalOnly>,
    /// Becomes true at the first deadly signal, for code that cannot poll.
    deadly: Arc<AtomicBool>,
    flags: Vec<SigId>,
    /// The earlier actions of the deadly signals; empty once restored.
    previous: Vec<PreviousAction>,
    /// The earlier actions of the faults; empty once restored.
    faults: Vec<PreviousAction>,
    /// The earlier action of SIGTSTP; `None` if SIGTSTP was ignored when the program started, so that nothing stops the
    /// process.
    stop: Option<PreviousAction>,
}

impl Signals {
    /// Catches signals from now on. Caught signals wait until `pending` is called. `deadly` becomes true when the first
    /// deadly signal arrives.
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
            // A process that waits in the background for its terminal must also end at a deadly signal.
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

    /// Takes the pending signals, and returns the number of the first deadly signal; `None` if there is none.
    pub(super) fn take_deadly(&mut self) -> Option<i32> {
        self.pending().into_iter().find_map(|signal| match signal {
            Signal::Deadly(number) => Some(number),
            _ => None,
        })
    }

    /// Takes the signals since the last call. Each signal is listed once, with the most urgent first.
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
            // The process was continued before it stopped, so it must keep running.
            signals.retain(|&signal| signal != Signal::Stop);
        }
        signals
    }
}

/// Ends the program if a deadly signal arrived too late to be polled.
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

/// Makes deadly signals end the program at once, until they are caught again.
pub(super) fn restore_default_actions() {
    job_control::pass_no_fault_on();
    for signal in deadly_signals() {
        // Restoring fails only for a signal that does not exist.
        let _ = job_control::restore_default(signal);
    }
}

/// Makes a write that exceeds the file size limit (`ulimit -f`) fail like a write to a full disk. Otherwise SIGXFSZ
/// would end the process in the middle of the write. Applies to the whole process. Does nothing if the signal is
/// ignored.
pub fn survive_size_limit() {
    if !job_control::is_ignored(SIGXFSZ) {
        // Set a flag that is never read. On failure the signal keeps its action.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }
}

/// Returns the signals that end the program after the terminal is left: all except faults, the signals in [`SPARED`],
/// and signals that this process ignores from its start, as under `nohup`.
fn deadly_signals() -> Vec<i32> {
    let mut signals: Vec<i32> = (1..=31).chain(system_signals()).collect();
    let is_spared = |signal: &i32| SPARED.contains(signal) || FAULTS.contains(signal);
    signals.retain(|signal| !is_spared(signal) && !is_harmless_here(*signal));
    signals.retain(|&signal| !job_control::is_ignored(signal));
    signals
}

/// Returns the real-time signals. The C library reserves the numbers between 31 and the first of these.
#[cfg(target_os = "linux")]
fn system_signals() -> impl Iterator<Item = i32> {
    libc::SIGRTMIN()..=libc::SIGRTMAX()
}

/// Returns no signals: on other systems, no real-time signal reaches a show.
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
