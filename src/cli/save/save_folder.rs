//! The folder of the saves: which are there, and how one is written so that no other is ever lost. A process holds the
//! folder's lock while it changes a save there, so that what it saw is still so when it acts on it. Checkpoints stand
//! beside the saves; each is written by one process alone, without the lock.
use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use etcetera::base_strategy::{BaseStrategy, Xdg};

use super::folder_lock::{LockWait, is_locked, lock};
use super::recording_file::{Fingerprint, fingerprint, is_still};
use super::save_name::{EXTENSION, is_checkpoint, name_of};
use super::whole_file::{FileAccess, create, folder, replace_and_open, sync_folder};
use crate::cli::output::errors::unreadable_text;
use dungeon_format::opened_file::open_at_once;
use dungeon_format::untrusted::Untrusted;

/// How often a new name is tried without the lock. Each failure means that another process has saved.
const TRIALS: usize = 100;

/// By how much a save is dated later than the one before, where the clock does not say so.
const TICK: Duration = Duration::from_millis(1);

/// A folder of saves, which may not be there yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveFolder {
    /// The path of the folder.
    pub path: PathBuf,
}

/// A save as this process last read or wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveHandle {
    /// The path of the file.
    pub path: PathBuf,
    /// Fingerprint of the bytes it held then.
    pub fingerprint: Fingerprint,
}

/// How a save came to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveKind {
    /// The player left, or a signal or a panic that was caught ended the process.
    Left,
    /// A checkpoint, written on the way, of a game whose process is gone: nothing else is left of the game.
    Checkpoint,
    /// A checkpoint of a game that another process is playing now.
    CheckpointInPlay,
}

/// A save that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSave {
    /// The name by which `dungeon resume` finds the save.
    pub name: Untrusted,
    /// How the save came to be written.
    pub kind: SaveKind,
    /// The path of the file.
    pub path: PathBuf,
    /// When the save was written.
    pub saved: SystemTime,
    /// Size of the file in bytes.
    pub size: u64,
}

/// Returns the latest save that no other process is playing; `None` if there is none.
pub fn latest(saves: Vec<FoundSave>) -> Option<FoundSave> {
    let ours = saves.into_iter();
    let ours = ours.filter(|found| found.kind != SaveKind::CheckpointInPlay);
    ours.max_by_key(|found| found.saved)
}

impl SaveFolder {
    /// The person's own folder: `dungeon/saves` below `$XDG_STATE_HOME`, or `~/.local/state` where that is not an
    /// absolute path.
    ///
    /// # Errors
    /// If the home folder is not known; a sentence for the person.
    pub fn of_person() -> Result<SaveFolder, String> {
        let unknown = "your home folder is not known; XDG_STATE_HOME can name a folder";
        let state = Xdg::new().ok().and_then(|xdg| xdg.state_dir());
        let state = state.filter(|state| state.is_absolute()).ok_or(unknown)?;
        Ok(SaveFolder {
            path: state.join("dungeon").join("saves"),
        })
    }

    /// The folder that a save is in.
    pub fn around(save: &Path) -> SaveFolder {
        let path = folder(save).to_owned();
        SaveFolder { path }
    }

    /// Where a save of this name is, or would be.
    pub fn place(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.{EXTENSION}"))
    }

