//! The signals that concern a terminal, as a file descriptor to poll beside the keys, instead of handlers
//! that interrupt anything.
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

/// What end the program, once the terminal is as it was.
const DEADLY: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// What a signal asks for, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Signal {
    /// End, by this signal's default action.
    Deadly(i32),
    /// Stop until continued.
    Stop,
    /// The process was stopped: the terminal may be as somebody else left it.
    Continued,
    /// The window has another size.
    Resized,
}

/// Catches the signals while it lives.
pub(super) struct Signals {
    delivery: SignalDelivery<UnixStream, SignalOnly>,
    /// Set by the first deadly signal, for whoever cannot poll.
    deadly: Arc<AtomicBool>,
    flags: Vec<SigId>,
    /// None: nobody may stop the process.
    stop: Option<PreviousAction>,
}

impl Signals {
    /// From now on the signals wait to be asked for.
    pub(super) fn caught() -> io::Result<Signals> {
        let (read, write) = UnixStream::pair()?;
        let mortal = mortal();
        let all = mortal.iter().chain(&[SIGWINCH, SIGCONT]);
        let delivery = SignalDelivery::with_pipe(read, write, SignalOnly, all)?;
        let stop = match job_control::is_ignored(SIGTSTP) {
            true => None,
            false => Some(job_control::catch(|| delivery.handle().add_signal(SIGTSTP))?.1),
        };
        let deadly = Arc::new(AtomicBool::new(false));
        let flag = |&signal: &i32| flag::register(signal, Arc::clone(&deadly));
        let flags = mortal.iter().map(flag).collect::<io::Result<_>>()?;
        // Told to end, a process that waits in the background for its terminal must not go on waiting.
        mortal
            .iter()
            .try_for_each(|&signal| job_control::break_waits_off(signal))?;
        let caught = Signals {
            delivery,
            deadly,
            flags,
            stop,
        };
        are_default()?.store(false, Ordering::SeqCst);
        Ok(caught)
    }

    /// Becomes true when a deadly signal comes.
    pub(super) fn deadly(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.deadly)
    }

    /// Readable when signals came.
    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.delivery.get_read().as_fd()
    }

    /// Whether the process may be stopped.
    pub(super) fn may_stop(&self) -> bool {
        self.stop.is_some()
    }

    /// The deadly signal that came, if one did.
    pub(super) fn told_to_die(&mut self) -> Option<i32> {
        self.pending().into_iter().find_map(|signal| match signal {
            Signal::Deadly(number) => Some(number),
            _ => None,
        })
    }

    /// What came since the last call, each signal once.
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
            // Whoever continues a process wants it to run, also if it had no time yet to stop.
            signals.retain(|&signal| signal != Signal::Stop);
        }
        signals
    }
}

/// What came too late to be asked for is not lost.
impl Drop for Signals {
    fn drop(&mut self) {
        let_them_kill();
        if let Some(signal) = self.told_to_die() {
            die(signal);
        }
        for flag in self.flags.drain(..) {
            low_level::unregister(flag);
        }
    }
}

/// From now on a deadly signal ends the program at once, until they are caught again.
pub(super) fn let_them_kill() {
    // Without it none was ever caught.
    if let Ok(are_default) = are_default() {
        are_default.store(true, Ordering::SeqCst);
    }
}

/// Whether deadly signals have their default action. The library sets its handlers once and never takes them back,
/// so that action has to be one of theirs.
fn are_default() -> io::Result<&'static AtomicBool> {
    static ARE_DEFAULT: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(known) = ARE_DEFAULT.get() {
        return Ok(known);
    }
    let new = Arc::new(AtomicBool::new(false));
    for signal in mortal() {
        flag::register_conditional_default(signal, Arc::clone(&new))?;
    }
    Ok(ARE_DEFAULT.get_or_init(|| new))
}

/// The deadly signals but for those that whoever started the process made harmless, as `nohup` does.
fn mortal() -> Vec<i32> {
    let mut signals = DEADLY.to_vec();
    signals.retain(|&signal| !job_control::is_ignored(signal));
    signals
}

/// Ends the program as if the signal had never been caught, so that whoever waits for it learns why.
pub(super) fn die(signal: i32) -> ! {
    let _ = low_level::emulate_default_handler(signal);
    // Only a signal whose default is to go on comes here, and none of ours is one.
    low_level::exit(128 + signal)
}
