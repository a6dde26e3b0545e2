//! However and whenever a game ends, its save and the files that the user named are complete, no other save has
//! changed, and the program waits for no other process. A kill that cannot be caught leaves a checkpoint (X-8;
//! docs/DECISIONS.md, "Leaving and saving").
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use crate::pty::{LOOK_UP, PATIENCE, Played, modes, sized};
use dungeon::recordings::Recording;
use portable_pty::CommandBuilder;
use rustix::fs::{FlockOperation, flock};
use rustix::process::Signal;
use rustix::termios::{Action, tcflow};
use tempfile::TempDir;

const CRYPT: &str = "dungeons/crypt.dng";

/// A room without events, in the shortest file of a game that shows its health.
const HALL: &str = "\
rules explore
map
########
#@.....#
#.....$#
########
end
";

/// The home folder of a test, and the two files that its game writes.
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

    /// Plays in a terminal of 80×24, up to the first frame.
    fn play(&self, arguments: &[&str]) -> Played {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
        command.args(arguments);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        command.env("XDG_STATE_HOME", self.folder.path());
        command.env("XDG_CONFIG_HOME", self.folder.path().join("config"));
        Played::with(command, sized(80, 24)).until("Health")
    }

    /// Plays three turns of a game that writes both files.
    fn played(&self) -> Played {
        let [keys, film] = [&self.keys, &self.film].map(|path| path.display().to_string());
        let played = self.play(&[CRYPT, "--seed", "7", "--keys-to", &keys, "--record", &film]);
        played.press("llj").until("Turn 3")
    }

    /// Runs a shell command in which `$0` is the program. Returns the exit code, standard output and standard error.
    fn run(&self, line: &str, input: &str) -> (Option<i32>, String, String) {
        let mut child = Command::new("sh")
            .args(["-c", line, env!("CARGO_BIN_EXE_dungeon")])
            .current_dir(self.folder.path())
            .env("XDG_STATE_HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path().join("config"))
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut typist = child.stdin.take().expect("a pipe");
        // A program that exits early reads no more input.
        let _ = typist.write_all(input.as_bytes());
        drop(typist);
        let output = child.wait_with_output().expect("a shell");
        let [said, wrong] = [output.stdout, output.stderr].map(String::from_utf8);
        (
            output.status.code(),
            said.expect("text"),
            wrong.expect("text"),
        )
    }

    /// Returns a game in a safe room after this many steps to and fro.
    fn rested(&self, arguments: &[&str], steps: usize) -> Played {
        fs::write(self.folder.path().join("hall.dng"), HALL).expect("a file");
        let keys = ["l", "h"].into_iter().cycle().take(steps);
        self.play(arguments).press(&keys.collect::<String>())
    }

    /// Returns the path of the room's file.
    fn hall(&self) -> String {
        self.folder.path().join("hall.dng").display().to_string()
    }

    fn checkpoint(&self, name: &str) -> PathBuf {
        self.saves().join(format!("{name}.checkpoint"))
    }

    fn saves(&self) -> PathBuf {
        self.folder.path().join("dungeon/saves")
    }

    fn save(&self, name: &str) -> String {
        read(&self.saves().join(format!("{name}.save")))
    }

    /// Asserts that the keys and the recording are complete and hold these keys, and that no hidden file is left over.
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

/// Waits for a file with a recording of this many turns.
#[track_caller]
fn wait_for_turns(path: &Path, turns: u32) {
    // The interval between checkpoints is fifty times the duration of the last write.
    let deadline = Instant::now() + 20 * PATIENCE;
    let turn = || {
        let recording = Recording::from_text(&fs::read_to_string(path).ok()?);
        Some(recording.expect("a checkpoint is whole").turn())
    };
    while turn() != Some(turns) {
        assert!(Instant::now() < deadline, "{turns} turns: {:?}", turn());
        thread::park_timeout(LOOK_UP);
    }
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
    let mut child = home.played().hang_up();
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
    // The new size of the terminal may follow as a key of its own.
    assert!(read(&home.keys).starts_with("llj"));
}

#[test]
fn a_signal_while_the_last_words_are_printed_costs_only_these() {
    for leaves in ["S", "\x1by", "\x1bd"] {
        let home = Home::new();
        let mut played = home.played();
        // From now on the terminal accepts no output, so that the program blocks while it prints.
        let screen = File::options()
            .write(true)
            .open(played.pty.master.tty_name().expect("a terminal"))
            .expect("a terminal");
        tcflow(&screen, Action::OOff).expect("a terminal");
        played = played.press(leaves);
        let deadline = Instant::now() + PATIENCE;
        while modes(&*played.pty.master) != played.before {
            assert!(
                Instant::now() < deadline,
                "the program never left the terminal"
            );
            thread::park_timeout(LOOK_UP);
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
        let played = played.press("lj").until("Turn 3");
        played.kill(signal);
        let ended = played.ended();
        let told = format!("Saved: dungeon resume {name}");
        assert_eq!(ended.count(&told), 1, "{}", ended.screen.contents());
        let recording = Recording::from_text(&home.save(name)).expect("a save");
        assert_eq!(recording.turn(), 3);
    }
    // Without a signal the farewell works in the same way.
    let ended = home.play(&["resume", "crypt"]).press("lS").ended();
    assert_eq!(ended.count("dungeon resume crypt-4"), 1);
    assert_eq!(home.save("crypt"), first);
}

#[test]
fn of_a_game_that_is_killed_the_last_checkpoint_is_resumed_saved_and_gone() {
    let home = Home::new();
    let hall = home.hall();
    let mut played = home.rested(&[&hall, "--seed", "7"], 120);
    let checkpoint = home.checkpoint("hall");
    wait_for_turns(&checkpoint, 120);
    let (_, listing, _) = home.run("$0 saves", "");
    assert!(
        listing.contains("turn 120") && listing.contains("checkpoint of a running game"),
        "{listing}"
    );
    let (code, _, wrong) = home.run("$0 resume --narrate", "");
    assert_eq!(code, Some(2), "a game in play must not be resumed: {wrong}");
    played.kill(Signal::KILL);
    played.child.wait().expect("a child");
    let (_, listing, _) = home.run("$0 saves", "");
    let row = listing.lines().next().unwrap_or_default();
    assert!(
        row.starts_with("hall.checkpoint  ") && row.ends_with("  checkpoint"),
        "{row}"
    );
    let (_, listing, _) = home.run("$0 saves --format json", "");
    assert!(listing.contains(r#","checkpoint":"left","#), "{listing}");
    let resumed = home.play(&["resume"]).until("interrupted");
    let left = resumed.press("\x1bd").ended();
    assert_eq!(left.count("dungeon resume hall.checkpoint"), 1);
    wait_for_turns(&checkpoint, 120);
    let ended = home
        .play(&["resume", "hall.checkpoint"])
        .press("lS")
        .ended();
    assert_eq!(ended.count("dungeon resume hall"), 1);
    assert!(!checkpoint.exists());
    let recording = Recording::from_text(&home.save("hall")).expect("a save");
    assert_eq!(recording.turn(), 121);
    // Resuming a save by name reports a checkpoint beside it.
    fs::write(&checkpoint, home.save("hall")).expect("a file");
    let resumed = home.play(&["resume", "hall"]);
    let left = resumed.until("dungeon resume hall.checkpoint");
    left.press("\x1bd").ended();
    assert!(checkpoint.exists());
}

#[test]
fn a_game_that_is_left_leaves_no_checkpoint_and_two_games_have_one_each() {
    let home = Home::new();
    let hall = home.hall();
    let one = home.rested(&[&hall, "--seed", "7"], 100);
    wait_for_turns(&home.checkpoint("hall"), 100);
    let two = home.rested(&[&hall, "--seed", "7"], 101);
    wait_for_turns(&home.checkpoint("hall-2"), 101);
    // The checkpoint of turn 200 replaces that of turn 100.
    let one = one.press(&"lh".repeat(50));
    wait_for_turns(&home.checkpoint("hall"), 200);
    two.press("\x1b").until("Quit?").press("d").ended();
    assert!(!home.checkpoint("hall-2").exists());
    one.kill(Signal::TERM);
    one.ended();
    let left = fs::read_dir(home.saves()).expect("a folder");
    let names = left.map(|entry| entry.expect("an entry").file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["hall.save"]);
}

#[test]
fn a_game_that_is_stopped_has_a_checkpoint_before_for_it_obeys_no_signal_then() {
    let home = Home::new();
    let hall = home.hall();
    let mut played = home.rested(&[&hall, "--seed", "7"], 3).until("Turn 3");
    played.kill(Signal::TSTP);
    wait_for_turns(&home.checkpoint("hall"), 3);
    played.kill(Signal::KILL);
    played.child.wait().expect("a child");
    wait_for_turns(&home.checkpoint("hall"), 3);
}

#[test]
fn in_lines_the_last_checkpoint_is_left_too() {
    let home = Home::new();
    let hall = home.hall();
    fs::write(&hall, HALL).expect("a file");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args([&hall, "--narrate", "--seed", "7"]);
    command.env("XDG_STATE_HOME", home.folder.path());
    let played = Played::with(command, sized(80, 24)).until("> ");
    let mut played = played.press(&format!("keys {}\n", "lh".repeat(50)));
    wait_for_turns(&home.checkpoint("hall"), 100);
    played.kill(Signal::KILL);
    played.child.wait().expect("a child");
    let (code, heard, _) = home.run("$0 resume --narrate", "wait\n");
    assert_eq!(code, Some(0), "{heard}");
    assert!(heard.contains("interrupted"), "{heard}");
    let recording = Recording::from_text(&home.save("hall")).expect("a save");
    assert_eq!(recording.turn(), 101);
}

#[test]
fn a_save_that_fails_in_lines_is_told_with_its_keys_and_exits_with_2() {
    let home = Home::new();
    let lines = [
        // No folder can be created here.
        "XDG_STATE_HOME=/dev/null/no exec $0 --narrate --seed 7 crypt",
        // No file can grow beyond a few blocks here, and SIGXFSZ would kill the program silently.
        "ulimit -f 2; exec $0 --narrate --seed 7 crypt",
    ];
    for line in lines {
        let (code, heard, wrong) = home.run(line, "east\n");
        assert_eq!(code, Some(2), "{heard}{wrong}");
        assert!(heard.contains("Cannot save the game: "), "{heard}");
        assert!(
            heard.contains("To replay it, use --seed 7 and these keys: "),
            "{heard}"
        );
        assert!(
            wrong.starts_with("dungeon: cannot save the game: "),
            "{wrong}"
        );
    }
    let litter = fs::read_dir(home.saves()).expect("a folder");
    assert_eq!(litter.count(), 0, "an unfinished file");
}

#[test]
fn in_lines_a_closed_or_full_output_saves_and_says_so_on_standard_error() {
    let home = Home::new();
    // The output closes only after a turn was played: the reader exits once it has read the turn's line, and the next
    // key is typed after that.
    let line = "mkfifo typed; { echo east; read gone <typed; echo west; } |
        $0 --narrate --seed 7 crypt | { sed /You.go/q >heard; exec <&-; echo gone >typed; }";
    let (_, _, wrong) = home.run(line, "");
    assert!(
        wrong.starts_with("Saved: dungeon resume crypt\n"),
        "{wrong}"
    );
    assert!(home.saves().join("crypt.save").exists());
    let (code, _, wrong) = home.run("exec $0 --narrate crypt >/dev/full", "east\n");
    assert_eq!(code, Some(2), "{wrong}");
    assert!(wrong.contains("No space left on device"), "{wrong}");
}

#[test]
fn a_game_without_standard_streams_ends_as_with_empty_ones() {
    let home = Home::new();
    for (line, code) in [
        ("exec $0 --narrate --seed 7 crypt <&-", 0),
        ("exec $0 --narrate --seed 7 crypt >&-", 0),
        ("exec $0 --narrate --seed 7 crypt 2>&-", 0),
        ("exec $0 --narrate --seed 7 crypt <&- >&- 2>&-", 0),
        ("exec $0 --seed 7 crypt <&- >&- 2>&-", 2),
    ] {
        let (ended, heard, wrong) = home.run(line, "east\n");
        assert_eq!(ended, Some(code), "{line}: {heard}{wrong}");
    }
    for name in ["crypt", "crypt-2"] {
        let recording = Recording::from_text(&home.save(name)).expect("a save");
        assert_eq!(recording.turn(), 1, "{name}");
    }
    assert_eq!(fs::read_dir(home.saves()).expect("a folder").count(), 2);
}

#[test]
fn commands_after_a_game_name_a_file_that_looks_like_an_option_or_a_command() {
    let home = Home::new();
    for (name, operand) in [("-x.dng", "./-x.dng"), ("keys", "./keys"), ("-", "./-")] {
        fs::write(home.folder.path().join(name), HALL).expect("a file");
        let (_, heard, _) = home.run(&format!("$0 play --narrate --seed 7 {operand}"), "l\n");
        let commands = heard.lines().filter_map(|line| line.split_once(" again:"));
        let commands: Vec<&str> = commands.map(|(_, command)| command.trim()).collect();
        assert_eq!(commands.len(), 2, "{heard}");
        for command in commands {
            assert!(command.contains(&format!(" {operand} ")), "{command}");
            let line = command.replacen("dungeon", "$0", 1);
            let line = line.replace("$0 ./", "$0 --narrate ./");
            let (code, _, wrong) = home.run(&line, "");
            assert_eq!(code, Some(0), "{line}: {wrong}");
        }
    }
}
