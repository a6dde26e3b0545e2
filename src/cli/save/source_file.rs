//! The file of a dungeon that its author asks to be changed: read once, and written anew whole.
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::recording_file::{Fingerprint, fingerprint, is_still};
use super::whole_file::{FileAccess, replace, try_place};
use crate::cli::output::errors::{ErrorText, system_message, unreadable_text};
use dungeon_format::opened_file::open_and_wait;
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;

/// What some editors put before a text to say that it is UTF-8. It is no part of the text, and stays where it is.
const MARK: &str = "\u{feff}";

/// Why a file is not written that another program wrote first.
const CHANGED: &str =
    "another program changed it meanwhile, so it is left alone; run the command again";

/// A file that was read and may be written.
#[derive(Debug)]
pub struct SourceFile {
    /// What the file held.
    pub source: Source,
    /// The path as the person named it.
    path: PathBuf,
    has_mark: bool,
    /// The fingerprint of the file's bytes when it was read.
    fingerprint: Fingerprint,
}

impl SourceFile {
    /// Reads the file at a path, without those that it includes.
    ///
    /// # Errors
    /// A line for the person.
    pub fn open(path: &Path, limits: &Limits) -> Result<SourceFile, ErrorText> {
        let read = || {
            let mut bytes = Vec::new();
            let most = (limits.file as u64).saturating_add(1);
            open_and_wait(path)?.take(most).read_to_end(&mut bytes)?;
            Ok(SourceFile {
                has_mark: bytes.starts_with(MARK.as_bytes()),
                fingerprint: fingerprint(&bytes),
                source: Source::read(path, bytes.as_slice(), limits)?,
                path: path.to_owned(),
            })
        };
        read().map_err(|error| unreadable_text(path, &error))
    }

    /// Writes another text into the file, whole or not at all. A link stays one, and leads to the text; a file that may
    /// not be written stays as it is, though its folder may be, and so does one that somebody changed since it was read.
    ///
    /// # Errors
    /// A line for the person.
    pub fn write(&self, text: &str) -> Result<(), ErrorText> {
        let mark = if self.has_mark { MARK } else { "" };
        let bytes = format!("{mark}{text}");
        let written = fs::canonicalize(&self.path).and_then(|place| {
            access(&place, Access::WRITE_OK)?;
            try_place(&place)?;
            let check = || {
                let is_ours = is_still(&place, self.fingerprint);
                is_ours.then_some(()).ok_or(io::Error::other(CHANGED))
            };
            replace(&place, bytes.as_bytes(), FileAccess::Usual, check)
        });
        written.map_err(|error| {
            let path = Untrusted::from(self.path.as_path());
            format!("cannot write {path}: {}", system_message(&error))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_changed_since_it_was_read_stays_as_it_is() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("a.dng");
        let open = |path: &Path| SourceFile::open(path, &Limits::default()).expect("a file");
        fs::write(&path, "mine").expect("a file");
        let file = open(&path);
        assert_eq!(file.write("mended"), Ok(()));
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("mended"));
        let why = file.write("mended twice").expect_err("another text");
        assert!(why.ends_with(CHANGED), "{why}");
        let file = open(&path);
        fs::remove_file(&path).expect("a file");
        assert!(file.write("mended").is_err());
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn a_file_with_another_name_is_not_replaced_under_one_alone() {
        let home = tempfile::tempdir().expect("a folder");
        let [path, other] = ["a.dng", "b.dng"].map(|name| home.path().join(name));
        fs::write(&path, "mine").expect("a file");
        fs::hard_link(&path, &other).expect("a link");
        let file = SourceFile::open(&path, &Limits::default()).expect("a file");
        let why = file.write("mended").expect_err("two names");
        assert!(why.contains("it has 2 names (hard links)"), "{why}");
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("mine"));
    }
}
