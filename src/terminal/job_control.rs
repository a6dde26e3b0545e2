//! Job control: stops the process as if it had never caught SIGTSTP. The kernel discards SIGTSTP if no shell could
//! continue the process. SIGSTOP, which signal-hook would raise instead, would hang a shell without job control. This
//! module also reads and changes signal actions where signal-hook cannot: signal-hook does not know the default action
//! of real-time signals, and never restores an action.
//!
//! A fault of the program, such as SIGSEGV or SIGABRT, cannot wait for the player. Its handler restores the terminal
//! with system calls only, and then lets the fault end the process.
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

/// The processes to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopScope {
    /// Only this process, for example because SIGTSTP was sent to its process id.
    Process,
    /// All processes of the job, for example because a terminal in its normal mode reads ^Z. A shell waits until each
    /// of them has stopped.
    Job,
}

/// Stops the processes of `scope` with the default action of SIGTSTP, and returns when this process continues. Returns
/// at once if no shell could continue the process.
///
/// # Errors
/// Returns an error if a system call fails. SIGTSTP is caught again even then.
pub(super) fn stop(scope: StopScope) -> io::Result<()> {
    let caught = action(SIGTSTP)?;
    restore_default(SIGTSTP)?;
    // Unblock the signal: a parent process may have started this process with the signal blocked, and the signal would
    // never arrive.
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

/// Restores the default action of a signal, so that no handler catches it any longer.
///
/// # Errors
/// Returns an error if there is no such signal.
pub(super) fn restore_default(signal: i32) -> io::Result<()> {
    let mut default = action(signal)?;
    default.sa_sigaction = SIG_DFL;
    default.sa_flags = 0;
    set_action(signal, &default)
}

/// The action that a signal had before it was caught. Dropping the value restores the action.
pub(super) struct PreviousAction {
    signal: i32,
    action: libc::sigaction,
}

/// Catches a signal by calling `register`, which calls signal-hook. signal-hook sets its handler only once per process,
/// so later calls of this function restore that handler.
///
/// # Errors
/// Returns an error if `register` or a system call fails. The action is then unchanged.
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

/// A function that restores a terminal with system calls only. It runs in a signal handler, so it must not wait for
/// locks or allocate memory.
pub(super) type HandBack = Box<dyn Fn() + Send + Sync>;

/// The function that restores the terminal when a fault ends the process; null while no terminal is entered.
static HAND_BACK: AtomicPtr<HandBack> = AtomicPtr::new(ptr::null_mut());

/// The caught deadly signal that the handler raises in place of a fault signal that another process sent; 0 if there is
/// none.
static CARRIER: AtomicI32 = AtomicI32::new(0);

/// The last fault signal that another process sent; 0 if there is none.
static SENT: AtomicI32 = AtomicI32::new(0);

/// Sets the function to call when a fault ends the process; `None` removes it. A handler may call the function at any
/// time, so a replaced function is never freed.
pub(super) fn hand_back_at_faults(hand_back: Option<HandBack>) {
    let leaked = hand_back.map_or(ptr::null_mut(), |hand_back| {
        Box::into_raw(Box::new(hand_back))
    });
    HAND_BACK.store(leaked, Ordering::SeqCst);
}

/// Catches faults until the returned values are dropped. A fault sent by another process arrives as the signal
/// `carrier`, which must already be caught; [`sent_fault`] returns the number of the fault.
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
        // Use the alternate stack: a full stack has no room for a handler.
        caught.sa_flags = SA_SIGINFO | SA_ONSTACK;
        // Block all signals in the handler: the alternate stack has room for only one handler.
        caught.sa_mask = every_signal();
        set_action(signal, &caught)?;
        Ok(found)
    });
    caught.collect()
}

/// Makes fault signals from other processes end the program at once, from now on.
pub(super) fn pass_no_fault_on() {
    CARRIER.store(0, Ordering::SeqCst);
}

