//! Prints error messages on standard error, and returns the exit codes that go with them. Failures to write there are
//! ignored: nothing could report them.
use std::fmt::Display;
use std::io::{self, Write};

use super::exit::Exit;
use dungeon_format::report::Report;
use dungeon_format::untrusted::Untrusted;
use dungeon_format::{Diagnostic, Source};

/// A message for [`refuse`]. Callers only print it; errors that callers distinguish are enums.
pub type ErrorText = String;

/// Prints one line on standard error, prefixed with the program's name. Unprintable characters are escaped.
pub fn print_error(what: impl Display) {
    let _ = writeln!(io::stderr(), "{}", error_line(&what));
}

/// Prints all findings of a report on standard error.
pub fn print_report(report: &Report) {
    let _ = writeln!(io::stderr(), "{report}");
}

/// Prints all findings of a source on standard error.
pub fn print_findings(source: Source, diagnostics: Vec<Diagnostic>) {
    print_report(&Report {
        source,
        diagnostics,
    });
}

fn error_line(what: &impl Display) -> Untrusted {
    Untrusted::new(format!("dungeon: {what}"))
}

/// Prints the reason that a command failed, and returns the exit code.
pub fn refuse(why: impl Display) -> Exit {
    print_error(why);
    Exit::Usage
}

/// Describes a file that could not be read.
pub fn unreadable_text(path: impl Into<Untrusted>, error: &io::Error) -> String {
    format!("cannot read {}: {}", path.into(), system_message(error))
}

/// Describes a standard output that could not be written to.
pub fn unprinted_text(error: &io::Error) -> String {
    format!("cannot write to standard output: {}", system_message(error))
}

/// Returns the system's message without the error number.
pub fn system_message(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}
