//! Job control: the process stops as if it had never caught SIGTSTP. The kernel discards that signal if no shell could
//! continue the process; SIGSTOP, which signal-hook would raise instead, hangs a shell without job control. This
//! module also holds other queries and changes of signal actions that signal-hook lacks: it does not know the default
//! action of real-time signals, and never restores an action.
//!
//! A fault of the program (such as SIGSEGV or SIGABRT) leaves no time to ask anything: its handler restores the
//! terminal with system calls only, and lets the fault end the process.
// The only unsafe code of the crate: no dependency can restore the default action of every signal, or catch faults.
#![allow(unsafe_code)]
use std::collections::BTreeMap;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{io, ptr};

use libc::{
    SA_ONSTACK, SA_RESTART, SA_SIGINFO, SIG_DFL, SIG_IGN, SIG_SETMASK, SIG_UNBLOCK, SIGABRT,
    SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGTSTP, c_int, c_void, siginfo_t,
};
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::low_level::raise;

/// Which processes stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopScope {
    /// Only this process, as after SIGTSTP was sent to its id.
    Process,
    /// All processes of the job, as when a terminal in its normal mode reads ^Z. A shell waits until each of them has
    /// stopped.
    Job,
}

/// Stops by SIGTSTP's default action, and returns when the process continues; returns at once if no shell could
/// continue it.
///
/// # Errors
/// Returns an error if a system call fails. SIGTSTP is caught again even then.
pub(super) fn stop(scope: StopScope) -> io::Result<()> {
    let caught = action(SIGTSTP)?;
    restore_default(SIGTSTP)?;
    // A parent may have started this process with the signal blocked; then it would wait forever.
    let mask = set_mask(SIG_UNBLOCK, &signal_set(SIGTSTP));
    let sent = match scope {
        StopScope::Process => raise(SIGTSTP),
        StopScope::Job => kill_current_process_group(Signal::TSTP).map_err(io::Error::from),
    };
    let restored = mask.and_then(|mask| set_mask(SIG_SETMASK, &mask));
    set_action(SIGTSTP, &caught)?;
    sent.and(restored.map(|_| ()))
}

/// Restores a signal's default action, and sends the signal to this thread, even if the thread blocks it. Returns only
/// if the default action does not end the process.
///
/// # Errors
/// Returns an error if a system call fails.
pub(super) fn raise_by_default(signal: i32) -> io::Result<()> {
    restore_default(signal)?;
    set_mask(SIG_UNBLOCK, &signal_set(signal))?;
    raise(signal)
}

/// Restores the default action of a signal; no handler catches it from then on.
///
/// # Errors
/// Returns an error if there is no such signal.
pub(super) fn restore_default(signal: i32) -> io::Result<()> {
    let mut default = action(signal)?;
    default.sa_sigaction = SIG_DFL;
    default.sa_flags = 0;
    set_action(signal, &default)
}

/// The action of a signal before it was caught; dropping the value restores it.
pub(super) struct PreviousAction {
    signal: i32,
    action: libc::sigaction,
}

/// Catches a signal with `register`, a call of signal-hook, which sets its handler only once per process. On later
/// calls, the first handler is set again.
///
/// # Errors
/// Returns an error if `register` or a system call fails; the action is then unchanged.
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
        // An earlier action is valid, so setting it cannot fail.
        let _ = set_action(self.signal, &self.action);
    }
}

/// The signals that report a fault of the program. Other processes can send them as well.
pub(super) const FAULTS: [i32; 7] = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP];

/// Restores a terminal with system calls only. It runs in a signal handler, which must not wait for locks or allocate
/// memory.
pub(super) type HandBack = Box<dyn Fn() + Send + Sync>;

/// Restores the terminal when a fault ends the process; null while no terminal is taken.
static HAND_BACK: AtomicPtr<HandBack> = AtomicPtr::new(ptr::null_mut());

/// A caught deadly signal that passes on faults sent by other processes; 0 if there is none.
static CARRIER: AtomicI32 = AtomicI32::new(0);

/// The fault that another process sent; 0 if there is none.
static SENT: AtomicI32 = AtomicI32::new(0);

/// Sets what to do when a fault ends the process; `None` clears it. A handler may run it at any time, so an old value
/// is never freed.
pub(super) fn hand_back_at_faults(hand_back: Option<HandBack>) {
    let leaked = hand_back.map_or(ptr::null_mut(), |hand_back| {
        Box::into_raw(Box::new(hand_back))
    });
    HAND_BACK.store(leaked, Ordering::SeqCst);
}