/// Returns the number of the last fault signal that another process sent; `None` if there is none.
pub(super) fn sent_fault() -> Option<i32> {
    Some(SENT.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
}

/// The signal actions that were installed for the signals in `FAULTS` before this program first caught them, in the
/// same order. One of these actions is the standard library's handler, which reports a stack overflow.
static BEFORE: OnceLock<[Option<libc::sigaction>; FAULTS.len()]> = OnceLock::new();

/// Handles a fault. If another process sent it, passes it on as the carrier signal. Otherwise restores the terminal and
/// the earlier action, so that the fault happens again and ends the process.
extern "C" fn on_fault(signal: c_int, info: *mut siginfo_t, _: *mut c_void) {
    // SAFETY: the kernel passes the information about the signal, which includes the sender if the code says that the
    // signal was sent.
    let (code, sender) = unsafe { ((*info).si_code, (*info).si_pid()) };
    let is_sent =
        (code <= 0 || code == libc::SI_USER) && sender.cast_unsigned() != std::process::id();
    let carrier = CARRIER.load(Ordering::SeqCst);
    if is_sent && carrier != 0 {
        SENT.store(signal, Ordering::SeqCst);
        // SAFETY: the call is allowed in a handler, and fails only for a signal that does not exist. The signal is
        // delivered after this handler returns.
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
        // SAFETY: as above. The signal is delivered after this handler returns, and ends the process.
        unsafe { libc::raise(signal) };
    }
}

/// Whether a signal is ignored, for example because the parent process made the signal ignored.
pub(super) fn is_ignored(signal: i32) -> bool {
    action(signal).is_ok_and(|action| action.sa_sigaction == SIG_IGN)
}

/// Makes a caught signal interrupt system calls that wait. Without this, they would restart after the handler.
pub(super) fn interrupt_waits(signal: i32) -> io::Result<()> {
    let mut caught = action(signal)?;
    caught.sa_flags &= !SA_RESTART;
    set_action(signal, &caught)
}

/// Returns the current action of a signal.
fn action(signal: i32) -> io::Result<libc::sigaction> {
    let mut action = MaybeUninit::uninit();
    // SAFETY: one pointer is to memory for an action; the other pointer is null, so nothing is read from it.
    checked(unsafe { libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) })?;
    // SAFETY: the call succeeded, so the action was written.
    Ok(unsafe { action.assume_init() })
}

/// Sets the action of a signal.
fn set_action(signal: i32, action: &libc::sigaction) -> io::Result<()> {
    // SAFETY: `action` is a value that the function `action` returned, with one of these changes at most: the default
    // action, which runs no code of the program; fewer flags, none of which changes how a handler is called; or
    // `on_fault`, with the flags that its parameters require and a complete signal set.
    checked(unsafe { libc::sigaction(signal, action, ptr::null_mut()) })
}

/// Returns a signal set that contains only this signal.
fn signal_set(signal: i32) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the first call writes the whole set, and the second one changes it. Neither fails for a signal that
    // exists.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), signal);
        set.assume_init()
    }
}

/// Returns a signal set that contains every signal.
fn every_signal() -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the call writes the whole set, and never fails.
    unsafe {
        libc::sigfillset(set.as_mut_ptr());
        set.assume_init()
    }
}

/// Changes the set of signals that this thread blocks, and returns the previous set.
fn set_mask(how: i32, set: &libc::sigset_t) -> io::Result<libc::sigset_t> {
    let mut before = MaybeUninit::uninit();
    // SAFETY: both pointers are to signal sets, and the second set is written before it is read.
    unsafe {
        match libc::pthread_sigmask(how, set, before.as_mut_ptr()) {
            0 => Ok(before.assume_init()),
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }
}

/// Converts the return value of a system call. 0 is success; for any other value, `errno` has the error.
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
        // signal-hook does nothing when it registers a signal again.
        let ((), _previous) = catch(SIGTSTP, || Ok(())).expect("an action");
        assert!(is_ignored(SIGTSTP));
    }
}
