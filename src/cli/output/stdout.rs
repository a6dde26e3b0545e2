//! Text on standard output.
use std::io::{self, ErrorKind, Write};

use super::errors::{refuse, unprinted_text};
use super::exit::Exit;
use super::printable;
use crate::format::untrusted::Untrusted;

/// Prints lines of text, each ended by a line feed; other characters that are not printable are escaped. A closed pipe
/// is no error: its reader has read enough.
pub fn print(text: &str) -> Exit {
    let mut out = io::stdout().lock();
    let text = printable::lines(text);
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => refuse(unprinted_text(&error)),
        _ => Exit::Clean,
    }
}

/// Prints a line of text in which every character is a printable one. A failure means that the terminal has gone, and is
/// ignored.
pub fn print_line(line: &str) {
    let _ = writeln!(io::stdout(), "{}", Untrusted::from(line));
}
