//! The folder of saves and checkpoints: finds saves, and writes a save without ever losing another. A process holds the
//! folder's lock while it changes a save, so that no other process changes the save between a check and a write.
//! Whenever a write fails or the process is killed, either the new save or the previous one is complete.
use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use etcetera::base_strategy::{BaseStrategy, Xdg};

use super::folder_lock::{SHORT_WAIT, lock};
use super::game_file::{GameFile, GameState, name_of};
use super::whole_file::{FileAccess, create, folder, replace_and_open, sync_folder};
use crate::cli::output::errors::{ErrorText, unreadable_text};
use dungeon_format::untrusted::Untrusted;

/// The advice for a player without a save.
pub const HOW_TO_SAVE: &str = "press `S` in a game to save and leave, or quit with `y`";

/// The maximum number of names to try without the lock. Each failure means that another process has saved a game.
const TRIALS: usize = 100;

/// The time added to the date of the newest other save, if the clock does not give a later date.
const TICK: Duration = Duration::from_millis(1);

/// The name by which `dungeon replay` finds the last game, unless a file or a save has that name.
const LAST: &str = "last";

/// A folder of saves, which need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveFolder {
    /// The path of the folder.
    pub path: PathBuf,
}

/// A save or checkpoint in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSave {
    /// The name by which `dungeon resume` finds the save.
    pub name: Untrusted,
    /// The state of the game in the file.
    pub state: GameState,
    /// The path of the file.
    pub path: PathBuf,
    /// When the save was written.
    pub saved: SystemTime,
    /// Size of the file in bytes.
    pub size: u64,
}

/// Returns the latest game that no running process is playing; `None` if there is none.
pub fn latest(saves: Vec<FoundSave>) -> Option<FoundSave> {
    let ours = saves.into_iter();
    let ours = ours.filter(|found| found.state != GameState::InPlay);
    ours.max_by_key(|found| found.saved)
}

/// Returns the shortest name of a save, a checkpoint or the last game that commands understand; otherwise its path.
pub fn short_name(path: &Path) -> PathBuf {
    let name = name_of(path).unwrap_or(LAST.to_owned());
    let home = SaveFolder::of_person().ok();
    let found = home.and_then(|home| home.find(&name));
    // Commands would parse a name that starts with `-` as an option.
    if found.as_deref() == Some(path) && !name.starts_with('-') {
        name.into()
    } else {
        path.to_owned()
    }
}

impl SaveFolder {
    /// Returns the player's folder: `dungeon/saves` in `$XDG_STATE_HOME`, or in `~/.local/state` if that is not an
    /// absolute path.
    ///
    /// # Errors
    /// Returns a sentence for the player if the home folder is unknown.
    pub fn of_person() -> Result<SaveFolder, ErrorText> {
        let unknown = "cannot find your home folder; set XDG_STATE_HOME to an absolute path";
        let state = Xdg::new().ok().and_then(|xdg| xdg.state_dir());
        let state = state.filter(|state| state.is_absolute()).ok_or(unknown)?;
        Ok(SaveFolder {
            path: state.join("dungeon").join("saves"),
        })
    }

    /// Returns the folder that contains a save.
    pub fn around(save: &Path) -> SaveFolder {
        let path = folder(save).to_owned();
        SaveFolder { path }
    }

    /// Returns the path of a game with this name and state, whether or not the file exists.
    pub fn place(&self, name: &str, state: GameState) -> PathBuf {
        self.path.join(format!("{name}.{}", state.extension()))
    }

