//! Files that are not proved.
use crate::cli::output::exit::Exit;
use dungeon_format::report::Report;
use dungeon_format::untrusted::Untrusted;

/// Why a file is not proved.
pub enum Unproved {
    /// The file has errors.
    Errors(Box<Report>),
    /// The file cannot be read.
    Unreadable(Untrusted, String),
    /// The time budget ran out while the file was being read.
    OutOfTime(Untrusted, String),
}

impl Unproved {
    /// Returns the exit code for the file.
    pub fn exit(&self) -> Exit {
        match self {
            Unproved::Errors(_) => Exit::Errors,
            Unproved::Unreadable(..) => Exit::Usage,
            Unproved::OutOfTime(..) => Exit::Unknown,
        }
    }
}
