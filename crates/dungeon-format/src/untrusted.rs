//! Text from outside the program, and the one way to print it.
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use super::characters::clean;

/// Text from outside the program, such as a path, an argument, an environment variable, a field of a recording, or an
/// error of a library that quotes a file. Terminals obey escape sequences in text. `Display` therefore prints the text
/// on one line, and escapes every character that is not one column wide, such as `\n`, `\x1b` and `\u{202e}`. Only
/// [`Untrusted::raw`] returns the text itself.
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
    /// Wraps a text from outside.
    pub fn new(text: impl Into<String>) -> Untrusted {
        Untrusted(text.into())
    }

    /// Returns the text as it came in, for comparing, opening a file, or writing to a file. Never print the result.
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

/// Serializes the raw text, for programs: `json.rs` escapes it.
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

/// Replaces bytes that are not UTF-8 with U+FFFD.
impl From<&OsStr> for Untrusted {
    fn from(text: &OsStr) -> Untrusted {
        Untrusted(text.to_string_lossy().into_owned())
    }
}

/// Replaces bytes that are not UTF-8 with U+FFFD.
impl From<&Path> for Untrusted {
    fn from(path: &Path) -> Untrusted {
        path.as_os_str().into()
    }
}

/// Replaces bytes that are not UTF-8 with U+FFFD.
impl From<&PathBuf> for Untrusted {
    fn from(path: &PathBuf) -> Untrusted {
        path.as_path().into()
    }
}
