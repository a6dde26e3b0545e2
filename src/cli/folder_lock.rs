//! The lock of a folder: whoever changes something in it holds it meanwhile, and nobody waits for it for ever.
use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// How often one looks whether it is free by now.
const LOOK_UP: Duration = Duration::from_millis(5);

/// How long it is waited for: whoever has it may be stopped, and keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Far longer than anybody takes to save.
    Usual,
    /// About as long as that takes: the process is to end.
    Short,
}

impl Patience {
    fn lasts(self) -> Duration {
        match self {
            Patience::Usual => Duration::from_secs(3),
            Patience::Short => Duration::from_millis(500),
        }
    }
}

/// The lock, which is held as long as the file is open; none if somebody else keeps it. Where file systems have no locks,
/// nobody does.
///
/// # Errors
/// If the folder cannot be opened.
pub fn lock(folder: &Path, patience: Patience) -> io::Result<Option<File>> {
    let folder = File::open(folder)?;
    let end = Instant::now() + patience.lasts();
    loop {
        match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) if Instant::now() >= end => return Ok(None),
            Err(Errno::WOULDBLOCK) => thread::sleep(LOOK_UP),
            Err(Errno::INTR) => {}
            _ => return Ok(Some(folder)),
        }
    }
}
