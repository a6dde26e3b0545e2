//! The recording of a game that was won, in a folder of the person's.
use std::fs;
use std::path::Path;

use crate::cli::output::errors::system_message;
use crate::cli::save::save_name;
use crate::cli::save::whole_file::{FileAccess, replace};
use crate::format::source::Source;
use crate::format::untrusted::Untrusted;
use crate::play::replay::certificate::Certificate;

/// How the names of the certificates of a dungeon begin.
pub fn stem(source: &Source) -> String {
    save_name::stem(source.name.raw())
}

/// Writes the recording of a certificate into a folder, which is made if it is missing. Its name tells the dungeon and
/// the seed.
///
/// # Errors
/// A line for the person.
pub fn write(folder: &Path, source: &Source, certificate: &Certificate) -> Result<(), String> {
    let name = stem(source);
    let path = folder.join(format!("{name}-{}.rec", certificate.recording.seed));
    let text = certificate.recording.to_text();
    fs::create_dir_all(folder)
        .and_then(|()| replace(&path, text.as_bytes(), FileAccess::Usual))
        .map_err(|error| {
            let path = Untrusted::from(&*path);
            format!("cannot write {path}: {}", system_message(&error))
        })
}
