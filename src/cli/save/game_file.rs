//! A file with a recorded game, and the state of that game. The program replaces or removes such a file only if the
//! content is still as the program last read or wrote it.
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::folder_lock::{USUAL_WAIT, is_locked, lock};
use super::recording_file::{Fingerprint, fingerprint, is_still};
use super::whole_file::{folder, sync_folder};
use dungeon_format::characters::fault;

/// The file name extension of saves.
const SAVE: &str = "save";

/// The file name extension of checkpoints.
const CHECKPOINT: &str = "checkpoint";

/// The maximum length of a name, in characters. File systems allow 255 bytes, and a character takes up to four.
const LONGEST: usize = 60;

/// The state of the game in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// The game was saved when the player left, or when a signal or a panic that the program caught ended the process:
    /// `crypt.save`.
    Saved,
    /// A running process plays the game: `crypt.checkpoint`. The process writes the file from time to time, in case it
    /// ends in a way that no program can catch, such as SIGKILL or a power failure. The file is removed when the game
    /// is saved, ended or left.
    InPlay,
    /// The process that wrote the checkpoint ended without saving the game.
    CutOff,
    /// The latest game that was played to its end: `last.rec`.
    Ended,
}

impl GameState {
    /// Returns the state of the game in a file, from the file's name and mark; `None` if the file is neither a save nor
    /// a checkpoint.
    pub fn of(path: &Path) -> Option<GameState> {
        name_of(path)?;
        Some(if path.extension()? == SAVE {
            GameState::Saved
        } else if is_locked(path) {
            GameState::InPlay
        } else {
            GameState::CutOff
        })
    }

    /// Returns the file name extension for this state.
    pub fn extension(self) -> &'static str {
        match self {
            GameState::Saved => SAVE,
            GameState::InPlay | GameState::CutOff => CHECKPOINT,
            GameState::Ended => "rec",
        }
    }
}

/// A file with a recorded game, as this process last read or wrote it.
#[derive(Debug)]
pub struct GameFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The state of the game in the file.
    pub state: GameState,
    /// The fingerprint of the file when this process last read or wrote it.
    pub fingerprint: Fingerprint,
    /// The open file if this process wrote it. While open, it is marked as in use by this process.
    written: Option<File>,
}

impl GameFile {
    /// Creates the value for a save or checkpoint that was read at a path; `None` for any other file.
    pub fn read(path: PathBuf, fingerprint: Fingerprint) -> Option<GameFile> {
        Some(GameFile {
            state: GameState::of(&path)?,
            path,
            fingerprint,
            written: None,
        })
    }

    /// Creates the value for a file that this process has just written with this text.
    pub fn wrote(path: PathBuf, state: GameState, text: &str, file: File) -> GameFile {
        GameFile {
            path,
            state,
            fingerprint: fingerprint(text.as_bytes()),
            written: Some(file),
        }
    }

    /// Whether this process wrote the file.
    pub fn is_written(&self) -> bool {
        self.written.is_some()
    }

    /// Returns the name of the file without its extension.
    pub fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// Checks that the content of the file is still as this process last read or wrote it.
    ///
    /// # Errors
    /// `NotFound` if the file has changed or is gone.
    pub fn check(&self) -> io::Result<()> {
        let is_ours = is_still(&self.path, self.fingerprint);
        is_ours.then_some(()).ok_or(ErrorKind::NotFound.into())
    }

    /// Removes the file, unless it has changed. Checkpoints need no lock, because only one process writes each; other
    /// files are removed under the lock of their folder.
    ///
    /// # Errors
    /// `WouldBlock` if another process holds the lock, `NotFound` if the file has changed; otherwise the system's
    /// error.
    pub fn remove(&self) -> io::Result<()> {
        let folder = folder(&self.path);
        let _lock = match self.state {
            GameState::InPlay | GameState::CutOff => None,
            _ => Some(lock(folder, USUAL_WAIT)?.ok_or(ErrorKind::WouldBlock)?),
        };
        self.check()?;
        fs::remove_file(&self.path)?;
        sync_folder(folder)
    }
}

/// Returns the name of a save, such as `crypt`, or of a checkpoint, such as `crypt.checkpoint`; `None` if the file is
/// neither, or is hidden.
pub fn name_of(path: &Path) -> Option<String> {
    let name = match path.extension()?.to_str()? {
        SAVE => path.file_stem()?,
        CHECKPOINT => path.file_name()?,
        _ => return None,
    };
    let name = name.to_string_lossy();
    (!name.starts_with('.')).then(|| name.into_owned())
}

/// Returns the name for saves of a dungeon: the name of its file without the extension, cut to 60 characters.
/// Characters other than letters, digits and `._-` become `-`. `dungeon` if no other name is left.
pub fn stem(dungeon: &str) -> String {
    let name = Path::new(dungeon).file_stem().unwrap_or_default();
    let name = name.to_string_lossy();
    let plain = |c: char| match c {
        c if (c.is_alphanumeric() && fault(c).is_none()) || "._-".contains(c) => c,
        _ => '-',
    };
    let name: String = name.chars().take(LONGEST).map(plain).collect();
    match name.trim_matches(['.', '-']) {
        "" => "dungeon".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves_are_called_as_their_dungeons_in_words_that_any_shell_takes() {
        let stems = [
            ("dungeons/crypt.dng", "crypt"),
            ("crypt", "crypt"),
            ("<stdin>", "stdin"),
            ("my cave (2).dng", "my-cave--2"),
            ("-rf.dng", "rf"),
            (".dng", "dng"),
            ("..", "dungeon"),
            ("", "dungeon"),
            ("höhle.v2.dng", "höhle.v2"),
            ("地牢2.dng", "2"),
            ("地牢.dng", "dungeon"),
            ("a\u{1b}[31m.dng", "a--31m"),
        ];
        for (dungeon, expected) in stems {
            assert_eq!(stem(dungeon), expected, "{dungeon:?}");
        }
        let long = stem(&"x".repeat(300));
        assert_eq!(long.len(), LONGEST);
    }

    #[test]
    fn hidden_files_and_those_of_another_kind_are_no_saves() {
        let names = [
            "crypt.save",
            ".crypt.save",
            "crypt.save.tmp",
            "crypt",
            ".save",
            ".crypt.checkpoint",
        ];
        let called = names.map(|name| name_of(Path::new(name)));
        let crypt = Some("crypt".to_owned());
        assert_eq!(called, [crypt, None, None, None, None, None]);
        let checkpoint = name_of(Path::new("crypt.checkpoint"));
        assert_eq!(checkpoint.as_deref(), Some("crypt.checkpoint"));
    }
}
