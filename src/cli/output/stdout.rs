//! Text for standard output.
use std::io::{self, ErrorKind, Write};

use super::errors::{refuse, unprinted};
use super::exit::Exit;

/// Prints it. A reader that goes away has read enough.
pub fn print(text: impl AsRef<[u8]>) -> Exit {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_ref()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => refuse(unprinted(&error)),
        _ => Exit::Clean,
    }
}
