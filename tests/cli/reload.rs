//! With `--watch` a game restarts as soon as its author saves the file, in whatever way editors save; otherwise the
//! next game reads it. `check --watch` prints again. Uses real files and the system's change notifications.
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::pty::{Played, sized};
use portable_pty::CommandBuilder;
use tempfile::TempDir;

const HALL: &str = drawn! {"
    title \"Hall\"
    map
    ##########
    #@.......#
    #......$.#
    ##########
    end
"};

/// The ways in which editors save: each leaves the new text, with different notifications.
const WAYS: [fn(&Path, &str); 3] = [in_place, by_renaming, by_removing];

fn in_place(path: &Path, text: &str) {
    fs::write(path, text).expect("a file");
}

fn by_renaming(path: &Path, text: &str) {
    let other = path.with_extension("swp");
    fs::write(&other, text).expect("a file");
    fs::rename(other, path).expect("a file");
}

fn by_removing(path: &Path, text: &str) {
    fs::remove_file(path).expect("a file");
    fs::write(path, text).expect("a file");
}

/// Creates a folder with the hall.
fn place() -> (TempDir, PathBuf) {
    let place = tempfile::tempdir().expect("a folder");
    let path = place.path().join("hall.dng");
    fs::write(&path, HALL).expect("a file");
    (place, path)
}

fn play(place: &TempDir, arguments: &[&str]) -> Played {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dungeon"));
    command.args(arguments);
    command.cwd(place.path());
    for name in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
        command.env(name, place.path().join("home"));
    }
    Played::with(command, sized(80, 24)).until("Health")
}

#[test]
fn a_saved_file_is_played_at_once_with_the_hero_where_he_was() {
    for save in WAYS {
        let (place, path) = place();
        let played = play(&place, &["hall.dng", "--watch", "--seed", "3"]);
        let played = played.press("ll").until("#..@.....#");
        save(&path, &HALL.replace("#......$.#", "#$.......#"));
        let played = played.through(&["you are where you were", "#$.......#", "#..@.....#"]);
        save(&path, &HALL.replace("#@.......#", "#@.#.....#"));
        let played = played.through(&["your old cell is blocked", "#@.#.....#"]);
        played.press("\x1b").until("Quit?").press("y").ended();
    }
}

#[test]
fn broken_text_is_told_in_a_bar_over_a_game_that_goes_on_until_it_is_mended() {
    for save in WAYS {
        let (place, path) = place();
        let played = play(&place, &["hall.dng", "--watch"])
            .press("l")
            .until("#.@......#");
        save(&path, &HALL.replace("#......$.#", "#q.....$.#"));
        let played = played.until(" ! hall.dng:5:2 error[");
        let played = played.press("l").until("#..@.....#");
        save(&path, HALL);
        // The text of the running game is back, so the game goes on without a restart.
        let played = played.until_gone("error[").press("l").until("#...@....#");
        let ended = played.press("\x1b").until("Quit?").press("d").ended();
        assert_eq!(
            ended.count("You left after 3 turns"),
            1,
            "{}",
            ended.screen.contents()
        );
    }
}

#[test]
fn a_file_that_is_included_is_watched_too() {
    let (place, path) = place();
    fs::create_dir(place.path().join("lib")).expect("a folder");
    let beasts = place.path().join("lib/beasts.dng");
    fs::write(&beasts, "kind r \"rat\" is=wanderer\n").expect("a file");
    fs::write(&path, HALL).expect("a file");
    let played = play(&place, &["hall.dng", "--watch"]);
    let with_rat = HALL.replace("#......$.#", "#.....r$.#");
    by_renaming(
        &path,
        &with_rat.replace("map\n", "include \"lib/beasts.dng\"\nmap\n"),
    );
    let played = played.until("#.....r$.#");
    by_renaming(&beasts, "kind r \"rat\" is=wanderer healht=9\n");
    let played = played.until("! lib/beasts.dng:1:").until("error[");
    by_renaming(&beasts, "kind r \"rat\" is=wanderer health=9\n");
    let played = played
        .until_gone("error[")
        .until("The dungeon was reloaded.");
    played.press("\x1b").until("Quit?").press("y").ended();
}

