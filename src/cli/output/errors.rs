//! Prints error messages on standard error, and returns the matching exit codes. Failures to print are ignored, because
//! there is nowhere to report them.
use std::fmt::Display;
use std::io::{self, Write};

use super::exit::Exit;
use dungeon_format::report::Report;
use dungeon_format::untrusted::Untrusted;
use dungeon_format::{Diagnostic, Source};

/// An error that callers only print, for example with [`refuse`]. Errors that callers tell apart are enums.
pub type ErrorText = String;

/// Prints one line on standard error, prefixed with the program's name. Unprintable characters are escaped.
pub fn print_error(what: impl Display) {
    let _ = writeln!(io::stderr(), "{}", error_line(&what));
}

/// Prints all findings of a report on standard error.
pub fn print_report(report: &Report) {
    let _ = writeln!(io::stderr(), "{report}");
}

/// Prints findings on standard error, with the lines of their source.
pub fn print_findings(source: Source, diagnostics: Vec<Diagnostic>) {
    print_report(&Report::new(source, diagnostics));
}

fn error_line(what: &impl Display) -> Untrusted {
    Untrusted::new(format!("dungeon: {what}"))
}

/// Prints why a command failed, and returns exit code 2.
pub fn refuse(why: impl Display) -> Exit {
    print_error(why);
    Exit::Usage
}

/// Returns the message for a file that could not be read.
pub fn unreadable_text(path: impl Into<Untrusted>, error: &io::Error) -> String {
    format!("cannot read {}: {}", path.into(), system_message(error))
}

/// Returns the message for a failure to write to standard output.
pub fn unprinted_text(error: &io::Error) -> String {
    format!("cannot write to standard output: {}", system_message(error))
}

/// Returns the message of an error without the system's error number.
pub fn system_message(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}
