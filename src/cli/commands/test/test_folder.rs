//! The files that a dungeon's tests refer to: recordings and expected screens. All must lie in the folder of the
//! dungeon file or below it. Links that lead out of the folder are not followed.
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::cli::output::errors::system_message;
use crate::cli::save::recording_file::{self, UnreadableRecording};
use crate::cli::save::whole_file::{FileAccess, folder, replace, try_place};
use crate::testing::frame_text::FrameText;
use dungeon_format::opened_file::open_at_once;
use dungeon_play::replay::recording::Recording;

/// The size limit of a screen file, in bytes: a screen has at most a million cells, and a cell takes up to four bytes.
const LARGEST_FRAME: u64 = 8 << 20;

/// What was found instead of the file, as part of a sentence.
#[derive(Debug, thiserror::Error)]
pub enum TestFileError {
    #[error("a dungeon that has no folder")]
    NoFolder,
    /// The path leads out of the folder. All such paths give the same error, so that a test cannot find out which files
    /// exist.
    #[error("a path outside the dungeon's folder")]
    Outside,
    #[error("no such file")]
    NoFile,
    #[error("a file that cannot be replayed: {0}")]
    Unplayable(#[from] UnreadableRecording),
    #[error("a file that is not a screen")]
    NoScreen,
    #[error("a file that cannot be read: {}", system_message(.0))]
    Unreadable(io::Error),
    #[error("no such folder")]
    NoPlace,
    #[error("a file that cannot be written: {}", system_message(.0))]
    Unwritable(io::Error),
}

/// The folder of a dungeon file; `None` for a dungeon without a file.
pub struct TestFolder(Option<PathBuf>);

impl TestFolder {
    /// Creates the folder of the file at this path, with links resolved.
    pub fn of(path: &Path) -> TestFolder {
        let is_file = path != Path::new("-") && path.exists();
        TestFolder(folder(path).canonicalize().ok().filter(|_| is_file))
    }

    /// Reads the recording at a path.
    ///
    /// # Errors
    /// Returns what was found instead.
    pub fn recording(&self, path: &str) -> Result<Recording, TestFileError> {
        let place = self.existing(path)?.ok_or(TestFileError::NoFile)?;
        let (recording, _) = recording_file::read(&place)?;
        Ok(recording)
    }

    /// Reads the screen at a path; `None` if the file does not exist.
    ///
    /// # Errors
    /// Returns what was found instead.
    pub fn frame(&self, path: &str) -> Result<Option<FrameText>, TestFileError> {
        let Some(place) = self.existing(path)? else {
            return Ok(None);
        };
        let text = read_text(&place).map_err(|error| match error.kind() {
            ErrorKind::InvalidData => TestFileError::NoScreen,
            _ => TestFileError::Unreadable(error),
        })?;
        let frame = FrameText::read(&text).ok_or(TestFileError::NoScreen)?;
        Ok(Some(frame))
    }

    /// Writes a screen to a path that is free or holds another screen.
    ///
    /// # Errors
    /// Returns what prevented the write. The old file is unchanged, unless the only step that failed was syncing the
    /// folder.
    pub fn write_frame(&self, path: &str, frame: &FrameText) -> Result<(), TestFileError> {
        let place = match self.existing(path)? {
            Some(place) => {
                self.frame(path)?;
                place
            }
            None => self.free(path)?,
        };
        let text = frame.to_text();
        let write = || replace(&place, text.as_bytes(), FileAccess::Usual, || Ok(()));
        let written = try_place(&place).and_then(|()| write());
        written.map_err(TestFileError::Unwritable)
    }

    /// Returns the path of an existing file, with links resolved; `None` if the file does not exist.
    fn existing(&self, path: &str) -> Result<Option<PathBuf>, TestFileError> {
        let root = self.root()?;
        let place = root.join(path);
        match place.canonicalize() {
            Ok(place) if place.starts_with(root) => Ok(Some(place)),
            Ok(_) => Err(TestFileError::Outside),
            Err(error) if error.kind() == ErrorKind::NotFound && !place.is_symlink() => Ok(None),
            Err(_) => Err(TestFileError::Outside),
        }
    }

    /// Returns the path of a new file in an existing folder, with links resolved.
    fn free(&self, path: &str) -> Result<PathBuf, TestFileError> {
        let root = self.root()?;
        let place = root.join(path);
        let around = folder(&place).canonicalize();
        let around = around.map_err(|_| TestFileError::NoPlace)?;
        let name = place.file_name().ok_or(TestFileError::Outside)?;
        if around.starts_with(root) {
            Ok(around.join(name))
        } else {
            Err(TestFileError::Outside)
        }
    }

    fn root(&self) -> Result<&PathBuf, TestFileError> {
        self.0.as_ref().ok_or(TestFileError::NoFolder)
    }
}

/// Reads a text file of at most `LARGEST_FRAME` bytes.
fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_at_once(path)?
        .take(LARGEST_FRAME)
        .read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    const SCREEN: &str = "2x1 turn 0\n|@$|\n";

    fn screen() -> FrameText {
        FrameText::read(SCREEN).expect("a screen")
    }

    #[test]
    fn a_screen_is_written_where_nothing_or_a_screen_is() {
        let home = tempfile::tempdir().expect("a folder");
        let dungeon = home.path().join("a.dng");
        fs::write(&dungeon, "").expect("a file");
        let folder = TestFolder::of(&dungeon);
        assert!(matches!(folder.frame("a.snap"), Ok(None)));
        assert!(folder.write_frame("a.snap", &screen()).is_ok());
        assert_eq!(folder.frame("a.snap").expect("a screen"), Some(screen()));
        assert!(folder.write_frame("a.snap", &screen()).is_ok());
        let other = folder.write_frame("a.dng", &screen());
        assert!(matches!(other, Err(TestFileError::NoScreen)));
        assert_eq!(fs::read(&dungeon).expect("a file"), b"");
        let nowhere = folder.write_frame("no/a.snap", &screen());
        assert!(matches!(nowhere, Err(TestFileError::NoPlace)));
    }

    #[test]
    fn nothing_is_read_or_written_outside_of_the_folder() {
        let home = tempfile::tempdir().expect("a folder");
        let [inside, outside] = ["in", "out"].map(|name| home.path().join(name));
        fs::create_dir(&inside).expect("a folder");
        fs::create_dir(&outside).expect("a folder");
        fs::write(inside.join("a.dng"), "").expect("a file");
        fs::write(outside.join("a.snap"), SCREEN).expect("a file");
        symlink(&outside, inside.join("link")).expect("a link");
        symlink(outside.join("new.snap"), inside.join("new.snap")).expect("a link");
        let folder = TestFolder::of(&inside.join("a.dng"));
        for path in ["../out/a.snap", "link/a.snap", "link/new.snap", "new.snap"] {
            assert!(folder.write_frame(path, &screen()).is_err(), "{path}");
        }
        assert!(folder.frame("link/a.snap").is_err());
        assert!(folder.recording("../out/a.snap").is_err());
        assert!(!outside.join("new.snap").exists());
    }

    #[test]
    fn a_dungeon_from_no_folder_has_no_files() {
        for path in ["-", "no/such/file.dng"] {
            let folder = TestFolder::of(Path::new(path));
            assert!(folder.frame("a.snap").is_err(), "{path}");
        }
    }
}
