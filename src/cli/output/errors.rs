//! What is wrong with a command is told on standard error, and how the command ends then. Where that stream is
//! closed nobody is left to be told, so that a failure to write is none.
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use super::exit::Exit;
use crate::dungeon::Dungeon;
use crate::format::characters::clean;
use crate::format::load::read;
use crate::format::report::Report;
use crate::format::source::{Limits, Source};

/// Says in one line what is wrong.
pub fn complain(what: impl Display) {
    let _ = writeln!(io::stderr(), "dungeon: {what}");
}

/// Says why a command cannot do what was asked.
pub fn refuse(why: impl Display) -> Exit {
    complain(why);
    Exit::Usage
}

/// The words for a file that could not be read.
pub fn unreadable(path: &Path, error: &io::Error) -> String {
    let name = path.display().to_string();
    format!("cannot read {}: {}", clean(&name), said(error))
}

/// The words for a standard output that could not be written to.
pub fn unprinted(error: &io::Error) -> String {
    format!("cannot write to standard output: {}", said(error))
}

/// What the system said, without its number.
pub fn said(error: &io::Error) -> String {
    let said = error.to_string();
    match said.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => said,
    }
}

/// The dungeon of a source; one with errors is told about, all of it.
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
