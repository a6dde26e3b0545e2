//! The files that keep a game in play: its save, and the files that the player named. Both are written when the player
//! leaves, and on an emergency exit: a signal, a panic or a hang-up.
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::folder_lock::LockWait;
use super::kept_files::{OpenFiles, StreamWait};
use super::save_folder::{SaveFolder, SaveHandle, name_of, stem};
use super::whole_file::folder;
use crate::cli::output::errors::system_message;
use crate::cli::output::quoting::quoted;
use crate::format::characters::clean;
use crate::play::replay::recorder::SharedRecording;
use crate::play::replay::recording::Recording;

/// The recording of a game that is played, and the places where it is kept.
pub struct AutoSave {
    recording: SharedRecording,
    files: OpenFiles,
    save: Mutex<CurrentSave>,
}

/// The save of the game that is played.
struct CurrentSave {
    /// The save as it was read or written last; none where the game has no save.
    held: Option<SaveHandle>,
    /// Whether the save holds what was played in this process.
    is_fresh: bool,
}

/// The command that resumes a save that was written, or why none was written, in a person's words.
type SaveResult = Result<String, String>;

impl AutoSave {
    /// Keeps a game that was resumed from this save, if from any.
    pub fn new(recording: SharedRecording, files: OpenFiles, held: Option<SaveHandle>) -> AutoSave {
        let is_fresh = false;
        let save = Mutex::new(CurrentSave { held, is_fresh });
        AutoSave {
            recording,
            files,
            save,
        }
    }

    /// Saves the game, and tells the command that goes on with it.
    ///
    /// # Errors
    /// Why the game could not be saved, as part of a sentence.
    pub fn save(&self) -> SaveResult {
        let recording = locked(&self.recording).clone();
        store(&mut locked(&self.save), &recording, LockWait::Usual)
    }

    /// The command that goes on with the game, if it was saved here.
    pub fn resumption(&self) -> Option<String> {
        let save = locked(&self.save);
        let held = save.held.as_ref().filter(|_| save.is_fresh)?;
        Some(resumption(&held.path))
    }

    /// The command that shows the game again, if it was saved here or is recorded in a file.
    pub fn showing(&self) -> Option<String> {
        let save = locked(&self.save);
        let held = save.held.as_ref().filter(|_| save.is_fresh);
        let name = match (self.files.recording(), held) {
            (Some(path), _) => path.to_owned(),
            // A file that is called like the save would be shown in its place.
            (None, Some(held)) => Some(named(&held.path))
                .filter(|name| !name.exists())
                .unwrap_or_else(|| held.path.clone()),
            (None, None) => return None,
        };
        Some(format!("dungeon replay {}", quoted(name)))
    }

    /// The command that goes back to where the game was resumed, if nothing was saved since.
    pub fn resume_command(&self) -> Option<String> {
        let save = locked(&self.save);
        let held = save.held.as_ref().filter(|_| !save.is_fresh)?;
        Some(resumption(&held.path))
    }

    /// Another game was begun: the save of the one before stays as it is.
    pub fn begin_another(&self) {
        let mut save = locked(&self.save);
        (save.held, save.is_fresh) = (None, false);
    }

    /// The game has ended: what it was resumed from is no more worth keeping.
    pub fn end(&self) {
        let mut save = locked(&self.save);
        if let Some(held) = save.held.take() {
            // A save that cannot be removed can be resumed once more.
            let _ = SaveFolder::around(&held.path).remove(&held);
        }
    }

    /// The files that the person named.
    pub fn files(&self) -> &OpenFiles {
        &self.files
    }

    /// Writes the files that the person named; the errors are lines for the person.
    pub fn write_files(&self) -> Vec<String> {
        self.files.write(&locked(&self.recording).clone())
    }

    /// Writes the keys to a pipe or a device that the person named, which takes as long as its reader takes; the errors
    /// are lines for the person.
    pub fn write_stream(&self) -> Vec<String> {
        let recording = locked(&self.recording).clone();
        self.files.write_stream(&recording, StreamWait::UntilRead)
    }

    /// Saves what can be saved at once, and tells what became of the game, in lines free of control characters. Never
    /// waits for long and never panics: the process is about to end.
    pub fn save_now(&self) -> Vec<String> {
        let Some(recording) = at_once(&self.recording).map(|recording| recording.clone()) else {
            return vec!["The game is not saved: it was in the middle of a turn.".to_owned()];
        };
        let mut lines = match is_worth_it(&recording) {
            true => self.try_save_now(&recording),
            false => Vec::new(),
        };
        lines.extend(self.files.write(&recording));
        lines.extend(self.files.write_stream(&recording, StreamWait::Never));
        lines.iter().map(|line| clean(line).into_owned()).collect()
    }

    fn try_save_now(&self, recording: &Recording) -> Vec<String> {
        let Some(mut save) = at_once(&self.save) else {
            return vec!["The game is not saved: that had only just begun.".to_owned()];
        };
        match store(&mut save, recording, LockWait::Short) {
            Ok(command) => {
                let place = save.held.as_ref().map(|held| held.path.display());
                let place = place.map(|path| format!("in {path}"));
                let lines = [Some(format!("Saved: {command}")), place];
                lines.into_iter().flatten().collect()
            }
            Err(why) => {
                let keys = recording.keys();
                let seed = recording.seed;
                vec![
                    format!("The game is not saved: {why}."),
                    format!("Its keys, with --seed {seed}: {}", quoted(keys.text())),
                ]
            }
        }
    }
}

