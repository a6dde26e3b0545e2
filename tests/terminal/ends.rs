//! The rows "panic" and "signals" of the terminal's table: after a panic or a deadly signal the terminal is restored,
//! and the program saves once and reports this on the normal screen. The same holds in line mode. The program is
//! `examples/own_show.rs`.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::channel;

use crate::own_show::own_show;
use crate::pty::{DEADLY, Ended, PATIENCE, Played, modes, sized};
use portable_pty::CommandBuilder;
use rustix::process::Signal;

/// Deadly signals that only Linux has, by number, among them the first and the last real-time signal.
#[cfg(target_os = "linux")]
const DEADLY_BY_NUMBER: [(i32, &str); 4] = [
    (29, "I/O possible"),
    (30, "Power failure"),
    (34, "Real-time signal 0"),
    (64, "Real-time signal 30"),
];

/// Starts the example without core files.
fn started() -> Played {
    Played::by_shell("ulimit -c 0; exec \"$0\"", &own_show()).until("q quits")
}

/// Starts the example, which saves into this file.
fn keeping(file: &Path) -> Played {
    let mut command = CommandBuilder::new(own_show());
    command.arg(file);
    Played::with(command, sized(80, 24)).until("q quits")
}

/// Returns an unused path for this test run.
fn fresh(name: &str) -> PathBuf {
    let folder = format!("ends-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).expect("a folder for tests");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Creates a named pipe: an example that saves into it blocks until the test reads it.
fn slow(name: &str) -> PathBuf {
    let path = fresh(name);
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()), "{path:?}");
    path
}

/// Asserts that the example reported its saved keys once, escaped, and on the normal screen.
#[track_caller]
fn was_kept_once(ended: &Ended, keys: usize) {
    let contents = ended.screen.contents();
    let kept = format!("Kept up to key {keys}.\\x07");
    assert_eq!(ended.count(&kept), 1, "{contents}");
    assert_eq!(ended.count("Kept"), 1, "{contents}");
    assert!(!contents.contains("q quits"), "{contents}");
}

#[test]
fn signals_leave_then_keep_then_kill() {
    for (signal, name) in DEADLY {
        let played = started().press("xm").until("[Char('m'), Char('x')]");
        played.kill(signal);
        let ended = played.ended();
        assert!(
            ended.died_by().starts_with(name),
            "{name}: {:?}",
            ended.status
        );
        was_kept_once(&ended, 2);
    }
}

#[test]
fn signals_of_faults_that_come_at_once_leave_then_keep_then_kill() {
    // Two concurrent handlers would usually overflow the stack of handlers.
    for _ in 0..5 {
        let played = started().press("xm").until("[Char('m'), Char('x')]");
        played.kill_by_all(&[Signal::FPE, Signal::ILL, Signal::BUS, Signal::SEGV]);
        was_kept_once(&played.ended(), 2);
    }
}

