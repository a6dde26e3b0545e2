//! Writes the result of a command to a new file, or to standard output.
use std::io::ErrorKind;
use std::path::Path;

use super::whole_file::{FileAccess, create};
use crate::cli::output::errors::{ErrorText, refuse, system_message};
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print_text;
use dungeon_format::untrusted::Untrusted;

/// Writes a new file, whole or not at all.
///
/// # Errors
/// Returns one line that says why the file was not written, for example because it already exists.
pub fn write_new(path: &Path, text: &str) -> Result<(), ErrorText> {
    let created = create(path, text.as_bytes(), FileAccess::Usual);
    created.map(drop).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::AlreadyExists => "the file already exists".to_owned(),
            _ => system_message(&error),
        };
        format!("cannot write {}: {why}", Untrusted::from(path))
    })
}

/// Writes printable text to a new file. Prints it on standard output if the path is `None` or `-`.
pub fn write_or_print(path: Option<&Path>, text: &str) -> Exit {
    match path.filter(|path| *path != Path::new("-")) {
        None => print_text(text),
        Some(path) => match write_new(path, text) {
            Ok(()) => Exit::Clean,
            Err(why) => refuse(why),
        },
    }
}
