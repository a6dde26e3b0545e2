//! Certificates: recordings of won games, written to the folder that the user chose.
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::output::errors::{ErrorText, system_message};
use crate::cli::save::game_file;
use crate::cli::save::kept_files::{KeptContent, KeptFile, WriteMoment};
use dungeon_format::source::Source;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::replay::certificate::Certificate;

/// Returns the common start of the file names of a dungeon's certificates.
pub fn stem(source: &Source) -> String {
    game_file::stem(source.name.raw())
}

/// Returns the path of the certificate for this dungeon and seed.
fn place(folder: &Path, source: &Source, seed: u64) -> PathBuf {
    folder.join(format!("{}-{seed}.rec", stem(source)))
}

/// Checks that the certificate would not overwrite another file. Called before the search, because a long search must
/// not end with such an error.
///
/// # Errors
/// Returns a message if the path is taken by a file that is not a recording.
pub fn is_free(folder: &Path, source: &Source, seed: u64) -> Result<(), ErrorText> {
    let place = place(folder, source, seed);
    let content = KeptContent::Recording;
    let is_free = content.check(&place);
    is_free.map_err(|error| content.unwritten(&place, &error))
}

/// Writes a certificate into a folder, and creates the folder if necessary. The file name contains the dungeon and the
/// seed. Only an older recording is replaced.
///
/// # Errors
/// Returns a message if the folder or the file cannot be written.
pub fn write(folder: &Path, source: &Source, certificate: &Certificate) -> Result<(), ErrorText> {
    fs::create_dir_all(folder).map_err(|error| {
        let why = system_message(&error);
        format!("cannot write into {}: {why}", Untrusted::from(folder))
    })?;
    let place = place(folder, source, certificate.recording.seed);
    let file = KeptFile::open(KeptContent::Recording, &place)?;
    file.write(&certificate.recording, WriteMoment::Leaving)
}
