//! Text from outside the program, and the one way in which it reaches a person.
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use super::characters::clean;

/// Text that the program did not write itself: a path, an argument, a value of the environment, a field of a recording,
/// a message of a library that quotes a file. A terminal would obey the escape sequences in it, so that `Display` writes
/// every character that is not one plain column wide as an escape, such as `\n`, `\x1b` or `\u{202e}`: one line, safe
/// to print anywhere. The text itself is had by [`Untrusted::raw`] only.
///
/// ```
/// use dungeon::diagnostics::Untrusted;
///
/// let name = Untrusted::new("crypt\u{1b}[2J.dng");
/// assert_eq!(format!("cannot read {name}"), r"cannot read crypt\x1b[2J.dng");
/// assert_eq!(name.raw().len(), 13);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Untrusted(String);

impl Untrusted {
    /// Takes a text from outside.
    pub fn new(text: impl Into<String>) -> Untrusted {
        Untrusted(text.into())
    }

    /// Returns the text as it came: to be compared, opened, or written to a file, and never printed.
    pub fn raw(&self) -> &str {
        &self.0
    }
}

/// Compares the raw text.
impl PartialEq<str> for Untrusted {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

/// Compares the raw text.
impl PartialEq<&str> for Untrusted {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Untrusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&clean(&self.0))
    }
}

/// Gives the raw text, for programs: JSON is written by `format/json.rs`, which escapes it.
impl Serialize for Untrusted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl From<String> for Untrusted {
    fn from(text: String) -> Untrusted {
        Untrusted(text)
    }
}

impl From<&String> for Untrusted {
    fn from(text: &String) -> Untrusted {
        Untrusted(text.clone())
    }
}

impl From<&str> for Untrusted {
    fn from(text: &str) -> Untrusted {
        Untrusted(text.to_owned())
    }
}

/// Bytes that are no UTF-8 become U+FFFD.
impl From<&OsStr> for Untrusted {
    fn from(text: &OsStr) -> Untrusted {
        Untrusted(text.to_string_lossy().into_owned())
    }
}

/// Bytes that are no UTF-8 become U+FFFD.
impl From<&Path> for Untrusted {
    fn from(path: &Path) -> Untrusted {
        path.as_os_str().into()
    }
}

/// Bytes that are no UTF-8 become U+FFFD.
impl From<&PathBuf> for Untrusted {
    fn from(path: &PathBuf) -> Untrusted {
        path.as_path().into()
    }
}
