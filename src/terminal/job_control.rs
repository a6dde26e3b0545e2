//! Job control: stopping as a program does that never caught SIGTSTP. The kernel discards that signal where nobody
//! could continue the process, while SIGSTOP, which a library would raise instead, wedges a shell without jobs. And what
//! else there is to ask of a signal's action, or to change in it, that the library which catches them has no words for.
// The one exception: no crate at hand puts a signal's default action back except to end the process.
#![allow(unsafe_code)]
use std::io;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;

use libc::{SA_RESTART, SIG_DFL, SIG_IGN, SIG_SETMASK, SIG_UNBLOCK, SIGTSTP};
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::low_level::raise;

/// StopScope stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopScope {
    /// This process: it alone was told to.
    Process,
    /// All of the job, as when a terminal in its normal mode reads ^Z: a shell waits for each of its processes.
    Job,
}

/// Stops by SIGTSTP's default action until somebody continues the process; returns at once where nobody could.
pub(super) fn stop(who: StopScope) -> io::Result<()> {
    let caught = action(SIGTSTP)?;
    let mut default = caught;
    default.sa_sigaction = SIG_DFL;
    default.sa_flags = 0;
    set_action(SIGTSTP, &default)?;
    // Blocked by whoever started the process, the signal would wait for ever.
    let mask = set_mask(SIG_UNBLOCK, &only(SIGTSTP));
    let told = match who {
        StopScope::Process => raise(SIGTSTP),
        StopScope::Job => kill_current_process_group(Signal::TSTP).map_err(io::Error::from),
    };
    let restored = mask.and_then(|mask| set_mask(SIG_SETMASK, &mask));
    set_action(SIGTSTP, &caught)?;
    told.and(restored.map(|_| ()))
}

/// SIGTSTP's action before it was caught.
pub(super) struct PreviousAction(libc::sigaction);

/// Has SIGTSTP caught by a library that sets its handler but once in a process, and never takes it back.
pub(super) fn catch<T>(caught: impl FnOnce() -> io::Result<T>) -> io::Result<(T, PreviousAction)> {
    static HANDLER: OnceLock<libc::sigaction> = OnceLock::new();
    let found = PreviousAction(action(SIGTSTP)?);
    let caught = caught()?;
    let set = action(SIGTSTP)?;
    set_action(SIGTSTP, HANDLER.get_or_init(|| set))?;
    Ok((caught, found))
}

impl Drop for PreviousAction {
    fn drop(&mut self) {
        // It was the action once, and so can be it again.
        let _ = set_action(SIGTSTP, &self.0);
    }
}

/// Whether a signal is to do nothing, as whoever started the process may want.
pub(super) fn is_ignored(signal: i32) -> bool {
    action(signal).is_ok_and(|action| action.sa_sigaction == SIG_IGN)
}

/// From now on a signal that is caught breaks off a system call that waits, instead of being looked at after it.
pub(super) fn break_waits_off(signal: i32) -> io::Result<()> {
    let mut caught = action(signal)?;
    caught.sa_flags &= !SA_RESTART;
    set_action(signal, &caught)
}

/// What a signal does now.
fn action(signal: i32) -> io::Result<libc::sigaction> {
    let mut action = MaybeUninit::uninit();
    // SAFETY: the pointer is to room for an action, and through the null one nothing is read.
    checked(unsafe { libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) })?;
    // SAFETY: the call succeeded, and so wrote it.
    Ok(unsafe { action.assume_init() })
}

/// From now on a signal does this.
fn set_action(signal: i32, action: &libc::sigaction) -> io::Result<()> {
    // SAFETY: it is an action that `action` gave, whose handler may only have become the default, which runs nothing of
    // ours, and whose flags at most lost some that say nothing of how a handler is called.
    checked(unsafe { libc::sigaction(signal, action, ptr::null_mut()) })
}

/// The set of one signal.
fn only(signal: i32) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the first call writes the whole set, the second one changes it; neither fails for a signal that exists.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), signal);
        set.assume_init()
    }
}

/// Changes which signals this thread blocks; which it did before.
fn set_mask(how: i32, set: &libc::sigset_t) -> io::Result<libc::sigset_t> {
    let mut before = MaybeUninit::uninit();
    // SAFETY: both pointers are to sets, and the second one's is written before it is read.
    unsafe {
        match libc::pthread_sigmask(how, set, before.as_mut_ptr()) {
            0 => Ok(before.assume_init()),
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }
}

/// What a call answered, where anything but 0 is a failure.
fn checked(answer: i32) -> io::Result<()> {
    match answer {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_caught_it_is_set_again_each_time_and_what_was_found_put_back() {
        let catches = || {
            let mut caught = action(SIGTSTP)?;
            caught.sa_sigaction = SIG_IGN;
            set_action(SIGTSTP, &caught)
        };
        let ((), found) = catch(catches).expect("an action");
        assert!(is_ignored(SIGTSTP));
        drop(found);
        assert!(!is_ignored(SIGTSTP));
        // The library does nothing the second time.
        let ((), _found) = catch(|| Ok(())).expect("an action");
        assert!(is_ignored(SIGTSTP));
    }
}
