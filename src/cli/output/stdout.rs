//! Text on standard output.
use std::io::{self, ErrorKind, Write};

use super::errors::{refuse, unprinted_text};
use super::exit::Exit;

/// Prints a text. A closed pipe is no error: its reader has read enough.
pub fn print(text: impl AsRef<[u8]>) -> Exit {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_ref()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => refuse(unprinted_text(&error)),
        _ => Exit::Clean,
    }
}