/// Whether a game is unfinished, and something has happened in it.
fn is_worth_it(recording: &Recording) -> bool {
    recording.outcome.is_none() && !recording.checkpoints.is_empty()
}

fn store(save: &mut CurrentSave, recording: &Recording, wait: LockWait) -> SaveResult {
    let folder = match &save.held {
        Some(held) => SaveFolder::around(&held.path),
        None => SaveFolder::of_person()?,
    };
    let stem = match &save.held {
        Some(held) => name_of(&held.path).unwrap_or_default(),
        None => stem(&recording.name),
    };
    let stored = folder.store(&stem, save.held.as_ref(), &recording.to_text(), wait);
    let held = stored.map_err(|error| {
        let path = folder.path.display().to_string();
        format!("{}, in {}", system_message(&error), clean(&path))
    })?;
    let command = resumption(&held.path);
    (save.held, save.is_fresh) = (Some(held), true);
    Ok(command)
}

/// `dungeon resume crypt`; a save elsewhere is named by its path.
fn resumption(path: &Path) -> String {
    format!("dungeon resume {}", quoted(named(path)))
}

/// As short a name of a save as commands understand.
fn named(path: &Path) -> PathBuf {
    let home = SaveFolder::of_person();
    let is_home = home.is_ok_and(|home| home.path == folder(path));
    match name_of(path).filter(|_| is_home) {
        Some(name) => PathBuf::from(name),
        None => path.to_owned(),
    }
}

/// The value, also after a panic: it is changed at one stroke, and so is always whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value at once; none if it is locked, since a panic in the middle of a change must not be waited for.
fn at_once<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;
    use std::thread;

    use super::*;
    use crate::cli::save::recording_file::{fingerprint, read};
    use crate::engine::event::Outcome;
    use crate::format::source::Source;
    use crate::play::input::key::Key;
    use crate::play::input::show::Show;
    use crate::play::replay::recorder::Recorder;
    use crate::play::session::session::Session;

    /// A game of two turns that was resumed from a save in a folder of its own, and leaves its keys and a recording
    /// there.
    fn kept() -> (Arc<AutoSave>, Recorder, tempfile::TempDir) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("well.save");
        fs::write(&path, "as it was").expect("a file");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/stairs.dng");
        let source = Source::from_text("well.dng", fs::read_to_string(file).expect("a scene"));
        let session = Session::open(file).expect("a sound scene");
        let mut recorder = Recorder::new(session, &source);
        "..".chars().for_each(|key| recorder.press(Key::Char(key)));
        let fingerprint = fingerprint(b"as it was");
        let held = Some(SaveHandle { path, fingerprint });
        let files = ["keys", "film"].map(|name| home.path().join(name));
        let files = OpenFiles::at(Some(&files[0]), Some(&files[1])).expect("two files");
        let auto_save = AutoSave::new(recorder.shared(), files, held);
        (Arc::new(auto_save), recorder, home)
    }

    #[test]
    fn an_emergency_save_returns_its_place_as_often_as_it_is_asked() {
        let (auto_save, mut recorder, home) = kept();
        let path = home.path().join("well.save");
        for turn in 2..5 {
            let lines = auto_save.save_now();
            let expected = format!("Saved: dungeon resume {}", path.display());
            assert_eq!(lines[0], expected);
            assert_eq!(lines.len(), 2);
            let (saved, _) = read(&path).expect("a save");
            assert_eq!(saved, recorder.recording());
            assert_eq!(saved.turn(), turn);
            let (film, _) = read(&home.path().join("film")).expect("a recording");
            assert_eq!(film, saved);
            let keys = fs::read_to_string(home.path().join("keys")).expect("keys");
            assert_eq!(keys, ".".repeat(turn as usize) + "\n");
            recorder.press(Key::Char('.'));
        }
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 3);
    }

    #[test]
    fn an_emergency_saves_no_game_that_is_over() {
        let (auto_save, recorder, home) = kept();
        locked(&recorder.shared()).outcome = Some(Outcome::Won);
        assert_eq!(auto_save.save_now(), [""; 0]);
        let path = home.path().join("well.save");
        assert_eq!(fs::read_to_string(path).expect("a file"), "as it was");
    }

    #[test]
    fn an_emergency_save_neither_waits_for_locks_nor_fails_on_poisoned_ones() {
        let (auto_save, recorder, home) = kept();
        let recording = recorder.shared();
        let guard = locked(&recording);
        let lines = auto_save.save_now();
        assert!(lines[0].starts_with("The game is not saved: "), "{lines:?}");
        drop(guard);
        let poisoned = recorder.shared();
        let panicked = thread::spawn(move || {
            let _guard = locked(&poisoned);
            std::panic::resume_unwind(Box::new("in the middle of a key"));
        });
        assert!(panicked.join().is_err());
        assert!(recorder.shared().is_poisoned());
        assert!(auto_save.save_now()[0].starts_with("Saved: "));
        for name in ["well.save", "film"] {
            assert!(read(&home.path().join(name)).is_ok(), "{name}");
        }
    }

    #[test]
    fn an_emergency_prints_all_keys_of_a_game_that_cannot_be_saved() {
        let (auto_save, _recorder, home) = kept();
        fs::remove_dir_all(home.path()).expect("a folder");
        fs::write(home.path(), "in the way").expect("a file");
        let lines = auto_save.save_now();
        assert!(lines[0].starts_with("The game is not saved: "), "{lines:?}");
        assert_eq!(lines[1], "Its keys, with --seed 0: '..'".replace('\'', ""));
        fs::remove_file(home.path()).expect("a file");
    }
}