#[test]
fn faults_of_the_program_itself_leave_the_terminal_and_kill() {
    for (key, words) in [("k", "q quits"), ("o", "has overflowed its stack")] {
        let ended = started().press(&format!("xm{key}")).ended();
        assert!(ended.died_by().starts_with("Aborted"), "{:?}", ended.status);
        let contents = ended.screen.contents();
        assert_eq!(contents.contains(words), key == "o", "{contents}");
        assert_eq!(ended.count("Kept"), 0, "{contents}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn signals_of_one_system_leave_then_keep_then_kill() {
    for (number, name) in DEADLY_BY_NUMBER {
        let played = started().press("xm").until("[Char('m'), Char('x')]");
        let pid = played.pty.master.process_group_leader();
        let pid = pid.expect("a job that runs").to_string();
        let killed = Command::new("sh")
            .args(["-c", "kill -$0 $1", &number.to_string(), &pid])
            .status();
        assert!(killed.is_ok_and(|status| status.success()));
        let ended = played.ended();
        assert!(ended.died_by().starts_with(name), "{:?}", ended.status);
        was_kept_once(&ended, 2);
    }
}

#[test]
fn signals_that_the_starting_process_ignored_end_nothing() {
    let line = "trap '' HUP INT; exec \"$0\"";
    let played = Played::by_shell(line, &own_show()).until("q quits");
    played.kill(Signal::HUP);
    played.kill(Signal::INT);
    let played = played.press("x").until("[Char('x')]");
    played.kill(Signal::TERM);
    let ended = played.ended();
    assert!(ended.died_by().starts_with("Terminated"));
    was_kept_once(&ended, 1);
}

#[test]
fn signals_end_animations_and_journeys() {
    for (key, sight) in [("F", "spark 9"), ("G", "9 steps to go")] {
        let played = started().press(key).until(sight);
        played.kill(Signal::TERM);
        let ended = played.ended();
        assert!(ended.died_by().starts_with("Terminated"));
        was_kept_once(&ended, 1);
    }
}

#[test]
fn signals_end_the_work_of_a_show_on_the_screen_and_in_lines() {
    let mut lines = CommandBuilder::new(own_show());
    lines.arg("--lines");
    let lines = Played::with(lines, sized(80, 24)).until("Type keys.");
    for (played, key) in [(started(), "l"), (lines, "l\r")] {
        let played = played.press(key).until("At work.");
        played.kill(Signal::TERM);
        let ended = played.ended();
        assert!(ended.died_by().starts_with("Terminated"));
        was_kept_once(&ended, 1);
    }
}

#[test]
fn signals_end_a_show_without_a_reader_and_it_is_saved() {
    let file = fresh("unread");
    let mut command = CommandBuilder::new(own_show());
    command.arg(&file);
    // The output is far more than a pseudo-terminal buffers, and only its beginning is read.
    let played = Played::with(command, sized(900, 200)).until("q quits");
    let played = played.press("w").until("wwww");
    played.kill(Signal::TERM);
    let Played {
        pty,
        mut child,
        before,
        output,
        ..
    } = played;
    let (teller, status) = channel();
    std::thread::spawn(move || teller.send(child.wait()));
    let status = status.recv_timeout(PATIENCE).expect("still running");
    let status = status.expect("a child");
    assert_eq!(modes(&*pty.master), before, "the modes of the terminal");
    drop(output);
    assert!(
        status
            .signal()
            .is_some_and(|name| name.starts_with("Terminated"))
    );
    assert_eq!(
        fs::read_to_string(file).ok().as_deref(),
        Some("Kept up to key 1.\x07\n")
    );
}

#[test]
fn signals_that_come_while_it_keeps_neither_cut_it_short_nor_save_it_from_the_first() {
    let file = slow("slow-signal");
    let played = keeping(&file).press("x").until("[Char('x')]");
    played.kill(Signal::TERM);
    let played = played.until_gone("q quits");
    for signal in [Signal::INT, Signal::HUP, Signal::TERM] {
        played.kill(signal);
    }
    let kept = fs::read_to_string(&file).expect("what it keeps");
    assert_eq!(kept, "Kept up to key 1.\x07\n");
    let ended = played.ended();
    assert!(
        ended.died_by().starts_with("Terminated"),
        "{:?}",
        ended.status
    );
    was_kept_once(&ended, 1);
}

#[test]
fn a_terminal_that_is_gone_ends_it_like_a_hang_up_and_it_is_kept() {
    let file = fresh("gone");
    let played = keeping(&file).press("x").until("[Char('x')]");
    let mut child = played.hang_up();
    let status = child.wait().expect("a child");
    assert!(
        status
            .signal()
            .is_some_and(|name| name.starts_with("Hangup")),
        "{status:?}"
    );
    assert_eq!(
        fs::read_to_string(file).ok().as_deref(),
        Some("Kept up to key 1.\x07\n")
    );
}

#[test]
fn panic_leaves_then_says_its_message_then_what_was_kept() {
    let ended = started().press("xmp").ended();
    assert_eq!(ended.status.exit_code(), 101);
    was_kept_once(&ended, 2);
    let contents = ended.screen.contents();
    let first = contents.lines().find(|line| !line.is_empty());
    assert!(
        first.is_some_and(|line| line.starts_with("thread 'main'")),
        "{contents}"
    );
    let (before, after) = (contents.find("pressed p"), contents.find("Kept"));
    assert!(before.is_some() && before < after, "{contents}");
}

#[test]
fn panic_that_aborts_drops_nothing_and_leaves_and_keeps_all_the_same() {
    let ended = started().press("xma").ended();
    assert!(ended.died_by().starts_with("Aborted"), "{:?}", ended.status);
    // Rust's own message scrolls the screen.
    let said = String::from_utf8_lossy(&ended.said);
    for once in ["pressed a", "Kept up to key 2.\\x07"] {
        assert_eq!(said.matches(once).count(), 1, "{said}");
    }
    assert!(said.find("[?1049l") < said.find("pressed a"), "{said}");
}

#[test]
fn panic_and_a_signal_meet_and_neither_is_lost() {
    let file = slow("slow-panic");
    let played = keeping(&file).press("xp").until_gone("q quits");
    played.kill(Signal::TERM);
    let kept = fs::read_to_string(&file).expect("what it keeps");
    assert_eq!(kept, "Kept up to key 1.\x07\n");
    let ended = played.ended();
    assert!(
        ended.died_by().starts_with("Terminated"),
        "{:?}",
        ended.status
    );
    was_kept_once(&ended, 1);
    assert_eq!(ended.count("pressed p"), 1);
}

#[test]
fn panic_of_another_thread_stands_on_the_normal_screen_and_the_show_goes_on() {
    let played = started().press("m").until("[Char('m')]");
    let played = played
        .press("t")
        .until("pressed t")
        .until("[Char('t'), Char('m')]");
    assert!(played.parser.screen().alternate_screen());
    let ended = played.press("q").ended();
    assert_eq!((ended.count("pressed t"), ended.count("Kept")), (1, 0));
    assert!(ended.status.success());
}

/// Starts the example in line mode, which saves into this file after two keys.
fn in_lines(file: &Path) -> Played {
    let mut command = CommandBuilder::new(own_show());
    command.args(["--lines".as_ref(), file.as_os_str()]);
    let played = Played::with(command, sized(80, 24)).until("Type keys.");
    played.press("xm\n").until("[Char('m'), Char('x')]")
}

#[test]
fn panic_in_lines_says_its_message_then_what_was_kept() {
    let file = fresh("panic-in-lines");
    let ended = in_lines(&file).press("p\n").ended();
    assert_eq!(ended.status.exit_code(), 101);
    let contents = ended.screen.contents();
    assert_eq!(ended.count("Kept up to key 2.\\x07"), 1, "{contents}");
    let (before, after) = (contents.find("pressed p"), contents.find("Kept"));
    assert!(before.is_some() && before < after, "{contents}");
    let kept = fs::read_to_string(&file);
    assert_eq!(kept.ok().as_deref(), Some("Kept up to key 2.\x07\n"));
}

#[test]
fn panic_in_lines_that_aborts_keeps_all_the_same() {
    let file = fresh("abort-in-lines");
    let ended = in_lines(&file).press("a\n").ended();
    assert!(ended.died_by().starts_with("Aborted"), "{:?}", ended.status);
    let said = String::from_utf8_lossy(&ended.said);
    assert_eq!(said.matches("Kept up to key 2.\\x07").count(), 1, "{said}");
}

#[test]
fn panic_of_another_thread_in_lines_ends_nothing() {
    let file = fresh("thread-in-lines");
    let played = in_lines(&file).press("t\n").until("Char('t')");
    let ended = played.press("q\n").ended();
    assert_eq!((ended.count("pressed t"), ended.count("Kept")), (1, 0));
    assert!(ended.status.success() && !file.exists());
}

#[test]
fn signals_in_lines_keep_then_kill() {
    for (signal, name) in DEADLY {
        let file = fresh("signal-in-lines");
        let played = in_lines(&file);
        played.kill(signal);
        let ended = played.ended();
        assert!(ended.died_by().starts_with(name), "{:?}", ended.status);
        assert_eq!(ended.count("Kept up to key 2.\\x07"), 1, "{name}");
        assert!(file.exists(), "{name}");
    }
}
