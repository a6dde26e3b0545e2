//! Rewrites a dungeon file for commands such as `check --fix`: the file is read once, and replaced as a whole.
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

/// The byte order mark that some editors write to mark UTF-8. The mark is not part of the text, and is kept when the
/// file is rewritten.
const MARK: &str = "\u{feff}";

/// The reason not to write a file that another program has changed.
const CHANGED: &str =
    "another program changed it meanwhile; it was not written: run the command again";

/// A file that was read and can be rewritten.
#[derive(Debug)]
pub struct SourceFile {
    /// The text of the file as it was read.
    pub source: Source,
    /// The path as given on the command line.
    path: PathBuf,
    has_mark: bool,
    /// The fingerprint of the file as it was read.
    fingerprint: Fingerprint,
}

impl SourceFile {
    /// Reads the file at a path, without its includes.
    ///
    /// # Errors
    /// Returns one line that says why the file cannot be read.
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

    /// Replaces the text of the file, whole or not at all. A symbolic link is kept, and its target is replaced. A
    /// read-only file is not replaced, even in a writable folder, and neither is a file that changed since it was read.
    ///
    /// # Errors
    /// Returns one line that says why the file was not written.
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
