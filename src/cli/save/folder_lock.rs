//! The lock of a folder: whoever changes something in it holds it meanwhile, and nobody waits for it for ever.
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// How long it is waited for: whoever has it may be stopped, and keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockWait {
    /// Far longer than anybody takes to save.
    Usual,
    /// About as long as that takes: the process is to end.
    Short,
}

impl LockWait {
    fn lasts(self) -> Duration {
        match self {
            LockWait::Usual => Duration::from_secs(3),
            LockWait::Short => Duration::from_millis(500),
        }
    }
}

/// The lock, which is held as long as the file is open; none if somebody else keeps it. Where file systems have no locks,
/// nobody does.
///
/// # Errors
/// If the folder cannot be opened.
pub fn lock(folder: &Path, wait: LockWait) -> io::Result<Option<File>> {
    let folder = File::open(folder)?;
    match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Ok(awaited(folder, wait)),
        _ => Ok(Some(folder)),
    }
}

/// The lock, once whoever has it gives it up, if that is soon enough. The system wakes only who waits without end, so
/// somebody else does; what he comes to have too late is closed, and so given up at once.
fn awaited(folder: File, wait: LockWait) -> Option<File> {
    let (hand_over, handed) = channel();
    let waiter = thread::Builder::new().spawn(move || {
        while flock(&folder, FlockOperation::LockExclusive) == Err(Errno::INTR) {}
        let _ = hand_over.send(folder);
    });
    // Where nobody can be found to wait, it is as if he had waited in vain.
    waiter.ok()?;
    handed.recv_timeout(wait.lasts()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_has_the_lock_as_soon_as_it_is_given_up_and_not_before() {
        let home = tempfile::tempdir().expect("a folder");
        let ours = lock(home.path(), LockWait::Usual).expect("a folder");
        assert!(
            lock(home.path(), LockWait::Short)
                .expect("a folder")
                .is_none()
        );
        let path = home.path().to_owned();
        let other = thread::spawn(move || lock(&path, LockWait::Usual));
        drop(ours);
        let theirs = other.join().expect("a waiter").expect("a folder");
        assert!(theirs.is_some());
        drop(theirs);
        // Nor does whoever waited in vain keep it.
        assert!(
            lock(home.path(), LockWait::Usual)
                .expect("a folder")
                .is_some()
        );
    }
}
