//! The last game: the recording of the game that a person played to its end last, whatever its dungeon. Who has just won a
//! long game asked for no file before, and a farewell has no room for the keys. The file stands beside the folder of saves.
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::folder_lock::{LockWait, lock};
use super::save_folder::SaveFolder;
use super::whole_file::{FileAccess, replace};

/// The name by which `dungeon replay` finds the last game, unless a file or a save is called so.
const NAME: &str = "last";

/// Returns the file of the last game, which may not be there yet.
///
/// # Errors
/// If the home folder is not known; a sentence for the person.
fn place() -> Result<PathBuf, String> {
    let saves = SaveFolder::of_person()?;
    Ok(saves.path.with_file_name(format!("{NAME}.rec")))
}

/// Returns the last game's file if this is its name.
pub fn find(name: &str) -> Option<PathBuf> {
    place().ok().filter(|path| name == NAME && path.is_file())
}

/// Returns what a command calls the last game in this file: by its name, unless a save is called so.
pub fn named(path: &Path) -> PathBuf {
    let save = SaveFolder::of_person()
        .ok()
        .and_then(|saves| saves.find(NAME));
    match save {
        None => PathBuf::from(NAME),
        Some(_) => path.to_owned(),
    }
}

/// Writes the text of a recording in the place of the last game before, and returns where that is.
///
/// # Errors
/// `WouldBlock` if another process keeps the folder's lock; otherwise what the system said. The file is then as it was.
pub fn keep(text: &str) -> io::Result<PathBuf> {
    let path = place().map_err(|_| ErrorKind::NotFound)?;
    let folder = SaveFolder::around(&path);
    folder.make()?;
    let Some(_lock) = lock(&folder.path, LockWait::Short)? else {
        return Err(ErrorKind::WouldBlock.into());
    };
    replace(&path, text.as_bytes(), FileAccess::Owner)?;
    Ok(path)
}
