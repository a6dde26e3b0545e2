//! Saves a game in play: its save, its checkpoint, and the files that the player named. The save and the named files
//! are written when the player leaves and at an emergency exit: a signal, a panic or a hang-up. The checkpoint is for
//! ends that no program can catch, such as SIGKILL.
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use super::folder_lock::{SHORT_WAIT, USUAL_WAIT};
use super::game_file::{GameFile, GameState, stem};
use super::kept_files::{KeptContent, KeptFile, WriteMoment};
use super::save_folder::{SaveFolder, short_name};
use crate::cli::output::errors::{ErrorText, system_message};
use crate::cli::output::quoting::{game_options, path_operand, quoted};
use crate::terminal::SaveHooks;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::replay::recorder::SharedRecording;
use dungeon_play::replay::recording::Recording;

/// The recording of the game in play, and the files that it is written to.
pub struct AutoSave {
    recording: SharedRecording,
    /// The files of `--record` and `--keys-to`.
    files: Vec<KeptFile>,
    save: Mutex<CurrentFile>,
    checkpoint: Mutex<CurrentFile>,
    /// Whether the player has been told that no checkpoint could be written. One message per game is enough.
    has_told: AtomicBool,
    /// Whether each finished game is written to `last.rec`.
    keeps_last: bool,
    /// Becomes true when a deadly signal arrives.
    is_ending: Arc<AtomicBool>,
}

/// The save or the checkpoint of the game in play.
struct CurrentFile {
    state: GameState,
    /// The file as last read or written, or the last game after the end; `None` if there is no file.
    held: Option<GameFile>,
    /// The length of the game when it was last written to this file, or resumed.
    length: RecordedLength,
    /// Why the game could not be written. Set by an emergency save, and by a checkpoint until the player is told.
    failure: Option<String>,
}

/// The length of a game: its seed, the number of its moves, and the number of keys since the last move. If a recording
/// still has the same length as before, nothing was played in between.
type RecordedLength = (u64, usize, usize);

impl AutoSave {
    /// Creates the saves of a game. `held` is the file that the game was resumed from, if any.
    pub fn new(
        recording: SharedRecording,
        files: Vec<KeptFile>,
        held: Option<GameFile>,
    ) -> AutoSave {
        let length = length(&locked(&recording));
        let current = |state, held| {
            Mutex::new(CurrentFile {
                state,
                held,
                length,
                failure: None,
            })
        };
        AutoSave {
            recording,
            files,
            save: current(GameState::Saved, held),
            checkpoint: current(GameState::InPlay, None),
            has_told: AtomicBool::new(false),
            keeps_last: false,
            is_ending: Arc::default(),
        }
    }

    /// Writes each finished game to `last.rec`.
    pub fn keeping_last(mut self) -> AutoSave {
        self.keeps_last = true;
        self
    }

    /// Returns the functions that a terminal loop calls to save the game.
    pub fn hooks(self: &Arc<AutoSave>) -> SaveHooks {
        let [emergency, rest] = [Arc::clone(self), Arc::clone(self)];
        SaveHooks {
            emergency_save: Arc::new(move || emergency.save_now()),
            checkpoint: Arc::new(move || rest.write_checkpoint()),
            is_ending: Arc::clone(&self.is_ending),
        }
    }

    /// Whether a deadly signal has arrived. The process ends only after the game is saved.
    pub fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    /// Saves the game, and removes its checkpoint.
    ///
    /// # Errors
    /// Returns why the game could not be saved, as part of a sentence.
    pub fn save(&self) -> Result<(), ErrorText> {
        let recording = locked(&self.recording).clone();
        locked(&self.save).save(&recording, USUAL_WAIT)?;
        self.remove_checkpoint();
        Ok(())
    }

    /// Writes a checkpoint of an unfinished game, unless nothing was played since the last checkpoint. Stores the
    /// reason for a failure until [`AutoSave::take_checkpoint_failure`].
    fn write_checkpoint(&self) {
        let recording = locked(&self.recording).clone();
        let place = locked(&self.save).place(&recording);
        let mut checkpoint = locked(&self.checkpoint);
        if is_worth_it(&recording) && length(&recording) != checkpoint.length {
            let wait = USUAL_WAIT;
            let written =
                place.and_then(|place| checkpoint.write(place, &recording, wait).map(drop));
            checkpoint.failure = written.err().or(checkpoint.failure.take());
        }
    }

    /// Returns why no checkpoint could be written; `None` if there was no failure, or if an earlier call returned a
    /// failure.
    pub fn take_checkpoint_failure(&self) -> Option<String> {
        let why = locked(&self.checkpoint).failure.take()?;
        (!self.has_told.swap(true, Ordering::Relaxed)).then_some(why)
    }

