//! The steps of writing a file, each of which can fail on a real disk. Tests make a step fail; without a test, this
//! module lets every step succeed.
#[cfg(not(test))]
use std::io;

#[cfg(test)]
pub use injection::{attempt, fail_after, failed};

/// A step of writing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteStep {
    /// Creating the temporary file.
    Open,
    /// Writing the rest of the file, after its first half.
    Write,
    /// Syncing the file to the disk.
    Sync,
    /// Copying the permissions of the old file.
    Permissions,
    /// Renaming the temporary file.
    Rename,
    /// Syncing the folder to the disk.
    SyncFolder,
}

/// Lets the step succeed.
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
        /// The number of steps that succeed before one fails; `None` if all succeed.
        static COUNTDOWN: Cell<Option<usize>> = const { Cell::new(None) };
        /// The step that failed last.
        static FAILED: Cell<Option<WriteStep>> = const { Cell::new(None) };
    }

    /// Lets the next `steps` steps of this thread succeed, and the step after them fail.
    pub fn fail_after(steps: usize) {
        COUNTDOWN.set(Some(steps));
        FAILED.set(None);
    }

    /// Returns the step that was made to fail since `fail_after`; `None` if the thread has not reached that step.
    /// Further steps succeed.
    pub fn failed() -> Option<WriteStep> {
        COUNTDOWN.set(None);
        FAILED.get()
    }

    /// Returns success, or the error of a full disk.
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
