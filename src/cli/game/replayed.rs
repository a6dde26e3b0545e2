//! The recorded game that a person names to see it again: a file, a saved game, or `-` for standard input.
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output::errors::{complain, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::save::recording_file::{UnreadableRecording, read, read_from};
use crate::cli::save::save_folder::SaveFolder;
use crate::format::characters::clean;
use crate::format::report::Report;
use crate::play::replay::playback::Drift;
use crate::play::replay::recording::Recording;

/// Reads it; one that cannot be played is told about.
pub fn open(path: &Path) -> Result<Recording, Exit> {
    let found = match path == Path::new("-") {
        true => read_from(io::stdin().lock()),
        false => read(&saved(path).unwrap_or(path.to_owned())).map(|(recording, _)| recording),
    };
    found.map_err(|why| {
        let hint = match &why {
            UnreadableRecording::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                ", and no saved game is called so; `dungeon saves` lists them"
            }
            _ => "",
        };
        refuse(format_args!("cannot replay {}: {why}{hint}", named(path)))
    })
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

/// Where the saved game of this name is, if one has it and no file does: what is printed of a file is the same wherever
/// it is printed.
fn saved(path: &Path) -> Option<PathBuf> {
    let name = path.file_name().and_then(OsStr::to_str)?;
    if path.exists() || path.as_os_str() != name {
        return None;
    }
    let save = SaveFolder::of_person().ok()?.place(name);
    save.is_file().then_some(save)
}

fn named(path: &Path) -> String {
    clean(&path.display().to_string()).into_owned()
}