    /// Removes the checkpoint after the game was saved, ended, or left on purpose.
    pub fn remove_checkpoint(&self) {
        locked(&self.checkpoint).remove();
    }

    /// Returns why the emergency save failed; `None` if it succeeded or has not run.
    pub fn failure(&self) -> Option<String> {
        locked(&self.save).failure.clone()
    }

    /// Whether this process wrote the game to a file: its save, or the last game.
    pub fn is_saved(&self) -> bool {
        let save = locked(&self.save);
        save.held.as_ref().is_some_and(GameFile::is_written)
    }

    /// Returns the command that resumes the game from its file; `None` if there is no file or the game has ended. If
    /// this process resumed the game but did not save it, the command goes back to where the game was resumed.
    pub fn resumption(&self) -> Option<String> {
        let save = locked(&self.save);
        let held = save.held.as_ref();
        let held = held.filter(|held| held.state != GameState::Ended)?;
        Some(resumption(&held.path))
    }

    /// Returns the command that replays the game; `None` unless the game was saved here, is recorded in a file, or has
    /// ended.
    pub fn showing(&self) -> Option<String> {
        let save = locked(&self.save);
        let held = save.held.as_ref().filter(|held| held.is_written());
        let path = self
            .named_file(KeptContent::Recording)
            .or(held.map(|held| &*held.path))?;
        // A file with the short name would be replayed instead of the save.
        let name = Some(short_name(path)).filter(|name| !name.exists());
        let name = name.unwrap_or_else(|| path.to_owned());
        Some(format!("dungeon replay {}", path_operand(name)))
    }

    /// Starts with another game. The save of the previous game stays as it is.
    pub fn begin_another(&self) {
        locked(&self.save).held = None;
        self.remove_checkpoint();
    }

    /// Writes the finished game as the last game, and removes the save and the checkpoint that it was resumed from.
    pub fn end(&self) {
        let last = || {
            let text = locked(&self.recording).to_text();
            SaveFolder::of_person().ok()?.keep_last(&text).ok()
        };
        let mut save = locked(&self.save);
        // Ignore failures: the farewell then suggests `--record`.
        let last = self.keeps_last.then(last).flatten();
        save.remove();
        save.held = last;
        self.remove_checkpoint();
    }

    /// Returns the path of `--record` or `--keys-to` as shown in messages; `None` without that option.
    pub fn named_file(&self, content: KeptContent) -> Option<&Path> {
        let file = self.files.iter().find(|file| file.content == content)?;
        Some(&file.named)
    }

    /// Writes the named files that are due at this moment. Returns one line per error.
    pub fn write_files(&self, moment: WriteMoment) -> Vec<String> {
        let recording = locked(&self.recording).clone();
        self.write_recorded(&recording, moment)
    }

    fn write_recorded(&self, recording: &Recording, moment: WriteMoment) -> Vec<String> {
        let results = self.files.iter().map(|file| file.write(recording, moment));
        results.filter_map(Result::err).collect()
    }

    /// Saves everything that can be saved without waiting long, and returns lines that describe the result. Never
    /// panics: the process is about to end.
    pub fn save_now(&self) -> Vec<String> {
        let Some(recording) = at_once(&self.recording).map(|recording| recording.clone()) else {
            let why = "Cannot save the game: it stopped in the middle of a turn.".to_owned();
            return [why].into_iter().chain(self.checkpoint_line()).collect();
        };
        let mut lines = if is_worth_it(&recording) {
            self.try_save_now(&recording)
        } else {
            Vec::new()
        };
        lines.extend(self.write_recorded(&recording, WriteMoment::Emergency));
        lines
    }

    fn try_save_now(&self, recording: &Recording) -> Vec<String> {
        let Some(mut save) = at_once(&self.save) else {
            return vec!["Cannot save the game: another save was still being written.".to_owned()];
        };
        match save.save(recording, SHORT_WAIT) {
            Ok(held) => {
                if let Some(mut checkpoint) = at_once(&self.checkpoint) {
                    checkpoint.remove();
                }
                let saved = format!("Saved: {}", resumption(&held.path));
                vec![saved, format!("in {}", Untrusted::from(&held.path))]
            }
            Err(why) => {
                let keys = quoted(recording.keys().text());
                let options = game_options(recording);
                let told = format!("Cannot save the game: {why}.");
                save.failure = Some(why);
                let keys = format!("To replay it, use {options} and these keys: {keys}");
                let lines = [told, keys].into_iter();
                lines.chain(self.checkpoint_line()).collect()
            }
        }
    }

