//! Reads recordings and keys from files.
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::cli::output::errors::{ErrorText, system_message};
use crate::cli::output::progress::ProgressLine;
use dungeon_format::opened_file::{open_and_wait, open_at_once};
use dungeon_format::untrusted::Untrusted;
use dungeon_play::input::packed_keys::PackedKeys;
use dungeon_play::replay::recording::{LARGEST, Recording, RecordingError};

/// The file size, in bytes, above which reading takes a noticeable time.
const LARGE: u64 = 32 << 20;

/// SHA-256 of a file's bytes.
pub type Fingerprint = [u8; 32];

/// Why a recording cannot be read from a file.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableRecording {
    /// The system could not open or read the file.
    #[error("{}", system_message(.0))]
    Io(#[from] io::Error),
    /// The file is larger than any recording.
    #[error("it is larger than any recording (more than {} MiB)", LARGEST >> 20)]
    TooLarge,
    /// The file is not a recording, or the recording is damaged.
    #[error("{0}")]
    Invalid(#[from] RecordingError),
}

/// Reads the recording in a file, with the fingerprint of the file.
///
/// # Errors
/// Returns why the recording cannot be read.
pub fn read(path: &Path) -> Result<(Recording, Fingerprint), UnreadableRecording> {
    let bytes = bytes(path)?;
    Ok((recording(&bytes)?, fingerprint(&bytes)))
}

/// Reads the recording in the bytes of a file.
///
/// # Errors
/// Returns why the bytes are not a valid recording.
pub fn recording(bytes: &[u8]) -> Result<Recording, RecordingError> {
    // Lossy is fine: invalid UTF-8 fails the seal check.
    Recording::from_text(&String::from_utf8_lossy(bytes))
}

/// Reads the recording in a file like [`read`]. Shows a message on the terminal while a large file is read.
///
/// # Errors
/// Returns why the recording cannot be read.
pub fn read_watched(path: &Path) -> Result<(Recording, Fingerprint), UnreadableRecording> {
    let size = fs::metadata(path)?.len();
    let _line = (LARGE..=LARGEST as u64).contains(&size).then(|| {
        let mebibytes = size >> 20;
        ProgressLine::standing(&format!("Reading {mebibytes} MiB. Press Ctrl-C to stop."))
    });
    read(path)
}

/// Reads a recording from a stream, such as standard input.
///
/// # Errors
/// Returns why the recording cannot be read.
pub fn read_from(reader: impl Read) -> Result<Recording, UnreadableRecording> {
    Ok(recording(&limited(reader)?)?)
}

/// Reads the keys in a file, a pipe or a device. Reads at most as many bytes as a recording may have.
///
/// # Errors
/// Returns one line that says why the keys cannot be read or parsed.
pub fn read_keys(path: &Path) -> Result<PackedKeys, ErrorText> {
    let bytes = open_and_wait(path).map_err(From::from).and_then(whole);
    let text = bytes.map_err(|why| match why {
        UnreadableRecording::TooLarge => {
            let most = LARGEST >> 20;
            format!("it is larger than any game's keys (more than {most} MiB)")
        }
        why => why.to_string(),
    });
    // The standard library has the same message for invalid UTF-8.
    let no_text = |_| "stream did not contain valid UTF-8".to_owned();
    let text = text.and_then(|bytes| String::from_utf8(bytes).map_err(no_text));
    let path = Untrusted::from(path);
    let text = text.map_err(|why| format!("cannot read {path}: {why}"))?;
    text.parse().map_err(|error| format!("{path}: {error}"))
}

/// Whether the bytes of a file still have this fingerprint; `false` if the file cannot be read.
pub fn is_still(path: &Path, fingerprint_then: Fingerprint) -> bool {
    bytes(path).is_ok_and(|bytes| fingerprint(&bytes) == fingerprint_then)
}

/// Returns the fingerprint of a file with these bytes.
pub fn fingerprint(bytes: &[u8]) -> Fingerprint {
    Sha256::digest(bytes).into()
}

/// Reads the bytes of a file that may hold a recording or keys.
///
/// # Errors
/// Returns why the file cannot be read. For a folder, this is [`RecordingError::Foreign`].
pub fn bytes(path: &Path) -> Result<Vec<u8>, UnreadableRecording> {
    let file = open_at_once(path)?;
    if file.metadata()?.is_dir() {
        Err(RecordingError::Foreign.into())
    } else {
        whole(file)
    }
}

/// Reads a whole file. Rejects a large file, such as a sparse one, before reading. The size of pipes and devices is
/// known only after reading.
fn whole(file: File) -> Result<Vec<u8>, UnreadableRecording> {
    if file.metadata()?.len() > LARGEST as u64 {
        Err(UnreadableRecording::TooLarge)
    } else {
        limited(file)
    }
}

fn limited(reader: impl Read) -> Result<Vec<u8>, UnreadableRecording> {
    let mut bytes = Vec::new();
    reader.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LARGEST {
        Err(UnreadableRecording::TooLarge)
    } else {
        Ok(bytes)
    }
}
