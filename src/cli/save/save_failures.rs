//! What a disk that fails at any step, and a death at any moment, leave of the saves: the newest one or the one before is
//! always whole.
#![cfg(test)]

use std::collections::BTreeSet;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use super::fault::{self, WriteStep};
use super::folder_lock::LockWait;
use super::game_file::{GameFile, GameState};
use super::recording_file::read;
use super::save_folder::SaveFolder;
use super::save_folder::tests::{folder, names};
use dungeon_format::source::Source;
use dungeon_play::input::key::Key;
use dungeon_play::input::show::Show;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::session::session::Session;

#[test]
fn whichever_step_fails_the_newest_save_or_the_one_before_is_whole() {
    let texts = old_and_new();
    let mut steps = Vec::new();
    for nth in 0.. {
        let (folder, _home) = folder();
        let store = |held: &_, text| {
            folder.store(GameState::Saved, "cell", Some(held), text, LockWait::Usual)
        };
        let first = folder.store(GameState::Saved, "cell", None, &texts[0], LockWait::Usual);
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
fn whichever_step_fails_a_new_save_is_whole_or_not_there() {
    let [text, _] = old_and_new();
    for nth in 0..5 {
        let (folder, _home) = folder();
        fault::fail_after(nth);
        let stored = folder.store(GameState::Saved, "cell", None, &text, LockWait::Usual);
        let step = fault::failed().expect("a step that failed");
        assert!(stored.is_err(), "{step:?}");
        let is_there = step == WriteStep::SyncFolder;
        assert_eq!(read(&folder.place("cell")).is_ok(), is_there, "{step:?}");
        let litter = fs::read_dir(&folder.path).expect("a folder").count();
        assert_eq!(litter, usize::from(is_there), "{step:?}");
    }
}

/// Names the folder to the child that saves into it until it is killed.
const CHILD: &str = "SAVE_AGAIN_AND_AGAIN_IN";
/// So many children are killed at least, and more where none of them happened to be in the midst of a save.
const KILLS: usize = 200;
const THIS: &str = "cli::save::save_failures::killed_at_any_moment_the_old_or_the_new_save_loads";

/// Two saves of a game; the second one is much longer.
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

/// The files beside the folder that hold the child's saves: to play these games takes longer than to save them.
fn originals(folder: &SaveFolder) -> [PathBuf; 2] {
    ["old", "new"].map(|name| folder.path.with_file_name(name))
}

/// The child: tells of each save, and of nothing else.
fn save_again_and_again(folder: &SaveFolder) -> ! {
    let texts = originals(folder).map(|path| fs::read_to_string(path).expect("a save"));
    let path = folder.place("cell");
    let (_, fingerprint) = read(&path).expect("a save");
    let mut held = GameFile::read(path, fingerprint).expect("a save");
    loop {
        for text in &texts {
            let stored = folder.store(GameState::Saved, "cell", Some(&held), text, LockWait::Usual);
            held = stored.expect("a save");
            eprint!(".");
        }
    }
}

/// Waits for so many saves of the child, and tells how long the last one took.
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
    let place = folder.place("cell");
    let store = |name, text| folder.store(GameState::Saved, name, None, text, LockWait::Usual);
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
        // Anywhere in the save that it writes now.
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
    assert!(half_written > 0, "nobody was killed while he wrote");
    assert_eq!(seen.len(), 2, "both were there");
    store("other", &texts[0]).expect("a save");
    assert_eq!(fs::read_dir(&folder.path).expect("a folder").count(), 2);
}
