//! The signals that concern a terminal, as a file descriptor to poll beside the keys, instead of handlers
//! that interrupt anything.
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;
use signal_hook::{SigId, flag, low_level};

/// What end the program, once the terminal is as it was.
const DEADLY: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// The window has another size.
    Resized,
    /// End, by this signal's default action.
    Deadly(i32),
}

/// Catches the signals while it lives.
pub(super) struct Signals {
    delivery: SignalDelivery<UnixStream, SignalOnly>,
    /// Set by the first deadly signal, for whoever cannot poll.
    deadly: Arc<AtomicBool>,
    flags: Vec<SigId>,
}

impl Signals {
    /// From now on the signals wait to be asked for.
    pub(super) fn caught() -> io::Result<Signals> {
        let (read, write) = UnixStream::pair()?;
        let all = DEADLY.iter().chain(&[SIGWINCH]);
        let delivery = SignalDelivery::with_pipe(read, write, SignalOnly, all)?;
        let deadly = Arc::new(AtomicBool::new(false));
        let flags = DEADLY.map(|signal| flag::register(signal, Arc::clone(&deadly)));
        Ok(Signals {
            delivery,
            deadly,
            flags: flags.into_iter().collect::<io::Result<_>>()?,
        })
    }

    /// Becomes true when a deadly signal comes.
    pub(super) fn deadly(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.deadly)
    }

    /// Readable when signals came.
    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.delivery.get_read().as_fd()
    }

    /// Ends the program if a deadly signal came.
    pub(super) fn die_if_told(&mut self) {
        for signal in self.pending() {
            if let Signal::Deadly(number) = signal {
                die(number);
            }
        }
    }

    /// What came since the last call, each signal once; a deadly one first.
    pub(super) fn pending(&mut self) -> Vec<Signal> {
        let mut signals: Vec<Signal> = self
            .delivery
            .pending()
            .map(|number| match number {
                SIGWINCH => Signal::Resized,
                _ => Signal::Deadly(number),
            })
            .collect();
        signals.sort_by_key(|signal| *signal == Signal::Resized);
        signals
    }
}

/// The library leaves signals without a handler ignored, so their default action is put back by hand.
impl Drop for Signals {
    fn drop(&mut self) {
        for flag in self.flags.drain(..) {
            low_level::unregister(flag);
        }
        for signal in DEADLY {
            // Nothing is left to be done for a signal that cannot be given back.
            let _ = flag::register_conditional_default(signal, Arc::new(AtomicBool::new(true)));
        }
    }
}

/// Ends the program as if the signal had never been caught, so that whoever waits for it learns why.
pub(super) fn die(signal: i32) -> ! {
    let _ = low_level::emulate_default_handler(signal);
    // Only a signal whose default is to go on comes here, and none of ours is one.
    low_level::exit(128 + signal)
}

/// Ends the program as a terminal that is gone ends it.
pub(super) fn hang_up() -> ! {
    die(SIGHUP)
}
