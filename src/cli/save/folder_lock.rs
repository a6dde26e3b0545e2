//! The lock of a folder, which a process holds while it changes something there: waiting for the lock has an end. And
//! the mark of a file whose process still runs.
use std::fs::File;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;
use std::{io, thread};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use dungeon_format::opened_file::open_at_once;

/// How long the lock is usually waited for, far longer than any save takes: a process that holds it may be stopped, and
/// keep it.
pub const USUAL_WAIT: Duration = Duration::from_secs(3);

/// How long the lock is waited for where the process is to end: about as long as a save takes.
pub const SHORT_WAIT: Duration = Duration::from_millis(500);

/// Takes the lock, which is held as long as the file is open; none if another process keeps it. On file systems without
/// locks the lock is always free.
///
/// # Errors
/// If the folder cannot be opened.
pub fn lock(folder: &Path, wait: Duration) -> io::Result<Option<File>> {
    let folder = open_at_once(folder)?;
    match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Ok(awaited(folder, wait)),
        _ => Ok(Some(folder)),
    }
}

/// Waits for the lock until its holder gives it up, if that is soon enough. The system offers only waiting without end,
/// so a thread of its own does that; a lock that the thread gets too late is closed, and so given up at once.
fn awaited(folder: File, wait: Duration) -> Option<File> {
    let (hand_over, handed) = channel();
    let waiter = thread::Builder::new().spawn(move || {
        while flock(&folder, FlockOperation::LockExclusive) == Err(Errno::INTR) {}
        let _ = hand_over.send(folder);
    });
    // Without a thread the lock counts as kept.
    waiter.ok()?;
    handed.recv_timeout(wait).ok()
}

/// Marks a file as one of this process until the file is closed here, at the latest when the process ends. Returns
/// whether no other process holds it; on a file system without locks there is no mark, and nothing is held.
pub fn mark_as_ours(file: &File) -> bool {
    flock(file, FlockOperation::NonBlockingLockShared) != Err(Errno::WOULDBLOCK)
}

/// Looks whether a process that still runs has marked the file as its own: `None` if one has. Otherwise the file is
/// returned, and no process can mark it as long as it is open here.
///
/// # Errors
/// If the file cannot be opened, or its file system has no locks.
pub fn unmarked(path: &Path) -> io::Result<Option<File>> {
    let file = open_at_once(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether a process that still runs has marked the file as its own.
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
        // Nor does the thread that waited in vain keep the lock.
        waited(home.path());
    }
}
