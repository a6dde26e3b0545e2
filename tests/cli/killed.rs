//! Promise: whatever ends a game, at whatever moment, its save and the files that the person named are there and whole,
//! no other save has changed, and no other process is waited for (X-8; docs/DECISIONS.md, "Leaving and saving").
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use crate::pty::{PATIENCE, Played, modes, sized};
use dungeon::play::Recording;
use portable_pty::CommandBuilder;
use rustix::fs::{FlockOperation, flock};
use rustix::process::Signal;
use rustix::termios::{Action, tcflow};
use tempfile::TempDir;

const CRYPT: &str = "dungeons/crypt.dng";

/// A home for one test, and the two files that a game is told to leave behind.
struct Home {
    folder: TempDir,
    keys: PathBuf,
    film: PathBuf,
}

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().expect("a folder");
        Home {
            keys: folder.path().join("keys"),
            film: folder.path().join("film"),
            folder,
        }
    }

    /// In a terminal of 80×24, at its first frame.
    fn play(&self, arguments: &[&str]) -> Played {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
        command.args(arguments);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        command.env("XDG_STATE_HOME", self.folder.path());
        command.env("XDG_CONFIG_HOME", self.folder.path().join("config"));
        Played::with(command, sized(80, 24)).until("Health")
    }

    /// After three turns of a game that leaves both files behind.
    fn played(&self) -> Played {
        let [keys, film] = [&self.keys, &self.film].map(|path| path.display().to_string());
        let played = self.play(&[CRYPT, "--seed", "7", "--keys-to", &keys, "--record", &film]);
        played.press("llj").until("Direction   j")
    }

    fn saves(&self) -> PathBuf {
        self.folder.path().join("dungeon/saves")
    }

    fn save(&self, name: &str) -> String {
        read(&self.saves().join(format!("{name}.save")))
    }

    /// Asserts that the keys and the recording are whole and tell of these keys, and that no hidden file is left over.
    #[track_caller]
    fn has_both(&self, keys: &str) {
        assert_eq!(read(&self.keys), format!("{keys}\n"));
        let recording = Recording::from_text(&read(&self.film)).expect("a recording");
        assert_eq!(recording.turn(), 3);
        let litter = fs::read_dir(self.folder.path()).expect("a folder");
        let names = litter.map(|entry| entry.expect("an entry").file_name());
        let hidden = names.filter(|name| name.to_string_lossy().starts_with('.'));
        assert_eq!(hidden.count(), 0);
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn signals_leave_the_save_the_keys_and_the_recording() {
    for signal in [Signal::HUP, Signal::TERM, Signal::INT, Signal::QUIT] {
        let home = Home::new();
        let played = home.played();
        played.kill(signal);
        played.ended();
        home.has_both("llj");
        assert_eq!(read(&home.film), home.save("crypt"));
    }
}

#[test]
fn a_terminal_that_is_gone_leaves_them_too() {
    let home = Home::new();
    let Played {
        pty,
        mut child,
        output,
        typist,
        reader,
        ..
    } = home.played();
    // The reader's thread ends at the first output after its receiver is dropped.
    drop(output);
    pty.master.resize(sized(70, 20)).expect("a terminal");
    reader.join().expect("a reader");
    drop((pty, typist));
    let status = child.wait().expect("a child");
    assert!(
        status
            .signal()
            .is_some_and(|name| name.starts_with("Hangup")),
        "{status:?}"
    );
    let recording = Recording::from_text(&home.save("crypt")).expect("a save");
    assert_eq!(recording.turn(), 3);
    assert_eq!(read(&home.film), home.save("crypt"));
    assert!(read(&home.keys).starts_with("llj"));
}

#[test]
fn a_signal_while_the_last_words_are_printed_costs_only_these() {
    for leaves in ["S", "\x1by", "\x1bd"] {
        let home = Home::new();
        let mut played = home.played();
        // From now on the terminal takes no output, so that a program that prints stands still.
        let screen = File::options()
            .write(true)
            .open(played.pty.master.tty_name().expect("a terminal"))
            .expect("a terminal");
        tcflow(&screen, Action::OOff).expect("a terminal");
        played = played.press(leaves);
        let deadline = Instant::now() + PATIENCE;
        while modes(&*played.pty.master) != played.before {
            assert!(Instant::now() < deadline, "it never left the terminal");
            thread::yield_now();
        }
        played.kill(Signal::TERM);
        let status = played.child.wait().expect("a child");
        assert!(
            status
                .signal()
                .is_some_and(|name| name.starts_with("Terminated")),
            "{status:?}"
        );
        home.has_both("llj");
        assert_eq!(home.saves().exists(), leaves != "\x1bd");
    }
}

#[test]
fn a_lock_of_the_saves_that_stays_held_is_not_waited_for() {
    let home = Home::new();
    home.play(&[CRYPT, "--seed", "7"]).press("lS").ended();
    let first = home.save("crypt");
    let folder = File::open(home.saves()).expect("a folder");
    flock(&folder, FlockOperation::LockExclusive).expect("a lock");
    for (signal, name) in [(Signal::TERM, "crypt-2"), (Signal::HUP, "crypt-3")] {
        let played = home.play(&["resume", "crypt"]);
        let played = played.press("lj").until("Direction   j");
        played.kill(signal);
        let ended = played.ended();
        let told = format!("Saved: dungeon resume {name}");
        assert_eq!(ended.count(&told), 1, "{}", ended.screen.contents());
        let recording = Recording::from_text(&home.save(name)).expect("a save");
        assert_eq!(recording.turn(), 3);
    }
    // So with a person who is patient.
    let ended = home.play(&["resume", "crypt"]).press("lS").ended();
    assert_eq!(ended.count("dungeon resume crypt-4"), 1);
    assert_eq!(home.save("crypt"), first);
}