#[test]
fn a_game_that_began_in_its_place_is_saved_and_resumed_there() {
    let (place, path) = place();
    let played = play(&place, &["hall.dng", "--watch"])
        .press("lll")
        .until("#...@....#");
    in_place(&path, &HALL.replace("#......$.#", "#$.......#"));
    let played = played.until("#$.......#").press("l").until("#....@...#");
    let ended = played.press("\x1b").until("Quit?").press("y").ended();
    assert_eq!(
        ended.count("Continue:       dungeon resume hall"),
        1,
        "{}",
        ended.screen.contents()
    );
    assert_eq!(
        ended.count("dungeon render"),
        0,
        "no keys lead there from the start"
    );
    let resumed = play(&place, &["resume", "hall"]).until("#....@...#");
    resumed.press("\x1b").until("Quit?").press("d").ended();
}

#[test]
fn without_a_watch_another_game_reads_the_file_anew() {
    for (key, file) in [
        ("R", Some("hall.dng")),
        ("N", Some("hall.dng")),
        ("R", None),
    ] {
        let (place, path) = place();
        let played = match file {
            Some(file) => play(&place, &[file]),
            // The menu lists the folder's files after the shipped dungeons, one of which is also a hall.
            None => play(&place, &[])
                .press("hall\x1b[B")
                .until("> Hall (hall.dng)")
                .press("\r")
                .until_gone("Which dungeon?"),
        };
        let played = played.press("l").until("#.@......#");
        in_place(&path, &HALL.replace("#......$.#", "#$.......#"));
        let played = played.press(key).until("y:").press("y");
        let played = played.through(&["#@.......#", "#$.......#", "The dungeon was reloaded."]);
        in_place(&path, "map\n#####\n#@q$#\n#####\nend\n");
        let played = played
            .press("l")
            .until("#.@......#")
            .press(key)
            .until("y:")
            .press("y");
        let played = played.through(&[
            "hall.dng:3:3 error[",
            "found `q`.",
            "Playing the previous version.",
        ]);
        fs::remove_file(&path).expect("a file");
        let played = played
            .press("l")
            .until("#.@......#")
            .press(key)
            .until("y:")
            .press("y");
        let played = played.until("cannot read hall.dng: No such file");
        played.press("\x1b").until("Quit?").press("y").ended();
    }
}

