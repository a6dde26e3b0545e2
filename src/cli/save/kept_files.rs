//! What a game leaves behind in files that the person named: its keys, and its recording.
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::key_file::KeyFile;
use super::recording_file::{UnreadableRecording, read};
use super::whole_file::{FileAccess, are_one, replace, try_place};
use crate::cli::output::errors::system_message;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::replay::recording::Recording;

/// The options that name files to keep a game in.
#[derive(clap::Args)]
pub struct KeptFiles {
    /// Write the keys to a file in the end, idle rounds too, for `dungeon render --keys-from`; older keys there are
    /// replaced, nothing else
    #[arg(long, value_name = "FILE")]
    keys_to: Option<PathBuf>,
    /// Record the game in a file, however it ends; an older recording there is replaced, nothing else
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// How keys are written to a pipe or a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamWait {
    /// As slowly as the keys are read there.
    UntilRead,
    /// Only what is taken at once: the process is to end.
    Never,
}

/// The files that the options name, once it was seen that they can be written.
#[derive(Default)]
pub struct OpenFiles {
    keys: Option<KeyFile>,
    recording: Option<PathBuf>,
}

impl KeptFiles {
    /// Sees before the game that the files can be written: a long game must not end in an error.
    ///
    /// # Errors
    /// A line for the person; nothing was written then.
    pub fn open(&self) -> Result<OpenFiles, String> {
        let both = self.record.as_deref().zip(self.keys_to.as_deref());
        if both.is_some_and(|(recording, keys)| are_one(recording, keys)) {
            return Err("expected two files for --record and --keys-to, found one".to_owned());
        }
        OpenFiles::at(self.keys_to.as_deref(), self.record.as_deref())
    }
}

impl OpenFiles {
    /// Opens the files for the keys and for the recording.
    ///
    /// # Errors
    /// A line for the person.
    pub fn at(keys: Option<&Path>, recording: Option<&Path>) -> Result<OpenFiles, String> {
        let recording = recording.map(recordable).transpose()?;
        let keys = keys.map(KeyFile::open).transpose()?;
        Ok(OpenFiles { keys, recording })
    }

    /// The file of keys that the person asked for.
    pub fn keys(&self) -> Option<&Path> {
        self.keys.as_ref().map(|file| file.path.as_path())
    }

    /// The file of the recording that the person asked for.
    pub fn recording(&self) -> Option<&Path> {
        self.recording.as_deref()
    }

    /// Writes the files, each whole or not at all; the errors are lines for the person. A pipe or a device waits for
    /// `write_stream`.
    pub fn write(&self, recording: &Recording) -> Vec<String> {
        let keys = self.keys.as_ref().map(|file| file.write(&recording.keys()));
        let recorded = self
            .recording
            .as_deref()
            .map(|path| write_recording(path, recording));
        let results = [keys, recorded].into_iter().flatten();
        results.filter_map(Result::err).collect()
    }

    /// Writes the keys to a pipe or a device, if that was not done yet; the errors are lines for the person.
    pub fn write_stream(&self, recording: &Recording, wait: StreamWait) -> Vec<String> {
        let Some(file) = &self.keys else {
            return Vec::new();
        };
        if wait == StreamWait::Never {
            file.never_wait();
        }
        file.write_stream(&recording.keys())
            .err()
            .into_iter()
            .collect()
    }
}

/// Writes a recording where nothing is, or an older recording.
///
/// # Errors
/// A line for the person.
pub fn write_recording(path: &Path, recording: &Recording) -> Result<(), String> {
    // Something else may have come there since it was seen to be recordable.
    is_replaceable(path)?;
    let text = recording.to_text();
    let written = replace(path, text.as_bytes(), FileAccess::Usual);
    written.map_err(|error| unrecorded(path, system_message(&error)))
}

/// The file itself, where a recording may be written.
///
/// # Errors
/// A line for the person.
pub fn recordable(path: &Path) -> Result<PathBuf, String> {
    // A link stays one, and leads to the new recording.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    is_replaceable(&path)?;
    match try_place(&path) {
        Ok(()) => Ok(path),
        Err(error) => Err(unrecorded(&path, system_message(&error))),
    }
}

/// Succeeds only where nothing is, or a recording that can be played: no other file is replaced.
///
/// # Errors
/// A line for the person.
pub fn is_replaceable(path: &Path) -> Result<(), String> {
    match read(path) {
        Ok(_) => Ok(()),
        Err(UnreadableRecording::Io(error)) if is_nothing(&error) => Ok(()),
        Err(why) => Err(unrecorded(
            path,
            format_args!("{why}; what is there is kept"),
        )),
    }
}

fn is_nothing(error: &io::Error) -> bool {
    error.kind() == ErrorKind::NotFound
}

fn unrecorded(path: &Path, why: impl std::fmt::Display) -> String {
    format!("cannot record in {}: {why}", Untrusted::from(path))
}