    /// The save or checkpoint of this name; none if there is none.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let places = [self.place(name), self.path.join(name)];
        let mut files = places.into_iter().filter(|path| path.is_file());
        files.find(|path| name_of(path).is_some_and(|known| known == name))
    }

    /// All saves and checkpoints, in the order of their names; none if there is no folder.
    ///
    /// # Errors
    /// If the folder cannot be read; a line for the person.
    pub fn saves(&self) -> Result<Vec<FoundSave>, String> {
        let files = self.files();
        let files = files.map_err(|error| unreadable_text(&self.path, &error))?;
        let found = files.into_iter().map(|(name, path, about)| FoundSave {
            name: name.into(),
            kind: match is_checkpoint(&path) {
                false => SaveKind::Left,
                true if is_locked(&path) => SaveKind::CheckpointInPlay,
                true => SaveKind::Checkpoint,
            },
            saved: about.modified().unwrap_or(SystemTime::UNIX_EPOCH),
            size: about.len(),
            path,
        });
        let mut saves: Vec<FoundSave> = found.collect();
        saves.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(saves)
    }

    /// The name, the path and the metadata of each save and checkpoint; none if there is no folder.
    fn files(&self) -> io::Result<Vec<(String, PathBuf, Metadata)>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let Some(name) = name_of(&path) else { continue };
            // A save may have been removed since the folder was listed.
            let Ok(about) = fs::metadata(&path) else {
                continue;
            };
            files.push((name, path, about));
        }
        Ok(files)
    }

    /// Dates a save or checkpoint that was just written later than every other. A clock that was set back, or that is
    /// too coarse to tell two saves apart, would leave an older game the newest one.
    ///
    /// # Errors
    /// What the system said. The file has then the date of the clock.
    pub fn date_last(&self, path: &Path) -> io::Result<()> {
        let others = self.files()?.into_iter().filter(|file| file.1 != path);
        let dates = others.filter_map(|(_, _, about)| about.modified().ok());
        let Some(latest) = dates.max() else {
            return Ok(());
        };
        let file = open_at_once(path)?;
        match (file.metadata()?.modified()?, latest.checked_add(TICK)) {
            (date, Some(next)) if date <= latest => file.set_modified(next),
            _ => Ok(()),
        }
    }

    /// Writes a game: over the save of the handle if that file is still unchanged, and otherwise under the first free
    /// name. Without the lock the file might change in the next moment, so that a free name is taken then, too.
    ///
    /// # Errors
    /// What the system said. No save has changed then.
    pub fn store(
        &self,
        stem: &str,
        held: Option<&SaveHandle>,
        text: &str,
        wait: LockWait,
    ) -> io::Result<SaveHandle> {
        self.make()?;
        let lock = lock(&self.path, wait)?;
        let held = held.filter(|held| lock.is_some() && is_still(&held.path, held.fingerprint));
        let held = held.map(|held| held.path.as_path());
        let (path, _) = self.write(held, stem, EXTENSION, text.as_bytes())?;
        sync_folder(&self.path)?;
        // A save of another date is a save still.
        let _ = self.date_last(&path);
        Ok(SaveHandle {
            path,
            fingerprint: fingerprint(text.as_bytes()),
        })
    }

    /// Writes a game over the file that this process holds, if there is one, and otherwise under the first free name
    /// with this extension. Returns the path and the new file; their names outlast a power failure after
    /// `sync_folder`.
    ///
    /// # Errors
    /// Returns the system's error. No file has changed then.
    pub fn write(
        &self,
        held: Option<&Path>,
        stem: &str,
        extension: &str,
        bytes: &[u8],
    ) -> io::Result<(PathBuf, File)> {
        if let Some(held) = held {
            match replace_and_open(held, bytes, FileAccess::Owner) {
                // Another process removed the unfinished file.
                Err(error) if is_anothers_doing(&error) => {}
                result => return result.map(|file| (held.to_owned(), file)),
            }
        }
        self.make()?;
        self.create_free(stem, extension, bytes)
    }

    /// Makes the folder, for the person alone, unless it is there.
    ///
    /// # Errors
    /// What the system said.
    pub fn make(&self) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        builder.recursive(true).mode(0o700).create(&self.path)
    }

    /// Writes a game without the lock under the first free name with this end, while another process may take the name
    /// or sweep away an unfinished file. Returns the path and the new file.
    ///
    /// # Errors
    /// What the system said.
    fn create_free(
        &self,
        stem: &str,
        extension: &str,
        bytes: &[u8],
    ) -> io::Result<(PathBuf, File)> {
        let trials = (0..TRIALS).map(|_| {
            let path = self.free(stem, extension);
            create(&path, bytes, FileAccess::Owner).map(|file| (path, file))
        });
        let mut last = ErrorKind::AlreadyExists.into();
        for trial in trials {
            match trial {
                Err(error) if is_anothers_doing(&error) => last = error,
                result => return result,
            }
        }
        Err(last)
    }

    /// Removes a save, unless its file has changed since the handle was made.
    ///
    /// # Errors
    /// `WouldBlock` if somebody else has the lock; otherwise what the system said.
    pub fn remove(&self, held: &SaveHandle) -> io::Result<()> {
        let Some(_lock) = lock(&self.path, LockWait::Usual)? else {
            return Err(ErrorKind::WouldBlock.into());
        };
        if !is_still(&held.path, held.fingerprint) {
            return Ok(());
        }
        fs::remove_file(&held.path)?;
        sync_folder(&self.path)
    }

    /// The first of `crypt`, `crypt-2`, `crypt-3`… that nothing with this end has.
    fn free(&self, stem: &str, extension: &str) -> PathBuf {
        let place = |name: &str| self.path.join(format!("{name}.{extension}"));
        let others = (2_u64..).map(|nth| format!("{stem}-{nth}"));
        let names = [stem.to_owned()].into_iter().chain(others);
        let mut places = names.map(|name| place(&name));
        let free = places.find(|place| fs::symlink_metadata(place).is_err());
        free.unwrap_or_else(|| place(stem))
    }
}

