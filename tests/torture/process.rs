//! Runs the program in a separate process, and checks the files that it leaves.
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;
use std::{fs, thread};

use dungeon_format::characters::fault;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recording::Recording;
use rustix::process::{Pid, Signal, kill_process};

/// The timeout for a process on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The prefix of the names of unfinished files.
const UNFINISHED: &str = ".writing-";

/// Returns the path of the program, built beside the running test or example.
pub fn program() -> PathBuf {
    let here = std::env::current_exe().expect("a program that runs has a path");
    let folder = here
        .parent()
        .and_then(Path::parent)
        .expect("a folder of cargo");
    let program = folder.join("dungeon");
    assert!(program.exists(), "{} is not built", program.display());
    program
}

/// Returns a command with a separate home folder and captured output.
pub fn dungeon(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(arguments);
    at_home(&mut command, home);
    command.stdin(Stdio::null());
    command
}

/// Returns a shell command in which `"$0" "$@"` is the program with its arguments.
pub fn by_shell(line: &str, home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]).arg(program()).args(arguments);
    at_home(&mut command, home);
    command
}

/// Gives a command this folder for its saves and settings, pipes for its output, and a fixed environment.
fn at_home(command: &mut Command, home: &Path) {
    command
        .env("XDG_STATE_HOME", home)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("LC_ALL", "C.UTF-8")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
}

/// Waits for the end of a process, and kills one that hangs. `what` names the process in the message.
pub fn ended(child: Child, what: &impl Debug) -> Output {
    let pid = Pid::from_child(&child);
    let (teller, told) = channel();
    thread::spawn(move || teller.send(child.wait_with_output()));
    let Ok(output) = told.recv_timeout(PATIENCE) else {
        let _ = kill_process(pid, Signal::KILL);
        panic!("{what:?} hangs");
    };
    output.expect("it was ours")
}

/// Asserts that a command ended by itself with a valid exit code, and printed no control characters; colored pictures
/// may contain escape sequences.
pub fn check_output(arguments: &[&str], output: &Output) {
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)), "{arguments:?}: {output:?}");
    let is_coloured = arguments.contains(&"ansi");
    for text in [&output.stdout, &output.stderr] {
        let text = std::str::from_utf8(text).expect("the output is UTF-8");
        let is_odd = |c: char| fault(c).is_some() && c != '\n' && !(is_coloured && c == '\u{1b}');
        assert!(!text.contains(is_odd), "{arguments:?} prints {text:?}");
    }
}

/// Returns the recording in a file, which must be complete and replay to its recorded state.
pub fn replayed(path: &Path) -> Recording {
    let text = fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let recording = Recording::from_text(&text);
    let recording = recording.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let mut session = recording.session().expect("its dungeon is sound");
    let playback = Playback::begin(recording.clone(), &session);
    let mut playback = playback.expect("the opening is the recorded one");
    let played = playback.finish(&mut session);
    assert_eq!(played, Ok(()), "{}", path.display());
    recording
}

/// Returns the saves and checkpoints of a home folder, sorted by name; each must be resumable.
pub fn saved(home: &Path) -> Vec<(PathBuf, Recording)> {
    let Ok(entries) = fs::read_dir(home.join("dungeon/saves")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_save = |path: &PathBuf| {
        let end = path.extension().and_then(|end| end.to_str());
        path.is_file() && matches!(end, Some("save" | "checkpoint"))
    };
    let mut paths: Vec<PathBuf> = paths.filter(is_save).collect();
    paths.sort();
    let saves = paths.into_iter().map(|path| {
        let recording = replayed(&path);
        (path, recording)
    });
    saves.collect()
}

/// Returns the unfinished files below a folder that were not removed.
pub fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let found = paths.flat_map(|path| {
        if path.is_dir() && !path.is_symlink() {
            unfinished(&path)
        } else {
            vec![path]
        }
    });
    let is_unfinished = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| name.starts_with(UNFINISHED))
    };
    found.filter(is_unfinished).collect()
}
