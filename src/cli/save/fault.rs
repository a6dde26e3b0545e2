//! The steps of writing a file whole, each of which may fail on a real disk. A test injects such a fault; otherwise no
//! step fails here.
#[cfg(not(test))]
use std::io;

#[cfg(test)]
pub use injection::{attempt, fail_after, failed};

/// A step of writing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteStep {
    /// Making the unfinished file.
    Open,
    /// Writing the second half of the bytes.
    Write,
    /// Sending the file to the disk.
    Sync,
    /// Giving the file the permissions of the old one.
    Permissions,
    /// Giving the file its name.
    Rename,
    /// Sending the folder to the disk.
    SyncFolder,
}

/// Lets the step be taken.
#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "a step of a test fails")]
pub fn attempt(_: WriteStep) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod injection {
    use std::cell::Cell;
    use std::io;

    use rustix::io::Errno;

    use crate::cli::save::fault::WriteStep;

    thread_local! {
        /// The number of steps that succeed before one fails; none if all succeed.
        static COUNTDOWN: Cell<Option<usize>> = const { Cell::new(None) };
        /// The step that failed last.
        static FAILED: Cell<Option<WriteStep>> = const { Cell::new(None) };
    }

    /// Lets the next `steps` steps of this thread succeed and the one after them fail, once.
    pub fn fail_after(steps: usize) {
        COUNTDOWN.set(Some(steps));
        FAILED.set(None);
    }

    /// The step that failed since `fail_after`; none if the thread took too few. No step fails from now on.
    pub fn failed() -> Option<WriteStep> {
        COUNTDOWN.set(None);
        FAILED.get()
    }

    /// Takes the step, or fails as a full disk does.
    ///
    /// # Errors
    /// `ENOSPC` at the step that `fail_after` chose.
    pub fn attempt(step: WriteStep) -> io::Result<()> {
        match COUNTDOWN.get() {
            Some(0) => {
                COUNTDOWN.set(None);
                FAILED.set(Some(step));
                Err(Errno::NOSPC.into())
            }
            Some(left) => {
                COUNTDOWN.set(Some(left - 1));
                Ok(())
            }
            None => Ok(()),
        }
    }
}