/// Whether another process took the name first, or swept away the file that was to get the name.
fn is_anothers_doing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound)
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;
    use std::thread;

    use super::*;
    use crate::cli::save::folder_lock::mark_as_ours;

    /// A folder of this test's own, and what is removed with it.
    pub fn folder() -> (SaveFolder, tempfile::TempDir) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("saves");
        (SaveFolder { path }, home)
    }

    /// The names of all saves and checkpoints there.
    pub fn names(folder: &SaveFolder) -> Vec<String> {
        let saves = folder.saves().expect("a folder");
        saves
            .into_iter()
            .map(|found| found.name.raw().to_owned())
            .collect()
    }

    #[test]
    fn a_new_game_takes_the_first_free_name_and_a_held_one_its_own() {
        let (folder, _home) = folder();
        let store = |held, text| {
            let stored = folder.store("crypt", held, text, LockWait::Usual);
            stored.expect("a save")
        };
        let (first, second) = (store(None, "one"), store(None, "two"));
        let again = store(Some(&first), "three");
        assert_eq!((&again.path, again != first), (&first.path, true));
        assert_eq!(names(&folder), ["crypt", "crypt-2"]);
        let held = |path: &Path| fs::read_to_string(path).expect("a save");
        assert_eq!([held(&first.path), held(&second.path)], ["three", "two"]);
        // What it was is no more, so that it is somebody else's now.
        let other = store(Some(&first), "four");
        assert_eq!(other.path, folder.place("crypt-3"));
        folder.remove(&first).expect("a folder");
        assert_eq!(held(&first.path), "three", "nor is it removed");
        folder.remove(&again).expect("a folder");
        assert_eq!(names(&folder), ["crypt-2", "crypt-3"]);
    }

    #[test]
    fn a_lock_that_stays_held_is_not_waited_for_and_its_holder_loses_nothing() {
        let (folder, _home) = folder();
        let store = |held, text| folder.store("crypt", held, text, LockWait::Short);
        let first = store(None, "one").expect("a save");
        let half = folder.path.join(".writing-theirs.tmp");
        fs::write(&half, "half").expect("a file");
        let theirs = open_at_once(&half).expect("a file");
        assert!(mark_as_ours(&theirs));
        let held_lock = lock(&folder.path, LockWait::Usual).expect("a folder");
        assert!(held_lock.is_some());
        let second = store(Some(&first), "two").expect("a save");
        assert_eq!(second.path, folder.place("crypt-2"));
        let third = store(Some(&second), "three").expect("a save");
        assert_eq!(names(&folder), ["crypt", "crypt-2", "crypt-3"]);
        let held = [&first, &second, &third].map(|held| fs::read_to_string(&held.path).ok());
        assert_eq!(
            held,
            ["one", "two", "three"].map(|text| Some(text.to_owned()))
        );
        let error = folder.remove(&first).expect_err("a lock that is held");
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
        assert!(first.path.exists() && half.exists(), "theirs is not swept");
        drop((held_lock, theirs));
        // Each wait in vain before has the lock for a moment.
        while lock(&folder.path, LockWait::Usual)
            .expect("a folder")
            .is_none()
        {}
        let again = store(Some(&first), "four").expect("a save");
        assert_eq!((again.path, half.exists()), (first.path, false));
    }

    #[test]
    fn whatever_the_clock_says_a_save_is_dated_later_than_those_before() {
        let (folder, _home) = folder();
        let store = |held, text| folder.store("crypt", held, text, LockWait::Usual);
        let first = store(None, "one").expect("a save");
        let newest = || {
            let saves = folder.saves().expect("a folder").into_iter();
            saves.max_by_key(|found| found.saved).expect("a save").path
        };
        let century = Duration::from_secs(100 * 31_556_952);
        for _ in 0..3 {
            // The clock is set back.
            let file = File::open(newest()).expect("a save");
            let saved = file.metadata().and_then(|about| about.modified());
            let later = saved.expect("a date") + century;
            file.set_modified(later).expect("a date");
            let second = store(None, "two").expect("a save");
            assert_eq!(newest(), second.path);
        }
        let again = store(Some(&first), "three").expect("a save");
        assert_eq!((&again.path, newest()), (&first.path, first.path.clone()));
    }

    #[test]
    fn without_the_lock_two_never_take_the_same_name() {
        let (folder, _home) = folder();
        fs::create_dir_all(&folder.path).expect("a folder");
        let writers = (0..4).map(|writer| {
            let folder = folder.clone();
            thread::spawn(move || {
                for nth in 0..8 {
                    let text = format!("{writer} {nth}");
                    let stored = folder.create_free("crypt", EXTENSION, text.as_bytes());
                    stored.expect("a save");
                }
            })
        });
        let writers: Vec<_> = writers.collect();
        writers
            .into_iter()
            .for_each(|writer| writer.join().expect("a writer"));
        let texts = names(&folder)
            .iter()
            .map(|name| fs::read_to_string(folder.place(name)).expect("a save"))
            .collect::<BTreeSet<_>>();
        assert_eq!(texts.len(), 32);
        assert_eq!(fs::read_dir(&folder.path).expect("a folder").count(), 32);
    }
}
