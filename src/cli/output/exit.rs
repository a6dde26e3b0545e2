//! The exit codes of the program.
use std::process::ExitCode;

/// The exit code of a command, as documented in its help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: the command succeeded.
    Clean,
    /// 1: a file has errors.
    Errors,
    /// 2: a usage error, or a file that could not be read or written.
    Usage,
    /// 3: the result is uncertain, such as an import that lost something.
    Unknown,
}

impl Exit {
    /// Returns the worse of two codes of one run. From worst to best: a failure to run, errors, an uncertain result,
    /// success.
    pub(crate) fn or_worse(self, other: Exit) -> Exit {
        let badness = |exit: &Exit| match exit {
            Exit::Clean => 0,
            Exit::Unknown => 1,
            Exit::Errors => 2,
            Exit::Usage => 3,
        };
        std::cmp::max_by_key(self, other, badness)
    }
}

impl From<Result<Exit, Exit>> for Exit {
    /// Returns the exit code of a command, whether it ended early or not.
    fn from(ended: Result<Exit, Exit>) -> Exit {
        ended.unwrap_or_else(|exit| exit)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
