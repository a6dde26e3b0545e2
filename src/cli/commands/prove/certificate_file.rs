//! The recording of a game that was won, in a folder of the person's.
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::output::errors::{ErrorText, system_message};
use crate::cli::save::game_file;
use crate::cli::save::kept_files::{KeptContent, KeptFile, WriteMoment};
use dungeon_format::source::Source;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::replay::certificate::Certificate;

/// How the names of the certificates of a dungeon begin.
pub fn stem(source: &Source) -> String {
    game_file::stem(source.name.raw())
}

/// Where the certificate of a dungeon's game with this seed stands in a folder.
fn place(folder: &Path, source: &Source, seed: u64) -> PathBuf {
    folder.join(format!("{}-{seed}.rec", stem(source)))
}

/// Succeeds where the certificate of a game stands in the way of nothing: a long search must not end in a refusal.
///
/// # Errors
/// A line for the person.
pub fn is_free(folder: &Path, source: &Source, seed: u64) -> Result<(), ErrorText> {
    let place = place(folder, source, seed);
    let content = KeptContent::Recording;
    let is_free = content.check(&place);
    is_free.map_err(|error| content.unwritten(&place, &error))
}

/// Writes the recording of a certificate into a folder, which is made if it is missing. Its name tells the dungeon and
/// the seed. No other file than an older recording is replaced.
///
/// # Errors
/// A line for the person.
pub fn write(folder: &Path, source: &Source, certificate: &Certificate) -> Result<(), ErrorText> {
    fs::create_dir_all(folder).map_err(|error| {
        let why = system_message(&error);
        format!("cannot write into {}: {why}", Untrusted::from(folder))
    })?;
    let place = place(folder, source, certificate.recording.seed);
    let file = KeptFile::open(KeptContent::Recording, &place)?;
    file.write(&certificate.recording, WriteMoment::Leaving)
}
