//! Other files that an imported file names: tilesets, templates and levels.
use std::io;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

use dungeon_format::source::{Limits, Source};

/// A function that reads another file for an import. The path is relative to the folder of the imported file.
pub type SideFile<'a> = dyn Fn(&Path) -> Result<Vec<u8>, SideFileError> + 'a;

/// The reason that a file named by an imported file is not read.
#[derive(Debug, Error)]
pub enum SideFileError {
    /// The file is not in a folder that may be read.
    #[error("it is outside of the folders that may be read")]
    Outside,
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
}

/// Reads the text of a file that an imported file names.
///
/// # Errors
/// Returns the reason that the file is not read.
pub fn side_text(
    path: &Path,
    beside: &SideFile<'_>,
    limits: &Limits,
) -> Result<Source, SideFileError> {
    let bytes = beside(path)?;
    Ok(Source::read(path, bytes.as_slice(), limits)?)
}

/// Normalizes a path without asking the disk. A relative path that leads out of its folder begins with `..`.
pub fn plain_path(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}