/// Catches faults until the values are dropped. A fault sent by another process arrives as the signal `carrier`, which
/// must be caught already; `sent_fault` returns its number.
///
/// # Errors
/// Returns an error if a system call fails.
pub(super) fn catch_faults(carrier: Option<i32>) -> io::Result<Vec<PreviousAction>> {
    let actions = || FAULTS.map(|signal| action(signal).ok());
    BEFORE.get_or_init(actions);
    CARRIER.store(carrier.unwrap_or(0), Ordering::SeqCst);
    let heeded = FAULTS.into_iter().filter(|signal| !is_ignored(*signal));
    let caught = heeded.map(|signal| {
        let found = PreviousAction {
            signal,
            action: action(signal)?,
        };
        let mut caught = action(signal)?;
        caught.sa_sigaction = on_fault as *const () as usize;
        // A full stack has no room for a handler.
        caught.sa_flags = SA_SIGINFO | SA_ONSTACK;
        // The alternate stack has room for one handler, so other signals wait until it returns.
        caught.sa_mask = every_signal();
        set_action(signal, &caught)?;
        Ok(found)
    });
    caught.collect()
}

/// From now on, faults sent by other processes end the program at once.
pub(super) fn pass_no_fault_on() {
    CARRIER.store(0, Ordering::SeqCst);
}

/// Returns the fault that another process sent, if any.
pub(super) fn sent_fault() -> Option<i32> {
    Some(SENT.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
}

/// The actions of the faults before they were first caught, in the order of `FAULTS`: the standard library's handler
/// reports a stack overflow.
static BEFORE: OnceLock<[Option<libc::sigaction>; FAULTS.len()]> = OnceLock::new();

/// Passes on a signal that another process sent. For a fault of this process, restores the terminal and the earlier
/// action, so that the fault happens again.
extern "C" fn on_fault(signal: c_int, info: *mut siginfo_t, _: *mut c_void) {
    // SAFETY: the kernel passes the information of the signal, which has a sender whenever the code says that it was
    // sent.
    let (code, sender) = unsafe { ((*info).si_code, (*info).si_pid()) };
    let is_sent =
        (code <= 0 || code == libc::SI_USER) && sender.cast_unsigned() != std::process::id();
    let carrier = CARRIER.load(Ordering::SeqCst);
    if is_sent && carrier != 0 {
        SENT.store(signal, Ordering::SeqCst);
        // SAFETY: the call is allowed in a handler; it fails only for a signal that does not exist. The signal waits
        // until this handler returns.
        unsafe { libc::raise(carrier) };
        return;
    }
    // SAFETY: the pointer is to a box that is never freed.
    if let Some(hand_back) = unsafe { HAND_BACK.swap(ptr::null_mut(), Ordering::SeqCst).as_ref() } {
        hand_back();
    }
    let nth = FAULTS.iter().position(|fault| *fault == signal);
    let before = BEFORE
        .get()
        .zip(nth)
        .and_then(|(actions, nth)| actions[nth]);
    let is_default = before.is_none_or(|before| before.sa_sigaction == SIG_DFL);
    let _ = match before {
        Some(before) => set_action(signal, &before),
        None => restore_default(signal),
    };
    if is_default {
        // SAFETY: as above. The signal waits until this handler returns, and then ends the process.
        unsafe { libc::raise(signal) };
    }
}

/// Whether a signal is ignored, as the parent process may have arranged.
pub(super) fn is_ignored(signal: i32) -> bool {
    action(signal).is_ok_and(|action| action.sa_sigaction == SIG_IGN)
}

/// Makes a caught signal interrupt waiting system calls, which would otherwise restart after the handler.
pub(super) fn interrupt_waits(signal: i32) -> io::Result<()> {
    let mut caught = action(signal)?;
    caught.sa_flags &= !SA_RESTART;
    set_action(signal, &caught)
}

/// Returns the current action of a signal.
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
    // handler, which runs no code of the program, or without flags that do not change how a handler is called; or with
    // `on_fault`, the flags that its parameters ask for, and a whole set of signals.
    checked(unsafe { libc::sigaction(signal, action, ptr::null_mut()) })
}

/// Returns the signal set with only this signal.
fn signal_set(signal: i32) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the first call writes the whole set, the second one changes it; neither fails for a signal that exists.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), signal);
        set.assume_init()
    }
}

/// Returns the signal set with every signal.
fn every_signal() -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the call writes the whole set, and never fails.
    unsafe {
        libc::sigfillset(set.as_mut_ptr());
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

/// Converts the return value of a system call: any value but 0 is a failure, described by `errno`.
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
