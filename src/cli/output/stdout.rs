//! Prints text on standard output.
use std::io::{self, ErrorKind, IsTerminal, Write};

use super::errors::{refuse, unprinted_text};
use super::exit::Exit;
use super::printable;
use dungeon_format::json::Row;
use dungeon_format::untrusted::Untrusted;

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Prints text of several lines, and escapes unprintable characters except line feeds. A closed pipe is not an error:
/// the reader has read enough.
pub fn print(text: &str) -> Exit {
    ended(write_lines(&mut io::stdout().lock(), text), Exit::Clean)
}

/// Prints the text of a valid dungeon file unchanged. Valid files have no control characters except tabs and line ends.
/// A closed pipe is not an error.
pub fn print_text(text: &str) -> Exit {
    let mut out = io::stdout().lock();
    let written = { out.write_all(text.as_bytes()) }.and_then(|()| out.flush());
    ended(written, Exit::Clean)
}

/// Returns the exit code of a command that has written its output: `exit`, or 2 after a write error, which is reported.
/// A closed pipe is not an error: the reader has read enough.
pub(crate) fn ended(written: io::Result<()>, exit: Exit) -> Exit {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => refuse(unprinted_text(&error)),
        _ => exit,
    }
}

fn write_lines(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(printable::lines(text).as_bytes())?;
    out.flush()
}

/// Prints a row as one line, in one write if the system allows: a program that is killed leaves whole lines.
///
/// # Errors
/// Returns an error if writing fails.
pub fn print_row(row: &Row) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(format!("{row}\n").as_bytes())?;
    out.flush()
}

/// Prints a line of text, and escapes unprintable characters. Failures are ignored: the terminal is gone.
pub fn print_line(line: &str) {
    let _ = writeln!(io::stdout(), "{}", Untrusted::from(line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_without_a_character_that_a_terminal_obeys() {
        let mut out = Vec::new();
        write_lines(&mut out, "a\u{1b}[2J\nb\u{9b}\n").expect("bytes");
        assert_eq!(out, b"a\\x1b[2J\nb\\u{9b}\n");
    }
}