    /// Returns the line that suggests the checkpoint after a failed save; `None` if there is no intact checkpoint.
    fn checkpoint_line(&self) -> Option<String> {
        let checkpoint = at_once(&self.checkpoint)?;
        let held = checkpoint
            .held
            .as_ref()
            .filter(|held| held.check().is_ok())?;
        let command = resumption(&held.path);
        Some(format!("Continue from its last checkpoint: {command}"))
    }
}

/// Returns the length of a recorded game.
fn length(recording: &Recording) -> RecordedLength {
    let (moves, rest) = (recording.moves.len(), recording.rest.len());
    (recording.seed, moves, rest)
}

/// Whether a game is worth saving: it is unfinished and has at least one move.
fn is_worth_it(recording: &Recording) -> bool {
    recording.outcome.is_none() && !recording.moves.is_empty()
}

impl CurrentFile {
    /// Returns the folder for the game's save, and the name that the save gets if no file there has that name.
    fn place(&self, recording: &Recording) -> Result<(SaveFolder, String), ErrorText> {
        Ok(match &self.held {
            Some(held) => (SaveFolder::around(&held.path), held.stem()),
            None => (SaveFolder::of_person()?, stem(recording.name.raw())),
        })
    }

    /// Writes the game to its save, or to a new save.
    ///
    /// # Errors
    /// Returns why the game could not be written, as part of a sentence.
    fn save(&mut self, recording: &Recording, wait: Duration) -> Result<&GameFile, ErrorText> {
        self.write(self.place(recording)?, recording, wait)
    }

    /// Writes the game into a folder. Replaces the file held for this game if that file has the same state; otherwise
    /// uses a free name.
    ///
    /// # Errors
    /// Returns why the game could not be written, as part of a sentence.
    fn write(
        &mut self,
        (folder, stem): (SaveFolder, String),
        recording: &Recording,
        wait: Duration,
    ) -> Result<&GameFile, ErrorText> {
        let (held, text) = (self.held.as_ref(), recording.to_text());
        let stored = folder.store(self.state, &stem, held, &text, wait);
        let stored = stored.map_err(|error| {
            let path = Untrusted::from(&folder.path);
            format!("{}, in {path}", system_message(&error))
        })?;
        if held.is_some_and(|held| held.state != GameState::Saved && held.path != stored.path) {
            // The game was resumed from a checkpoint, and has a save now.
            self.remove();
        }
        self.length = length(recording);
        Ok(self.held.insert(stored))
    }

    /// Removes the held file. If that fails, the finished game can be resumed once more, which does no harm.
    fn remove(&mut self) {
        let _ = self.held.take().map(|held| held.remove());
    }
}

/// Returns the command that resumes a save, such as `dungeon resume crypt`. Saves in other folders are named by their
/// paths.
fn resumption(path: &Path) -> String {
    format!("dungeon resume {}", path_operand(short_name(path)))
}

