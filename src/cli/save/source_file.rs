//! The file of a dungeon that its author asks to be changed: read once, and written anew whole.
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::whole_file::{FileAccess, replace};
use crate::cli::output::errors::{system_message, unreadable_text};
use crate::format::source::{Limits, Source};
use crate::format::untrusted::Untrusted;

/// What some editors put before a text to say that it is UTF-8. It is no part of the text, and stays where it is.
const MARK: &str = "\u{feff}";

/// A file that was read and may be written.
#[derive(Debug)]
pub struct SourceFile {
    /// What the file held.
    pub source: Source,
    /// The path as the person named it.
    path: PathBuf,
    has_mark: bool,
}

impl SourceFile {
    /// Reads the file at a path, without those that it includes.
    ///
    /// # Errors
    /// A line for the person.
    pub fn open(path: &Path, limits: &Limits) -> Result<SourceFile, String> {
        let file = File::open(path);
        let read = file.and_then(|file| SourceFile::read(path, file, limits));
        read.map_err(|error| unreadable_text(path, &error))
    }

    /// Reads a file from its beginning, up to the limit.
    fn read(path: &Path, file: impl Read, limits: &Limits) -> io::Result<SourceFile> {
        let mut bytes = Vec::new();
        let most = (limits.file as u64).saturating_add(1);
        file.take(most).read_to_end(&mut bytes)?;
        Ok(SourceFile {
            has_mark: bytes.starts_with(MARK.as_bytes()),
            source: Source::read(path, bytes.as_slice(), limits)?,
            path: path.to_owned(),
        })
    }

    /// Writes another text into the file, whole or not at all. A link stays one, and leads to the text; a file that may
    /// not be written stays as it is, though its folder may be.
    ///
    /// # Errors
    /// A line for the person.
    pub fn write(&self, text: &str) -> Result<(), String> {
        let mark = if self.has_mark { MARK } else { "" };
        let written = fs::canonicalize(&self.path).and_then(|place| {
            OpenOptions::new().write(true).open(&place)?;
            match fs::metadata(&place)?.is_file() {
                true => replace(
                    &place,
                    format!("{mark}{text}").as_bytes(),
                    FileAccess::Usual,
                ),
                false => Err(io::Error::other("it is no file")),
            }
        });
        written.map_err(|error| {
            let path = Untrusted::from(self.path.as_path());
            format!("cannot write {path}: {}", system_message(&error))
        })
    }
}
