//! Error messages on standard error, and the exit codes that go with them. A failure to write there is ignored: with
//! standard error closed there is no way to report it.
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use super::exit::Exit;
use crate::dungeon::Dungeon;
use crate::format::characters::clean;
use crate::format::load::read;
use crate::format::report::Report;
use crate::format::source::{Limits, Source};

/// Prints one line on standard error, after the program's name.
pub fn print_error(what: impl Display) {
    let _ = writeln!(io::stderr(), "dungeon: {what}");
}

/// Prints why a command cannot do what was asked, and returns the exit code.
pub fn refuse(why: impl Display) -> Exit {
    print_error(why);
    Exit::Usage
}

/// Describes a file that could not be read.
pub fn unreadable_text(path: &Path, error: &io::Error) -> String {
    let name = path.display().to_string();
    format!("cannot read {}: {}", clean(&name), system_message(error))
}

/// Describes a standard output that could not be written to.
pub fn unprinted_text(error: &io::Error) -> String {
    format!("cannot write to standard output: {}", system_message(error))
}

/// Returns the system's message, without the error number.
pub fn system_message(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}

/// Loads the dungeon of a source.
///
/// # Errors
/// Returns the exit code after all findings were reported, if one of them is an error.
pub fn dungeon(source: Source) -> Result<Dungeon, Exit> {
    let (dungeon, diagnostics) = read(&source, &Limits::default());
    dungeon.ok_or_else(|| {
        let report = Report {
            source,
            diagnostics,
        };
        let _ = writeln!(io::stderr(), "{report}");
        Exit::Errors
    })
}
