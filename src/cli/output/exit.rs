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
    /// 3: the result is incomplete or unknown, such as an import that lost something.
    Unknown,
    /// 4: whole entries of a file are left out, such as levels that cannot be imported.
    LeftOut,
}

impl Exit {
    /// Returns the worse of two exit codes of one run. The order from worst to best: 2, 4, 1, 3, 0.
    pub(crate) fn or_worse(self, other: Exit) -> Exit {
        let badness = |exit: &Exit| match exit {
            Exit::Clean => 0,
            Exit::Unknown => 1,
            Exit::Errors => 2,
            Exit::LeftOut => 3,
            Exit::Usage => 4,
        };
        std::cmp::max_by_key(self, other, badness)
    }
}

impl From<Result<Exit, Exit>> for Exit {
    /// Returns the exit code of a command that ran to its end or stopped early.
    fn from(ended: Result<Exit, Exit>) -> Exit {
        ended.unwrap_or_else(|exit| exit)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
