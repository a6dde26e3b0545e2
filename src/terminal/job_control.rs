//! Job control: the process stops as one does that never caught SIGTSTP. The kernel discards that signal where no shell
//! could continue the process, while SIGSTOP, which signal-hook would raise instead, hangs a shell without job control.
//! Beside it stands what else must be asked of a signal's action, or changed in it, for which signal-hook has no
//! function: it knows the default action of no real-time signal, and never gives an action back.
// The only unsafe code of the crate: none of its dependencies restores the default action of every signal.
#![allow(unsafe_code)]
use std::collections::BTreeMap;
use std::io;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use libc::{SA_RESTART, SIG_DFL, SIG_IGN, SIG_SETMASK, SIG_UNBLOCK, SIGTSTP};
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::low_level::raise;

/// Which processes stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopScope {
    /// The process alone, as after SIGTSTP was sent to its id.
    Process,
    /// All processes of the job, as when a terminal in its normal mode reads ^Z. A shell waits until each of them has
    /// stopped.
    Job,
}

/// Stops by SIGTSTP's default action, and returns when the process is continued: at once where no shell could continue
/// it.
///
/// # Errors
/// If a system call fails. SIGTSTP is caught again even then.
pub(super) fn stop(scope: StopScope) -> io::Result<()> {
    let caught = action(SIGTSTP)?;
    restore_default(SIGTSTP)?;
    // A parent may have started this process with the signal blocked: it would wait for ever.
    let mask = set_mask(SIG_UNBLOCK, &signal_set(SIGTSTP));
    let sent = match scope {
        StopScope::Process => raise(SIGTSTP),
        StopScope::Job => kill_current_process_group(Signal::TSTP).map_err(io::Error::from),
    };
    let restored = mask.and_then(|mask| set_mask(SIG_SETMASK, &mask));
    set_action(SIGTSTP, &caught)?;
    sent.and(restored.map(|_| ()))
}

/// Restores a signal's default action, and sends the signal to this thread, even if the thread blocks it. Returns if the
/// default action does not end the process.
///
/// # Errors
/// If a system call fails.
pub(super) fn raise_by_default(signal: i32) -> io::Result<()> {
    restore_default(signal)?;
    set_mask(SIG_UNBLOCK, &signal_set(signal))?;
    raise(signal)
}

/// Restores the default action of a signal, which no handler takes from then on.
///
/// # Errors
/// If there is no such signal.
pub(super) fn restore_default(signal: i32) -> io::Result<()> {
    let mut default = action(signal)?;
    default.sa_sigaction = SIG_DFL;
    default.sa_flags = 0;
    set_action(signal, &default)
}

/// A signal's action before it was caught, which is set again on drop.
pub(super) struct PreviousAction {
    signal: i32,
    action: libc::sigaction,
}

/// Has a signal caught by `register`, a call of signal-hook, which sets its handler only once in a process. From the
/// second time on, the handler of the first time is set again.
///
/// # Errors
/// If `register` fails, or a system call; the action is then what it was.
pub(super) fn catch<T>(
    signal: i32,
    register: impl FnOnce() -> io::Result<T>,
) -> io::Result<(T, PreviousAction)> {
    static HANDLERS: Mutex<BTreeMap<i32, libc::sigaction>> = Mutex::new(BTreeMap::new());
    let found = PreviousAction {
        signal,
        action: action(signal)?,
    };
    let registered = register()?;
    let set = action(signal)?;
    let mut handlers = HANDLERS.lock().unwrap_or_else(PoisonError::into_inner);
    set_action(signal, handlers.entry(signal).or_insert(set))?;
    Ok((registered, found))
}

impl Drop for PreviousAction {
    fn drop(&mut self) {
        // An action that was set before is valid, so setting it cannot fail.
        let _ = set_action(self.signal, &self.action);
    }
}

/// Whether a signal is ignored, as the parent process may have arranged.
pub(super) fn is_ignored(signal: i32) -> bool {
    action(signal).is_ok_and(|action| action.sa_sigaction == SIG_IGN)
}

/// Has a caught signal interrupt system calls that wait, which are otherwise restarted after the handler.
pub(super) fn interrupt_waits(signal: i32) -> io::Result<()> {
    let mut caught = action(signal)?;
    caught.sa_flags &= !SA_RESTART;
    set_action(signal, &caught)
}

/// The action of a signal now.
fn action(signal: i32) -> io::Result<libc::sigaction> {
    let mut action = MaybeUninit::uninit();
    // SAFETY: the pointer is to room for an action, and through the null one nothing is read.
    checked(unsafe { libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) })?;
    // SAFETY: the call succeeded, and so wrote the action.
    Ok(unsafe { action.assume_init() })
}

/// Sets the action of a signal.
fn set_action(signal: i32, action: &libc::sigaction) -> io::Result<()> {
    // SAFETY: `action` is one that the function of that name returned, with at most the default action in place of its
    // handler, which runs no code of the program, or without flags that do not change how a handler is called.
    checked(unsafe { libc::sigaction(signal, action, ptr::null_mut()) })
}

/// The signal set that holds only this signal.
fn signal_set(signal: i32) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the first call writes the whole set, the second one changes it; neither fails for a signal that exists.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), signal);
        set.assume_init()
    }
}

/// Changes which signals this thread blocks, and returns the set that was blocked before.
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

/// Turns what a system call returned into a result: anything but 0 is a failure, told by `errno`.
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
    fn the_handler_is_set_again_each_time_and_the_action_of_before_is_restored() {
        let catches = || {
            let mut caught = action(SIGTSTP)?;
            caught.sa_sigaction = SIG_IGN;
            set_action(SIGTSTP, &caught)
        };
        let ((), previous) = catch(SIGTSTP, catches).expect("an action");
        assert!(is_ignored(SIGTSTP));
        drop(previous);
        assert!(!is_ignored(SIGTSTP));
        // The library does nothing the second time.
        let ((), _previous) = catch(SIGTSTP, || Ok(())).expect("an action");
        assert!(is_ignored(SIGTSTP));
    }
}