#[test]
fn what_is_no_file_is_not_watched() {
    let (place, _) = place();
    for (arguments, found) in [
        (&["--watch"][..], "no file"),
        (&["crypt", "--watch"], "crypt, a bundled dungeon"),
        (&["-", "--watch"], "standard input"),
        (&[".", "--watch"], "., which is not a file"),
        (&["check", "--watch", "-"], "standard input"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_dungeon"))
            .args(arguments)
            .current_dir(place.path())
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(
            said.starts_with("dungeon: expected ") && said.trim_end().ends_with(found),
            "{said}"
        );
    }
}

/// Replaces a file with a pipe that nothing writes to.
fn put_a_pipe(path: &Path) {
    let pipe = path.with_extension("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    fs::rename(pipe, path).expect("a pipe");
}

#[test]
fn a_pipe_in_the_place_of_a_file_keeps_no_game_waiting() {
    let (place, path) = place();
    let played = play(&place, &["hall.dng", "--watch"])
        .press("l")
        .until("#.@......#");
    put_a_pipe(&path);
    let played = played.until("cannot read hall.dng: it is a pipe, not a file");
    let played = played.press("l").until("#..@.....#");
    by_renaming(&path, &HALL.replace("map\n", "include \"lib.dng\"\nmap\n"));
    put_a_pipe(&place.path().join("lib.dng"));
    let played = played.until("hall.dng:2:9 error[");
    let played = played.press("l").until("#...@....#");
    played.press("\x1b").until("Quit?").press("y").ended();
    // Without `--watch` the next game reads the file.
    in_place(&place.path().join("plain.dng"), HALL);
    let played = play(&place, &["plain.dng"]).press("l").until("#.@......#");
    put_a_pipe(&place.path().join("plain.dng"));
    let played = played.press("N").until("y:").press("y");
    let played = played.until("cannot read plain.dng: it is a pipe, not a file");
    played.press("\x1b").until("Quit?").press("y").ended();
}

#[test]
fn a_pipe_in_the_place_of_a_file_keeps_no_check_waiting() {
    let (place, path) = place();
    let mut check = Watching::started(&place, &["check", "--watch", "hall.dng"]);
    check.until("hall.dng: no problems");
    put_a_pipe(&path);
    check.until("changed: hall.dng");
    by_renaming(&path, &HALL.replace("Hall", "Other"));
    check.until("hall.dng: no problems");
}

/// A program whose output is read line by line; the test stops it.
struct Watching {
    child: Child,
    lines: Box<dyn Iterator<Item = String>>,
}

impl Watching {
    fn started(place: &TempDir, arguments: &[&str]) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dungeon"))
            .args(arguments)
            .current_dir(place.path())
            .env("HOME", place.path().join("home"))
            .env("XDG_STATE_HOME", place.path().join("home"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Watching {
            lines: Box::new(lines.map(|line| line.expect("UTF-8"))),
            child,
        }
    }

    /// Reads lines up to one that contains this text. Returns that line.
    fn until(&mut self, text: &str) -> String {
        let mut read = Vec::new();
        for line in &mut self.lines {
            if line.contains(text) {
                return line;
            }
            read.push(line);
        }
        panic!("no line contains {text:?}: {read:#?}");
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn check_prints_again_each_time_a_file_is_saved() {
    for save in WAYS {
        let (place, path) = place();
        let other = place.path().join("other.dng");
        fs::write(&other, HALL).expect("a file");
        let mut check = Watching::started(&place, &["check", "--watch", "hall.dng", "other.dng"]);
        check.until("2 files checked: no problems");
        save(&path, &HALL.replace("#......$.#", "#q.....$.#"));
        check.until("changed: hall.dng");
        check.until("--> hall.dng:5:2");
        check.until("2 files checked: 1 error");
        save(&other, &HALL.replace("Hall", "Other"));
        check.until("changed: other.dng");
        check.until("hall.dng: 1 error");
        save(&path, HALL);
        check.until("changed: hall.dng");
        check.until("2 files checked: no problems");
    }
}

#[test]
fn check_outlives_a_file_that_is_gone_for_a_while_and_sees_what_it_lacked() {
    let (place, path) = place();
    let mut check = Watching::started(&place, &["check", "--watch", "hall.dng"]);
    check.until("hall.dng: no problems");
    fs::remove_file(&path).expect("a file");
    check.until("changed: hall.dng");
    fs::write(
        &path,
        HALL.replace("map\n", "include \"beasts.dng\"\nmap\n"),
    )
    .expect("a file");
    check.until("error[");
    check.until("hall.dng: 1 error");
    fs::write(
        place.path().join("beasts.dng"),
        "kind r \"rat\" is=wanderer\n",
    )
    .expect("a file");
    check.until("changed: hall.dng");
    check.until("hall.dng: ");
}

#[test]
fn who_hears_the_game_is_told_unasked() {
    let (place, path) = place();
    let mut heard = Watching::started(&place, &["hall.dng", "--watch", "--narrate"]);
    heard.until("Ways:");
    let typed = heard.child.stdin.as_mut().expect("a pipe");
    typed.write_all(b"east\n").expect("a pipe");
    heard.until("You go 1 east.");
    in_place(&path, &HALL.replace("#......$.#", "#q.....$.#"));
    heard.until("hall.dng:5:2 error[");
    in_place(&path, &HALL.replace("#......$.#", "#$.......#"));
    heard.until("you are where you were");
    heard.until("cell 3,2");
}
