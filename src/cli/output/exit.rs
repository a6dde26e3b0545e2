//! How a command ends.
use std::process::ExitCode;

/// How a command ended; the numbers are those that the commands' help promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: all is well.
    Clean,
    /// 1: a file has errors.
    Errors,
    /// 2: usage, or a file that could not be read.
    Usage,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
