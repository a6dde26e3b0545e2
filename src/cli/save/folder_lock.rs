//! File locks. A process locks a folder while it changes a file there, and waits for the lock only for a limited time.
//! A process also marks its own files as in use for as long as it runs.
use std::fs::File;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;
use std::{io, thread};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use dungeon_format::opened_file::open_at_once;

/// The usual time to wait for the lock, far longer than a save takes. A stopped process may hold the lock forever.
pub const USUAL_WAIT: Duration = Duration::from_secs(3);

/// The time to wait for the lock when the process is about to end: about as long as a save takes.
pub const SHORT_WAIT: Duration = Duration::from_millis(500);

/// Locks the folder until the returned file is closed; `None` if another process holds the lock for longer than `wait`.
/// On file systems without locks, locking always succeeds.
///
/// # Errors
/// Returns an error if the folder cannot be opened.
pub fn lock(folder: &Path, wait: Duration) -> io::Result<Option<File>> {
    let folder = open_at_once(folder)?;
    match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Ok(awaited(folder, wait)),
        _ => Ok(Some(folder)),
    }
}

/// Waits up to `wait` for the lock. The system can only wait without a limit, so a separate thread waits. If the thread
/// gets the lock too late, it closes the folder and so releases the lock at once.
fn awaited(folder: File, wait: Duration) -> Option<File> {
    let (hand_over, handed) = channel();
    let waiter = thread::Builder::new().spawn(move || {
        while flock(&folder, FlockOperation::LockExclusive) == Err(Errno::INTR) {}
        let _ = hand_over.send(folder);
    });
    // Without a thread, report the lock as held.
    waiter.ok()?;
    handed.recv_timeout(wait).ok()
}

/// Marks a file as in use by this process, until the file is closed. Returns `false` if another process is about to
/// remove the file. On file systems without locks, returns `true` without a mark.
pub fn mark_as_ours(file: &File) -> bool {
    flock(file, FlockOperation::NonBlockingLockShared) != Err(Errno::WOULDBLOCK)
}

/// Opens a file and locks it against marks; `None` if a running process has marked the file. While the returned file is
/// open, no process can mark it.
///
/// # Errors
/// Returns an error if the file cannot be opened, or if its file system has no locks.
pub fn unmarked(path: &Path) -> io::Result<Option<File>> {
    let file = open_at_once(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether a running process has marked the file.
pub fn is_locked(path: &Path) -> bool {
    matches!(unmarked(path), Ok(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiting_process_has_the_lock_as_soon_as_it_is_given_up_and_not_before() {
        let home = tempfile::tempdir().expect("a folder");
        let ours = lock(home.path(), USUAL_WAIT).expect("a folder");
        assert!(lock(home.path(), SHORT_WAIT).expect("a folder").is_none());
        let path = home.path().to_owned();
        // A slow machine may need more than one wait.
        let waited = |path: &Path| {
            while lock(path, USUAL_WAIT).expect("a folder").is_none() {}
        };
        let other = thread::spawn(move || waited(&path));
        drop(ours);
        other.join().expect("a waiter");
        // The thread that waited too long must not keep the lock either.
        waited(home.path());
    }
}
