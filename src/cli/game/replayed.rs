//! Opens the recording that `render --replay` or `dungeon replay` names: a file, a saved game, the last finished game,
//! or `-` for standard input.
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output::errors::{print_error, print_report, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::save::recording_file::{UnreadableRecording, read_from, read_watched};
use crate::cli::save::save_folder::SaveFolder;
use dungeon_format::report::Report;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::replay::playback::Drift;
use dungeon_play::replay::recording::Recording;

/// Reads the recording with this path or name.
///
/// # Errors
/// Reports the reason, and returns the exit code.
pub fn open(path: &Path) -> Result<Recording, Exit> {
    let found = if path == Path::new("-") {
        read_from(io::stdin().lock())
    } else {
        let found = read_watched(&find_save(path).unwrap_or(path.to_owned()));
        found.map(|(recording, _)| recording)
    };
    found.map_err(|why| {
        let hint = match &why {
            UnreadableRecording::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                ", and no saved game has that name; run `dungeon saves` for a list"
            }
            _ => "",
        };
        refuse(format_args!(
            "cannot replay {}: {why}{hint}",
            Untrusted::from(path)
        ))
    })
}

/// Reports the errors of the dungeon in a recording.
pub fn report_errors(report: &Report) -> Exit {
    print_error("the recorded dungeon has errors");
    print_report(report);
    Exit::Errors
}

/// Reports where a game drifted from its recording.
pub fn report_drift(path: &Path, drift: &Drift) -> Exit {
    print_error(format_args!("{}: {drift}", Untrusted::from(path)));
    Exit::Errors
}

/// Returns the path of the save with this name, or of the last game for `last`. `None` if a file has the name:
/// replaying a file must not depend on which saves exist.
fn find_save(path: &Path) -> Option<PathBuf> {
    let name = path.file_name().and_then(OsStr::to_str)?;
    if path.exists() || path.as_os_str() != name {
        return None;
    }
    SaveFolder::of_person().ok()?.find(name)
}
