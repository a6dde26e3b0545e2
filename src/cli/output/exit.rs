//! The exit codes of the program.
use std::process::ExitCode;

/// The exit code of a command, as the help of each command promises it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
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
