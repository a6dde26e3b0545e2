//! Text on standard output.
use std::io::{self, ErrorKind, IsTerminal, Write};

use super::errors::{refuse, unprinted_text};
use super::exit::Exit;
use super::printable;
use dungeon_format::untrusted::Untrusted;

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Prints lines of text, each ended by a line feed; other characters that are not printable are escaped. A closed pipe
/// is no error: its reader has read enough.
pub fn print(text: &str) -> Exit {
    ended(write_lines(&mut io::stdout().lock(), text), Exit::Clean)
}

/// Prints the text of a file that was read without errors, to the byte: `parse` reports every character in it that a
/// terminal obeys, but for tabs and line ends. A closed pipe is no error.
pub fn print_text(text: &str) -> Exit {
    let mut out = io::stdout().lock();
    let written = { out.write_all(text.as_bytes()) }.and_then(|()| out.flush());
    ended(written, Exit::Clean)
}

/// Returns the exit code of a command after its output. A closed pipe is no error: its reader has read enough.
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

/// Prints a line of text in which every character is a printable one. A failure means that the terminal has gone, and is
/// ignored.
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
