//! The recorded game that a person names: by the path of its file, or `-` for standard input.
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::complaint::{complain, refuse, unreadable};
use super::exit::Exit;
use crate::format::characters::clean;
use crate::format::report::Report;
use crate::play::playback::Drift;
use crate::play::recording::Recording;

/// Bytes of a recording: a file without an end must not fill the memory.
const LARGEST: u64 = 256 << 20;

/// Reads it; one that cannot be played is told about.
pub fn open(path: &Path) -> Result<Recording, Exit> {
    let bytes = read(path).map_err(|error| refuse(unreadable(path, &error)))?;
    let text = String::from_utf8_lossy(&bytes);
    Recording::from_text(&text).map_err(|why| refuse(format_args!("{}: {why}", named(path))))
}

/// Says what is wrong with the dungeon inside of it.
pub fn faulty(report: &Report) -> Exit {
    complain(format_args!("the recorded dungeon has errors\n{report}"));
    Exit::Errors
}

/// Says where the game went otherwise than it was recorded.
pub fn drifted(path: &Path, drift: &Drift) -> Exit {
    complain(format_args!("{}: {drift}", named(path)));
    Exit::Errors
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match path == Path::new("-") {
        true => io::stdin().lock().take(LARGEST).read_to_end(&mut bytes)?,
        false => File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

fn named(path: &Path) -> String {
    clean(&path.display().to_string()).into_owned()
}
