//! Errors in files of other programs, with their places.
use std::fmt;

use dungeon_format::untrusted::Untrusted;

/// A message about an expected and a found text, without a place; becomes the message of an [`ImportFault`].
pub type FaultText = String;

/// An error in a file, or a part of it that cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFault {
    /// The file with the error: the imported file, its legend, or another file that it refers to.
    pub file: Untrusted,
    /// Line and column, from 1; `None` for a fault of the whole file.
    pub place: Option<(usize, usize)>,
    /// The message, with the expected and the found text.
    pub message: Untrusted,
}

impl ImportFault {
    /// Returns a fault of a whole file.
    pub fn of_file(file: &Untrusted, message: impl Into<String>) -> ImportFault {
        ImportFault {
            file: file.clone(),
            place: None,
            message: Untrusted::new(message),
        }
    }

    /// Returns a fault at a line and a column, from 1.
    pub fn at(file: &Untrusted, place: (usize, usize), message: impl Into<String>) -> ImportFault {
        ImportFault {
            place: Some(place),
            ..ImportFault::of_file(file, message)
        }
    }
}

/// Prints a line such as `walls.legend:3:5: expected …`.
impl fmt::Display for ImportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => {
                write!(f, "{}:{line}:{column}: {}", self.file, self.message)
            }
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}