    /// Returns the path of the save or checkpoint with this name, or of the last game for the name `last`; `None` if
    /// there is no such file.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let places = [self.place(name, GameState::Saved), self.path.join(name)];
        let named = places
            .into_iter()
            .filter(|path| name_of(path).as_deref() == Some(name));
        let last = (name == LAST).then(|| self.last());
        named.chain(last).find(|path| path.is_file())
    }

    /// Returns the path of the last game: the recording of the latest game that the player finished, in any dungeon.
    /// With this file, a player who did not use `--record` can still replay a long game whose keys are too many to
    /// print.
    fn last(&self) -> PathBuf {
        SaveFolder::around(&self.path).place(LAST, GameState::Ended)
    }

    /// Returns all saves and checkpoints, sorted by name; empty if the folder does not exist.
    ///
    /// # Errors
    /// Returns one line for the player if the folder cannot be read.
    pub fn saves(&self) -> Result<Vec<FoundSave>, ErrorText> {
        let files = self.files();
        let files = files.map_err(|error| unreadable_text(&self.path, &error))?;
        let found = files.into_iter().filter_map(|(path, about)| {
            Some(FoundSave {
                name: name_of(&path)?.into(),
                state: GameState::of(&path)?,
                saved: about.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                size: about.len(),
                path,
            })
        });
        let mut saves: Vec<FoundSave> = found.collect();
        saves.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(saves)
    }

    /// Returns the path and the metadata of each save and checkpoint; empty if the folder does not exist.
    fn files(&self) -> io::Result<Vec<(PathBuf, Metadata)>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            // Another process may have removed the save after the folder was listed.
            if let (Some(_), Ok(about)) = (name_of(&path), fs::metadata(&path)) {
                files.push((path, about));
            }
        }
        Ok(files)
    }

    /// Writes a game. Overwrites the file `held` if that file is unchanged and its game is in the same state as this
    /// one. Otherwise uses the first free name: `crypt`, `crypt-2`, `crypt-3`… Also uses a free name while another
    /// process holds the folder's lock, because a save could then change at any moment. Checkpoints need no lock,
    /// because only one process writes each. A finished game replaces the previous last game.
    ///
    /// # Errors
    /// Returns `WouldBlock` if other processes take every name or, for a finished game, hold the lock. Other failures
    /// return the system's error. After an error, the file to replace is unchanged, unless the only step that failed
    /// was syncing the folder.
    pub fn store(
        &self,
        state: GameState,
        stem: &str,
        held: Option<&GameFile>,
        text: &str,
        wait: Duration,
    ) -> io::Result<GameFile> {
        self.make()?;
        let is_alone = state == GameState::InPlay;
        let lock = (!is_alone).then(|| lock(&self.path, wait)).transpose()?;
        let is_safe = lock.as_ref().is_none_or(Option::is_some);
        let over = match state {
            GameState::Ended => Some(self.place(stem, state)),
            _ => {
                let ours = held.filter(|held| held.state == state);
                ours.map(|held| held.path.clone())
            }
        };
        let over = over.filter(|_| is_safe).map(|path| (path, true));
        let free = self.free(stem, state).map(|path| (path, false));
        let mut trials = over.into_iter().chain(free).map(|(path, is_over)| {
            let file = if is_over {
                let check = || held.map_or(Ok(()), GameFile::check);
                replace_and_open(&path, text.as_bytes(), FileAccess::Owner, check)
            } else {
                create(&path, text.as_bytes(), FileAccess::Owner)
            };
            Ok((path, file?))
        });
        // In the other cases, another process took the name, changed the file, or swept away the unfinished file: try
        // the next name.
        let is_settled = |trial: &io::Result<_>| match trial {
            Ok(_) => true,
            Err(error) => !matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound),
        };
        let settled = trials.find(is_settled);
        let (path, file) = settled.unwrap_or(Err(ErrorKind::WouldBlock.into()))?;
        let synced = sync_folder(&self.path);
        if !is_alone {
            // A checkpoint counts as written even if a power failure could still remove it.
            synced?;
        }
        // Ignore failures: a file with a wrong date still holds the game.
        let _ = self.date_last(&path, &file);
        Ok(GameFile::wrote(path, state, text, file))
    }

    /// Returns the unused paths among `crypt`, `crypt-2`, `crypt-3`… for this state; none for the last game, which has
    /// only one path.
    fn free(&self, stem: &str, state: GameState) -> impl Iterator<Item = PathBuf> {
        let others = (2_u64..).map(move |nth| format!("{stem}-{nth}"));
        let names = [stem.to_owned()].into_iter().chain(others);
        let places = names.map(move |name| self.place(&name, state));
        let free = places.filter(|place| fs::symlink_metadata(place).is_err());
        let trials = if state == GameState::Ended { 0 } else { TRIALS };
        free.take(trials)
    }

    /// Writes the text of a finished game as the last game, in place of the previous one.
    ///
    /// # Errors
    /// `WouldBlock` if another process holds the lock; otherwise the system's error. The old file is then unchanged,
    /// unless the only step that failed was syncing the folder.
    pub fn keep_last(&self, text: &str) -> io::Result<GameFile> {
        let around = SaveFolder::around(&self.path);
        around.store(GameState::Ended, LAST, None, text, SHORT_WAIT)
    }

    /// Creates the folder, accessible only to its owner, unless it exists.
    ///
    /// # Errors
    /// The system's error.
    pub fn make(&self) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        builder.recursive(true).mode(0o700).create(&self.path)
    }

    /// Sets the date of a save or checkpoint that was just written. The new date is later than the dates of all other
    /// saves and checkpoints. Otherwise an older game would seem the newest after the clock was set back, or if the
    /// clock is too coarse to tell two saves apart.
    fn date_last(&self, path: &Path, file: &File) -> io::Result<()> {
        let others = self.files()?.into_iter().filter(|(other, _)| other != path);
        let dates = others.filter_map(|(_, about)| about.modified().ok());
        let Some(latest) = dates.max() else {
            return Ok(());
        };
        match (file.metadata()?.modified()?, latest.checked_add(TICK)) {
            (date, Some(next)) if date <= latest => file.set_modified(next),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::time::Instant;
    use std::{env, thread};

    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    use super::*;
    use crate::cli::save::fault::{self, WriteStep};
    use crate::cli::save::folder_lock::{USUAL_WAIT, mark_as_ours};
    use crate::cli::save::recording_file::read;
    use dungeon_format::opened_file::open_at_once;
    use dungeon_format::source::Source;
    use dungeon_play::input::key::Key;
    use dungeon_play::input::show::Show;
    use dungeon_play::replay::recorder::Recorder;
    use dungeon_play::session::session::Session;

    /// Returns a folder for one test, and the guard that removes it.
    fn folder() -> (SaveFolder, tempfile::TempDir) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("saves");
        (SaveFolder { path }, home)
    }

    /// Returns the names of all saves and checkpoints in a folder.
    fn names(folder: &SaveFolder) -> Vec<String> {
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
            let stored = folder.store(GameState::Saved, "crypt", held, text, USUAL_WAIT);
            stored.expect("a save")
        };
        let (first, second) = (store(None, "one"), store(None, "two"));
        let again = store(Some(&first), "three");
        assert_eq!(again.path, first.path);
        assert_ne!(again.fingerprint, first.fingerprint);
        assert_eq!(names(&folder), ["crypt", "crypt-2"]);
        let held = |path: &Path| fs::read_to_string(path).expect("a save");
        assert_eq!([held(&first.path), held(&second.path)], ["three", "two"]);
        // The file has changed since it was held, so it now belongs to another process.
        let other = store(Some(&first), "four");
        assert_eq!(other.path, folder.place("crypt-3", GameState::Saved));
        first.remove().expect_err("the file has changed");
        assert_eq!(held(&first.path), "three", "nor is it removed");
        again.remove().expect("a folder");
        assert_eq!(names(&folder), ["crypt-2", "crypt-3"]);
    }

    #[test]
    fn a_lock_that_stays_held_is_not_waited_for_and_its_holder_loses_nothing() {
        let (folder, _home) = folder();
        let store = |held, text| folder.store(GameState::Saved, "crypt", held, text, SHORT_WAIT);
        let first = store(None, "one").expect("a save");
        let half = folder.path.join(".writing-theirs.tmp");
        fs::write(&half, "half").expect("a file");
        let theirs = open_at_once(&half).expect("a file");
        assert!(mark_as_ours(&theirs));
        let held_lock = lock(&folder.path, USUAL_WAIT).expect("a folder");
        let held_lock = held_lock.expect("a free lock");
        let second = store(Some(&first), "two").expect("a save");
        assert_eq!(second.path, folder.place("crypt-2", GameState::Saved));
        let third = store(Some(&second), "three").expect("a save");
        assert_eq!(names(&folder), ["crypt", "crypt-2", "crypt-3"]);
        let held = [&first, &second, &third].map(|held| fs::read_to_string(&held.path).ok());
        assert_eq!(
            held,
            ["one", "two", "three"].map(|text| Some(text.to_owned()))
        );
        let error = first.remove().expect_err("a lock that is held");
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
        assert!(first.path.exists() && half.exists(), "theirs is not swept");
        for file in [&held_lock, &theirs] {
            // A file that is only closed stays locked in a child that another test is about to start.
            flock(file, FlockOperation::Unlock).expect("a lock");
        }
        // Each wait that failed before still gets the lock for a moment.
        while lock(&folder.path, USUAL_WAIT).expect("a folder").is_none() {}
        let again = store(Some(&first), "four").expect("a save");
        assert_eq!((again.path, half.exists()), (first.path, false));
    }

    #[test]
    fn whatever_the_clock_says_a_save_is_dated_later_than_those_before() {
        let (folder, _home) = folder();
        let store = |held, text| folder.store(GameState::Saved, "crypt", held, text, USUAL_WAIT);
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
                    write(&folder, &mut None, &text);
                }
            })
        });
        let writers: Vec<_> = writers.collect();
        writers
            .into_iter()
            .for_each(|writer| writer.join().expect("a writer"));
        let texts = names(&folder)
            .iter()
            .map(|name| fs::read_to_string(folder.path.join(name)).expect("a save"))
            .collect::<BTreeSet<_>>();
        assert_eq!(texts.len(), 32);
        assert_eq!(fs::read_dir(&folder.path).expect("a folder").count(), 32);
    }

    /// Waits until no process holds the mark of a file that was closed. When another test starts a process, the new
    /// process inherits all open files of this process, and holds the mark until it runs its own program.
    fn await_release(path: &Path) {
        let file = File::open(path).expect("a file");
        while flock(&file, FlockOperation::LockExclusive) == Err(Errno::INTR) {}
        // Unlock explicitly: closing the file would leave the lock with a process that another test is just starting.
        flock(&file, FlockOperation::Unlock).expect("a lock");
    }

    /// Returns the names, states and texts of the files in the folder.
    fn found(folder: &SaveFolder) -> Vec<(String, GameState, String)> {
        let saves = folder.saves().expect("a folder").into_iter();
        let found = saves.map(|found| {
            let text = fs::read_to_string(&found.path).expect("a file");
            (found.name.raw().to_owned(), found.state, text)
        });
        found.collect()
    }

    /// Writes the checkpoint of a game.
    fn write(folder: &SaveFolder, held: &mut Option<GameFile>, text: &str) {
        let stored = folder.store(GameState::InPlay, "crypt", held.as_ref(), text, USUAL_WAIT);
        *held = Some(stored.expect("a checkpoint"));
    }

    #[test]
    fn two_games_have_a_checkpoint_each_and_one_whose_process_is_gone_is_kept() {
        let (folder, _home) = folder();
        let [mut one, mut two, mut three] = [None, None, None];
        write(&folder, &mut one, "one");
        write(&folder, &mut two, "two");
        write(&folder, &mut one, "one on");
        let names = ["crypt-2.checkpoint", "crypt.checkpoint"].map(str::to_owned);
        let expected = |kinds: [GameState; 2], texts: [&str; 2]| {
            let rows = names.clone().into_iter().zip(kinds).zip(texts);
            let rows = rows.map(|((name, kind), text)| (name, kind, text.to_owned()));
            rows.collect::<Vec<_>>()
        };
        let in_play = GameState::InPlay;
        assert_eq!(found(&folder), expected([in_play; 2], ["two", "one on"]));
        // The state after a kill: nothing is removed, and the system closes the file.
        drop(one);
        await_release(&folder.path.join("crypt.checkpoint"));
        let kinds = [in_play, GameState::CutOff];
        assert_eq!(found(&folder), expected(kinds, ["two", "one on"]));
        write(&folder, &mut three, "three");
        let [two, three] = [two, three].map(|held| held.expect("a checkpoint"));
        assert_eq!(three.path, folder.path.join("crypt-3.checkpoint"));
        three.remove().expect("a checkpoint");
        two.remove().expect("a checkpoint");
        assert_eq!(found(&folder).len(), 1);
    }

    #[test]
    fn a_removed_or_replaced_checkpoint_is_written_again_and_the_other_file_is_kept() {
        let (folder, _home) = folder();
        let mut held = None;
        let path = folder.path.join("crypt.checkpoint");
        write(&folder, &mut held, "one");
        fs::remove_file(&path).expect("a file");
        assert!(held.as_ref().is_some_and(|held| held.check().is_err()));
        write(&folder, &mut held, "two");
        let held_path = |held: &Option<GameFile>| held.as_ref().map(|held| held.path.clone());
        assert_eq!(held_path(&held), Some(path.clone()));
        fs::remove_file(&path).expect("a file");
        fs::write(&path, "theirs").expect("a file");
        write(&folder, &mut held, "three");
        let second = folder.path.join("crypt-2.checkpoint");
        assert_eq!(held_path(&held), Some(second.clone()));
        fs::write(&second, "theirs, too").expect("a file");
        write(&folder, &mut held, "four");
        assert_eq!(
            held_path(&held),
            Some(folder.path.join("crypt-3.checkpoint"))
        );
        let held = held.expect("a checkpoint");
        held.remove().expect("a checkpoint");
        assert!(held.remove().is_err());
        let theirs = [&path, &second].map(|path| fs::read_to_string(path).ok());
        assert_eq!(
            theirs,
            ["theirs", "theirs, too"].map(|text| Some(text.to_owned()))
        );
        assert_eq!(found(&folder).len(), 2);
    }

    #[test]
    fn whichever_step_fails_the_newest_save_or_the_one_before_is_whole() {
        let texts = old_and_new();
        let mut steps = Vec::new();
        for nth in 0.. {
            let (folder, _home) = folder();
            let store = |held: &_, text| {
                folder.store(GameState::Saved, "cell", Some(held), text, USUAL_WAIT)
            };
            let first = folder.store(GameState::Saved, "cell", None, &texts[0], USUAL_WAIT);
            let first = first.expect("a save");
            fault::fail_after(nth);
            let stored = store(&first, &texts[1]);
            let Some(step) = fault::failed() else {
                assert!(stored.is_ok(), "{nth}");
                break;
            };
            assert!(stored.is_err(), "{step:?}");
            let (recording, _) = read(&first.path).expect("a save");
            let newest = usize::from(step == WriteStep::SyncFolder);
            assert_eq!(recording.to_text(), texts[newest], "{step:?}");
            let count = || fs::read_dir(&folder.path).expect("a folder").count();
            assert_eq!(count(), 1, "{step:?} leaves nothing behind");
            store(&first, &texts[1]).expect("a save: it failed only once");
            assert_eq!(count(), 1 + newest, "{step:?}");
            steps.push(step);
        }
        let expected = [
            WriteStep::Open,
            WriteStep::Write,
            WriteStep::Sync,
            WriteStep::Rename,
        ];
        assert_eq!(steps, [&expected[..], &[WriteStep::SyncFolder]].concat());
    }

    #[test]
    fn whichever_step_fails_the_last_game_or_the_one_before_is_whole() {
        let (folder, home) = folder();
        let place = home.path().join("last.rec");
        folder.keep_last("0").expect("a game");
        for nth in 0..5 {
            let before = fs::read_to_string(&place).expect("a game");
            let text = format!("{nth}");
            fault::fail_after(nth);
            folder.keep_last(&text).expect_err("a step that fails");
            let step = fault::failed().expect("a step that failed");
            let expected = if step == WriteStep::SyncFolder {
                text
            } else {
                before
            };
            assert_eq!(fs::read_to_string(&place).ok(), Some(expected), "{step:?}");
            let count = fs::read_dir(home.path()).expect("a folder").count();
            assert_eq!(count, 1, "{step:?} leaves nothing behind");
        }
    }

    #[test]
    fn the_last_game_takes_the_place_of_the_one_before_unless_the_folder_is_locked() {
        let (folder, home) = folder();
        assert_eq!(folder.find("last"), None);
        let first = folder.keep_last("one").expect("a game");
        assert_eq!(folder.find("last"), Some(first.path));
        let second = folder.keep_last("two").expect("a game");
        let _lock = lock(home.path(), USUAL_WAIT).expect("a folder");
        let why = folder.keep_last("three").expect_err("a lock that is held");
        assert_eq!(why.kind(), ErrorKind::WouldBlock);
        let held = fs::read_to_string(&second.path);
        assert_eq!(held.ok().as_deref(), Some("two"));
        assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn whichever_step_fails_a_new_save_is_whole_or_not_there() {
        let [text, _] = old_and_new();
        for nth in 0..5 {
            let (folder, _home) = folder();
            fault::fail_after(nth);
            let stored = folder.store(GameState::Saved, "cell", None, &text, USUAL_WAIT);
            let step = fault::failed().expect("a step that failed");
            assert!(stored.is_err(), "{step:?}");
            let is_there = step == WriteStep::SyncFolder;
            assert_eq!(
                read(&folder.place("cell", GameState::Saved)).is_ok(),
                is_there,
                "{step:?}"
            );
            let litter = fs::read_dir(&folder.path).expect("a folder").count();
            assert_eq!(litter, usize::from(is_there), "{step:?}");
        }
    }

    /// The environment variable that names the folder for the child, which saves into it until it is killed.
    const CHILD: &str = "SAVE_AGAIN_AND_AGAIN_IN";
    /// The minimum number of children to kill. More children are killed if no kill came in the middle of a save.
    const KILLS: usize = 200;
    const THIS: &str =
        "cli::save::save_folder::tests::killed_at_any_moment_the_old_or_the_new_save_loads";

    /// Returns two saves of a game, the second much longer than the first.
    fn old_and_new() -> [String; 2] {
        [3, 900].map(|turns| {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/stairs.dng");
            let source = Source::from_text("cell.dng", fs::read_to_string(file).expect("a scene"));
            let session = Session::open(file).expect("a sound scene");
            let mut recorder = Recorder::new(session, &source);
            (0..turns).for_each(|_| recorder.press(Key::Char('.')));
            recorder.recording().to_text()
        })
    }

    /// Returns the paths of two recordings next to the folder with the child's saves. The child reads the recordings,
    /// because playing the games would take longer.
    fn originals(folder: &SaveFolder) -> [PathBuf; 2] {
        ["old", "new"].map(|name| folder.path.with_file_name(name))
    }

    /// Runs as the child: prints a dot after each save, and nothing else.
    fn save_again_and_again(folder: &SaveFolder) -> ! {
        let texts = originals(folder).map(|path| fs::read_to_string(path).expect("a save"));
        let path = folder.place("cell", GameState::Saved);
        let (_, fingerprint) = read(&path).expect("a save");
        let mut held = GameFile::read(path, fingerprint).expect("a save");
        loop {
            for text in &texts {
                let stored = folder.store(GameState::Saved, "cell", Some(&held), text, USUAL_WAIT);
                held = stored.expect("a save");
                eprint!(".");
            }
        }
    }

    /// Waits until the child has saved `saves` times, and returns the duration of the last save.
    fn wait_for(saves: usize, stderr: &mut impl Read) -> Duration {
        let mut since = Instant::now();
        let mut took = Duration::ZERO;
        for _ in 0..saves {
            stderr.read_exact(&mut [0]).expect("a child that saves");
            took = since.elapsed();
            since = Instant::now();
        }
        took
    }

    #[test]
    fn killed_at_any_moment_the_old_or_the_new_save_loads() {
        if let Some(path) = env::var_os(CHILD) {
            save_again_and_again(&SaveFolder { path: path.into() });
        }
        let (folder, _home) = folder();
        let texts = old_and_new();
        for (path, text) in originals(&folder).iter().zip(&texts) {
            fs::write(path, text).expect("a file");
        }
        let place = folder.place("cell", GameState::Saved);
        let store = |name, text| folder.store(GameState::Saved, name, None, text, USUAL_WAIT);
        store("cell", &texts[0]).expect("a save");
        let mut seed = 7_u64;
        let (mut half_written, mut seen) = (0, BTreeSet::new());
        for nth in 0..10_000 {
            if nth >= KILLS && half_written > 0 && seen.len() == 2 {
                break;
            }
            let mut command = Command::new(env::current_exe().expect("this program"));
            command.args(["--exact", THIS, "--nocapture", "--test-threads=1", "-q"]);
            command.env(CHILD, &folder.path).stdout(Stdio::null());
            let mut child = command.stderr(Stdio::piped()).spawn().expect("a child");
            let mut stderr = child.stderr.take().expect("a pipe");
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let took = wait_for(2 + (seed >> 63) as usize, &mut stderr);
            // A random moment of the save that the child is writing.
            let moment = took.mul_f64((seed >> 40 & 0xff) as f64 / 256.0);
            thread::park_timeout(moment);
            child.kill().expect("a child");
            child.wait().expect("a child");
            assert!(read(&place).is_ok(), "{nth}");
            let text = fs::read_to_string(&place).expect("a save");
            assert!(texts.contains(&text), "{nth}: {} bytes", text.len());
            assert_eq!(names(&folder), ["cell"], "{nth}");
            let litter = fs::read_dir(&folder.path).expect("a folder").count() - 1;
            assert!(litter <= 1, "{nth}: {litter} files were left behind");
            half_written += litter;
            seen.insert(text.len());
        }
        assert!(
            half_written > 0,
            "no child was killed in the middle of a write"
        );
        assert_eq!(seen.len(), 2, "both were there");
        store("other", &texts[0]).expect("a save");
        assert_eq!(fs::read_dir(&folder.path).expect("a folder").count(), 2);
    }
}
