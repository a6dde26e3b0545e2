//! A file that a command makes for a person: new and whole, or on standard output.
use std::io::ErrorKind;
use std::path::Path;

use super::whole_file::{FileAccess, create};
use crate::cli::output::errors::{ErrorText, refuse, system_message};
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print_text;
use dungeon_format::untrusted::Untrusted;

/// Writes a file where none is yet.
///
/// # Errors
/// A line for the person.
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

/// Writes a text of printable lines to a new file, or to standard output where there is none or where it is `-`.
pub fn write_or_print(path: Option<&Path>, text: &str) -> Exit {
    match path.filter(|path| *path != Path::new("-")) {
        None => print_text(text),
        Some(path) => match write_new(path, text) {
            Ok(()) => Exit::Clean,
            Err(why) => refuse(why),
        },
    }
}