/// Locks a value. A poisoned lock is fine: each change is a single assignment, so the value is always complete.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks a value without waiting; `None` if the value is locked. A panic must not wait for the change that it
/// interrupted.
fn at_once<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::{fs, thread};

    use super::*;
    use crate::cli::save::fault;
    use crate::cli::save::kept_files::KeptFiles;
    use crate::cli::save::recording_file::{fingerprint, read};
    use dungeon_engine::event::Outcome;
    use dungeon_format::source::Source;
    use dungeon_play::input::key::Key;
    use dungeon_play::input::show::Show;
    use dungeon_play::replay::recorder::Recorder;
    use dungeon_play::session::session::Session;

    /// Returns a game of two turns, resumed from a save in its own folder, with a key file and a recording there.
    fn kept() -> (Arc<AutoSave>, Recorder, tempfile::TempDir) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("well.save");
        fs::write(&path, "as it was").expect("a file");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/stairs.dng");
        let source = Source::from_text("well.dng", fs::read_to_string(file).expect("a scene"));
        let session = Session::open(file).expect("a sound scene");
        let mut recorder = Recorder::new(session, &source);
        "..".chars().for_each(|key| recorder.press(Key::Char(key)));
        let held = GameFile::read(path, fingerprint(b"as it was"));
        let [keys_to, record] = ["keys", "film"].map(|name| Some(home.path().join(name)));
        let files = KeptFiles { keys_to, record };
        let files = files.open().expect("two files");
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
    fn whichever_step_of_an_emergency_fails_is_told_and_the_other_files_are_written() {
        let mut failures = 0;
        for nth in 0.. {
            let (auto_save, mut recorder, home) = kept();
            let files = ["well.save", "film", "keys"].map(|name| home.path().join(name));
            // Write all files once, so that the second save replaces each of them.
            assert!(auto_save.save_now()[0].starts_with("Saved: "));
            let before = recorder.recording();
            recorder.press(Key::Char('.'));
            fault::fail_after(nth);
            let lines = auto_save.save_now();
            let Some(step) = fault::failed() else { break };
            let told = [
                "Cannot save the game: ",
                "cannot record in ",
                "cannot write keys to ",
            ];
            let told = lines
                .iter()
                .filter(|line| told.iter().any(|told| line.starts_with(told)))
                .count();
            assert_eq!(told, 1, "{step:?}: {lines:?}");
            let now = recorder.recording();
            let recordings = files[..2].iter().map(|path| read(path).expect("whole").0);
            let recordings: Vec<_> = recordings.collect();
            assert!(recordings.contains(&now), "{step:?}");
            assert!(recordings.iter().all(|one| [&before, &now].contains(&one)));
            let keys = fs::read_to_string(&files[2]).expect("keys");
            assert!(["..\n", "...\n"].contains(&keys.as_str()), "{keys:?}");
            let count = fs::read_dir(home.path()).expect("a folder").count();
            assert_eq!(count, 3, "{step:?} leaves nothing behind");
            assert_eq!(
                auto_save.failure().is_some(),
                lines[0].starts_with("Cannot save ")
            );
            failures += 1;
        }
        assert!(failures > 15, "three files of five steps or more");
    }

    #[test]
    fn a_checkpoint_is_written_once_a_change_and_goes_when_the_game_is_saved() {
        let (auto_save, mut recorder, home) = kept();
        let path = home.path().join("well.checkpoint");
        auto_save.write_checkpoint();
        assert!(!path.exists(), "nothing was played since it was resumed");
        recorder.press(Key::Char('.'));
        auto_save.write_checkpoint();
        assert_eq!(read(&path).expect("a checkpoint").0, recorder.recording());
        fs::remove_file(&path).expect("a file");
        auto_save.write_checkpoint();
        assert!(!path.exists(), "nothing was played since");
        recorder.press(Key::Char('.'));
        auto_save.write_checkpoint();
        assert!(path.exists());
        auto_save.save().expect("a save");
        assert!(!path.exists());
        recorder.press(Key::Char('.'));
        auto_save.write_checkpoint();
        assert!(auto_save.save_now()[0].starts_with("Saved: ") && !path.exists());
        recorder.press(Key::Char('.'));
        auto_save.write_checkpoint();
        auto_save.end();
        assert!(!path.exists());
    }

    #[test]
    fn whichever_step_of_a_checkpoint_fails_the_one_before_is_whole_and_it_is_told_once() {
        let (auto_save, mut recorder, home) = kept();
        let path = home.path().join("well.checkpoint");
        recorder.press(Key::Char('.'));
        auto_save.write_checkpoint();
        for nth in 0..5 {
            let before = read(&path).expect("a checkpoint").0;
            recorder.press(Key::Char('.'));
            fault::fail_after(nth);
            auto_save.write_checkpoint();
            let step = fault::failed().expect("a step that failed");
            let there = read(&path).expect("a checkpoint").0;
            assert!([before, recorder.recording()].contains(&there), "{step:?}");
            let told = auto_save.take_checkpoint_failure();
            // A checkpoint counts as written even if its folder was not synced.
            assert_eq!(told.is_some(), nth == 0, "{step:?}: {told:?}");
            auto_save.write_checkpoint();
            let there = fs::read_dir(home.path()).expect("a folder");
            let names = there.map(|entry| entry.expect("an entry").file_name());
            let mut names: Vec<_> = names.collect();
            names.sort();
            assert_eq!(names, ["well.checkpoint", "well.save"], "{step:?}");
        }
    }

    #[test]
    fn a_game_that_was_resumed_from_a_checkpoint_gets_a_save_and_the_checkpoint_goes() {
        let (_, recorder, home) = kept();
        let path = home.path().join("crypt.checkpoint");
        fs::write(&path, "as it was").expect("a file");
        let held = GameFile::read(path.clone(), fingerprint(b"as it was"));
        let auto_save = AutoSave::new(recorder.shared(), Vec::new(), held);
        let back = format!("dungeon resume {}", path.display());
        assert_eq!(
            (auto_save.resumption(), auto_save.is_saved()),
            (Some(back), false)
        );
        let save = home.path().join("crypt.save");
        auto_save.save().expect("a save");
        let command = format!("dungeon resume {}", save.display());
        assert_eq!(
            (auto_save.resumption(), auto_save.is_saved()),
            (Some(command), true)
        );
        assert!(!path.exists());
        assert_eq!(read(&save).expect("a save").0, recorder.recording());
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
        assert!(lines[0].starts_with("Cannot save the game: "), "{lines:?}");
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
        assert!(lines[0].starts_with("Cannot save the game: "), "{lines:?}");
        assert_eq!(lines[1], "To replay it, use --seed 0 and these keys: ..");
        fs::remove_file(home.path()).expect("a file");
    }
}
