//! Opens the recordings named for `--replay` and `dungeon replay`: a file, a saved game, the last finished game, or
//! `-` for standard input.
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
/// Returns the exit code after the reason was reported.
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

/// Returns the save with this name, or else the last finished game with it; `None` if a file has the name, so that
/// replaying a file never depends on the saves.
fn find_save(path: &Path) -> Option<PathBuf> {
    let name = path.file_name().and_then(OsStr::to_str)?;
    if path.exists() || path.as_os_str() != name {
        return None;
    }
    SaveFolder::of_person().ok()?.find(name)
}
