//! The signals that concern a terminal, as a file descriptor that is polled beside the keys. No handler of ours runs
//! any code of the program.
//!
//! Every signal that ends a process by its default action is caught, except SIGKILL, which cannot be. Those that report a
//! fault of the program itself (`job_control::FAULTS`) end it as any other where another process sent them; a fault gives
//! the terminal back and ends the process at once, since a handler that returns would meet it again without end. A game
//! that ends so goes on from its last checkpoint.
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

/// The signals that are no reason to end a show: those that end no process by their default action, those that cannot
/// be caught, and SIGXFSZ, which the program survives.
const SPARED: [i32; 10] = [
    SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGKILL, SIGXFSZ,
];

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
    /// What the deadly signals did before; none once that was restored.
    previous: Vec<PreviousAction>,
    /// What the faults did before; none once that was restored.
    faults: Vec<PreviousAction>,
    /// `None` if SIGTSTP was ignored when the program began: then nothing stops the process.
    stop: Option<PreviousAction>,
}

impl Signals {
    /// Catches the signals from now on: they wait until `pending` asks for them. `deadly` becomes true at the first
    /// deadly one.
    ///
    /// # Errors
    /// If a system call fails.
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
            // A process that waits in the background for its terminal must end at a deadly signal too.
            job_control::interrupt_waits(signal)?;
        }
        caught.faults = job_control::catch_faults(deadly_signals().first().copied())?;
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
            _ => Signal::Deadly(job_control::sent_fault().unwrap_or(number)),
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

/// Lets deadly signals end the program at once from now on, until they are caught again.
pub(super) fn restore_default_actions() {
    job_control::pass_no_fault_on();
    for signal in deadly_signals() {
        // Only a signal that does not exist has no default action.
        let _ = job_control::restore_default(signal);
    }
}

/// Has a write beyond the limit of a file's size (`ulimit -f`) fail like one to a full disk, where SIGXFSZ would end the
/// process in the middle of it. Holds for the whole process from now on, and does nothing if the signal is ignored.
pub fn survive_size_limit() {
    if !job_control::is_ignored(SIGXFSZ) {
        // A handler that nothing asks about; a failure leaves the signal as it was.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }
}

/// The signals that end the program, after the terminal was left: all but faults, the spared ones and those that the
/// process was started to ignore, as by `nohup`.
fn deadly_signals() -> Vec<i32> {
    let mut signals: Vec<i32> = (1..=31).chain(system_signals()).collect();
    let is_spared = |signal: &i32| SPARED.contains(signal) || FAULTS.contains(signal);
    signals.retain(|signal| !is_spared(signal) && !is_harmless_here(*signal));
    signals.retain(|&signal| !job_control::is_ignored(signal));
    signals
}

/// The signals for real time; those between them and number 31 are the C library's own.
#[cfg(target_os = "linux")]
fn system_signals() -> impl Iterator<Item = i32> {
    libc::SIGRTMIN()..=libc::SIGRTMAX()
}

/// None: no other system has signals for real time that a show could meet.
#[cfg(not(target_os = "linux"))]
fn system_signals() -> impl Iterator<Item = i32> {
    std::iter::empty()
}

/// Whether a signal that ends a process on some systems ends none on this one.
#[cfg(target_os = "linux")]
fn is_harmless_here(_signal: i32) -> bool {
    false
}

/// Whether a signal that ends a process on some systems ends none on this one.
#[cfg(not(target_os = "linux"))]
fn is_harmless_here(signal: i32) -> bool {
    [libc::SIGIO, libc::SIGINFO].contains(&signal)
}

/// Ends the program as if the signal had never been caught: the parent process learns by which signal it ended.
pub(super) fn die(signal: i32) -> ! {
    let _ = job_control::raise_by_default(signal);
    // Reached only for a signal whose default action is not to end the program.
    low_level::exit(128 + signal)
}
