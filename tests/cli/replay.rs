//! `dungeon replay` shows a recorded game in a real terminal, obeys the viewer's keys, and restores the terminal.
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::corpus;
use crate::corpus::recorded;
use crate::pty::{Ended, Played, UNREPORTED, sized};
use portable_pty::CommandBuilder;
use rustix::process::Signal;
use tempfile::TempDir;

const WON: &str = "fixtures/recordings/won.rec";
const DRIFTING: &str = "fixtures/recordings/drifting.rec";

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_dungeon"))
}

fn replay(arguments: &[&str]) -> Played {
    let mut command = CommandBuilder::new(program());
    command.arg("replay");
    command.args(arguments);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    command.env_remove("NO_COLOR");
    command.env("LC_ALL", "C.UTF-8");
    Played::with(command, sized(80, 24))
}

/// Returns the exit code and the text of the normal screen at the end.
fn said(ended: &Ended) -> (u32, String) {
    let text = ended.screen.contents().replace('\n', " ");
    (ended.status.exit_code(), text.trim().to_owned())
}

fn last_row(played: &Played) -> String {
    let contents = played.parser.screen().contents();
    contents.lines().nth(23).unwrap_or_default().to_owned()
}

#[test]
fn a_recorded_game_is_played_to_its_end_and_summed_up() {
    let played = replay(&[WON]).through(&[
        "Turn 0 of 2 (0%) at 1×.",
        "walk, take, attack",
        "...:p",
        ".:$",
        "You won on turn 2",
    ]);
    let ended = played
        .until("Turn 2 of 2, the end: won.")
        .press("q")
        .ended();
    assert_eq!(
        said(&ended),
        (
            0,
            "Replayed fixtures/scenes/cell.dng, seed 7: won in 2 turns. Checksum 4ae139ff60b0e425."
                .to_owned()
        )
    );
    assert!(!ended.spoke_of_mouse());
}

#[test]
fn it_waits_steps_and_is_left_where_it_is() {
    let paused = replay(&[WON, "--paused"]).until("Turn 0 of 2 (0%), paused.");
    let help = paused.press(".").until("walk, take, attack").until("Key ?");
    let stepped = help
        .press("..")
        .until("Turn 1 of 2 (60%), paused. Key l")
        .until("arrow hits you");
    let back = stepped
        .press("\x1b[D")
        .until("Turn 0 of 2 (40%), paused. Key <Esc>");
    let forth = back.press("\x1b[C").until("Turn 1 of 2 (60%), paused.");
    let end = forth
        .press(">")
        .until("the end: won")
        .press("g")
        .until("Turn 0 of 2 (0%), paused.");
    let (code, text) = said(&end.press("\x1b").ended());
    assert_eq!(code, 0);
    assert!(
        text.contains("seed 7: stopped at turn 0 of 2. Checksum 40834586c7a2d959."),
        "{text}"
    );
}

#[test]
fn speed_is_chosen_before_and_meanwhile() {
    let paused = || replay(&[WON, "--paused", "--speed", "16"]).until("paused");
    let fast = paused().press(" ").until("at 16×.");
    fast.press("q").ended();
    // The replay is paused, so that it does not end before a key arrives.
    let slow = paused().press("----- ").until("at 0.5×.");
    slow.press("q").ended();
    let full = replay(&[WON, "--speed", "max"]).until("the end: won");
    full.press("\x03").ended();
    let wrong = run(&["replay", WON, "--speed", "3"]);
    assert_eq!(wrong.status.code(), Some(2));
    let told = String::from_utf8_lossy(&wrong.stderr);
    assert!(
        told.contains("expected one of 0.25, 0.5, 1, 2, 4, 8, 16, max"),
        "{told}"
    );
}

#[test]
fn it_begins_at_the_turn_that_is_asked_for() {
    let begun = replay(&[WON, "--turn", "1", "--paused"]);
    let begun = begun.until("Turn 1 of 2 (60%), paused. Key l");
    begun.press("q").ended();
    let end = replay(&[WON, "--turn", "99"]).until("Turn 2 of 2, the end: won.");
    end.press("q").ended();
    let ended = replay(&[DRIFTING, "--turn", "99"]);
    let ended = ended.until("The game differs from the recording");
    assert_eq!(said(&ended.press("q").ended()).0, 1);
    let wrong = run(&["replay", WON, "--turn", "-1"]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn keys_of_a_game_mean_nothing_to_it_and_paste_neither() {
    let played = replay(&[WON, "--paused"]).until("paused");
    let played = played
        .press("yR\x1b[200~lll\x1b[201~N\x1bOP.")
        .until("Key ?");
    let (code, text) = said(&played.press("q").ended());
    assert_eq!(code, 0);
    assert!(
        text.contains("stopped at turn 0 of 2. Checksum 40834586c7a2d959."),
        "{text}"
    );
}

#[test]
fn its_screen_may_change_while_it_plays() {
    let played = replay(&[WON, "--paused"])
        .until("paused")
        .press("n")
        .until("arrow hits");
    let small = played
        .resize(sized(40, 12))
        .until("Turn 1 of 2, paused.   ?: keys  q: leave");
    let smaller = small.resize(sized(20, 5)).until("Needs 30x8, has");
    let large = smaller
        .resize(sized(90, 30))
        .until("Turn 1 of 2 (60%), paused. Key l");
    let contents = large.parser.screen().contents();
    assert_eq!(contents.lines().count(), 30);
    assert!(
        contents
            .lines()
            .nth(7)
            .is_some_and(|row| row.starts_with("The patrol's arrow")),
        "{contents}"
    );
    large.press("q").ended();
}

#[test]
fn on_a_screen_too_small_it_takes_no_key_but_those_that_leave() {
    let played = replay(&[WON, "--paused"])
        .until("paused")
        .press("n")
        .until("arrow hits");
    let small = played.resize(sized(20, 5)).until("Needs 30x8, has");
    // Otherwise these keys would go to the end and open the help.
    let (code, text) = said(&small.press(".l>?q").ended());
    assert_eq!(code, 0);
    assert!(text.contains("stopped at turn 1 of 2."), "{text}");
}

#[test]
fn a_drift_is_told_on_the_screen_and_after_it() {
    let told = "The game differs from the recording at turn 2.";
    let ended = replay(&[DRIFTING]).until(told).press("q").ended();
    let (code, text) = said(&ended);
    assert_eq!(code, 1);
    let drift = "at turn 2 the game differs from its recording, made by dungeon 0.1.0";
    assert_eq!(text, format!("dungeon: {DRIFTING}: {drift}"));
}

#[test]
fn a_whole_battle_is_replayed_and_wound() {
    let recording = recorded(
        "dungeons/battle.dng",
        4,
        include_str!("../../fixtures/battle-won-seed-4.keys"),
    );
    let file = written("battle.rec", &recording.to_text());
    let turns = recording.turn();
    let file = file.to_str().expect("a path of letters");
    let played =
        replay(&[file, "--speed", "max"]).until(&format!("Turn {turns} of {turns}, the end: won."));
    assert_eq!(played.mouse(), UNREPORTED);
    let back = played
        .press("<")
        .until(&format!("Turn {} of {turns} (", turns - 1));
    let again = back.press("nn").until("the end: won.");
    assert!(
        last_row(&again).contains("Space: again"),
        "{}",
        last_row(&again)
    );
    let (code, text) = said(&again.press("q").ended());
    assert_eq!(code, 0);
    assert!(
        text.contains(&format!(
            "won in {} turns. Checksum {:016x}.",
            turns + 1, // the last shot falls in a turn that has not passed
            recording.state()
        )),
        "{text}"
    );
}

#[test]
fn glyphs_and_colours_are_those_of_play() {
    let ascii =
        replay(&[WON, "--glyphs", "ascii", "--color", "never"]).until("Turn 0 of 2 (0%) at 1x.");
    let screen = ascii.parser.screen();
    let cells = (0..24).flat_map(|y| (0..80).filter_map(move |x| screen.cell(y, x)));
    assert!(
        cells
            .clone()
            .all(|cell| cell.fgcolor() == vt100::Color::Default)
    );
    let below = cells.skip(23 * 80);
    assert!(below.clone().all(|cell| cell.inverse()), "the line below");
    assert_eq!(below.count(), 80);
    assert!(ascii.parser.screen().hide_cursor());
    ascii.press("q").ended();
}

#[test]
fn what_cannot_be_replayed_never_reaches_the_screen() {
    let cases = [
        (
            "fixtures/recordings/damaged.rec",
            "damaged.rec: it is damaged",
        ),
        (
            "fixtures/scenes/cell.dng",
            "cell.dng: expected a recorded game, found something else",
        ),
        ("no/such\x1b.rec", "cannot replay no/such"),
    ];
    for (file, expected) in cases {
        let output = run(&["replay", file]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), output.stdout.len()),
            (Some(2), 0),
            "{told}"
        );
        assert!(told.contains(expected) && !told.contains('\x1b'), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

#[test]
fn a_saved_game_is_found_by_its_name_where_no_file_has_it() {
    let home =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replay-home-{}", std::process::id()));
    let saves = home.join("dungeon/saves");
    std::fs::create_dir_all(&saves).expect("a folder");
    std::fs::copy(corpus::folder(WON), saves.join("cell.save")).expect("a save");
    let shown = |name: &str| {
        let output = Command::new(program())
            .args(["render", "--replay", name])
            .current_dir(&home)
            .env("XDG_STATE_HOME", &home)
            .output()
            .expect("the program");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let (code, text, _) = shown("cell");
    assert!(
        code == Some(0) && text.contains("You won on turn 2"),
        "{text}"
    );
    let (code, _, told) = shown("crypt");
    assert_eq!(code, Some(2));
    let lists = "cannot replay crypt: No such file or directory, and no saved game has that name; run `dungeon saves` for a list\n";
    assert!(told.ends_with(lists), "{told}");
    std::fs::write(home.join("cell"), "a file").expect("a file");
    let (code, _, told) = shown("cell");
    assert_eq!(code, Some(2));
    assert!(
        told.contains("cannot replay cell: expected a recorded game"),
        "{told}"
    );
    std::fs::remove_dir_all(home).expect("a folder of this test");
}

#[test]
fn without_a_terminal_render_is_named() {
    let output = run(&["replay", WON]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.ends_with("; use `dungeon render --replay FILE` to print it\n"),
        "{told}"
    );
    assert_eq!(output.stdout, b"");
}

fn run(arguments: &[&str]) -> Output {
    Command::new(program())
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .expect("the program")
}

/// Writes a file for this test run. Returns its path.
fn written(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("replay");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// Writes a recording of ten million idle keys in 105 kB.
fn ten_million(folder: &TempDir) -> PathBuf {
    let mut recording = recorded("fixtures/scenes/hall.dng", 1, "");
    recording.rest = "<idle 999>".repeat(10_010).parse().expect("a script");
    let (path, text) = (folder.path().join("long.save"), recording.to_text());
    assert!(text.len() < 110_000, "{}", text.len());
    std::fs::write(&path, text).expect("a file");
    path
}

/// Returns a shell command that runs the program within 500 MB of memory.
fn limited(arguments: &str) -> String {
    format!("ulimit -v 500000; exec \"$0\" {arguments}")
}

#[test]
fn a_long_seek_tells_how_far_it_is_and_ends_at_once_by_a_key_or_a_signal() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = limited(&format!(
        "replay {} --paused",
        ten_million(&folder).display()
    ));
    let seeking = || {
        let replay = Played::by_shell(&line, program()).until("Turn 0 of 0 (0%), paused.");
        replay
            .press("\x1b[F")
            .until("Seeking: ")
            .until(" of 9999990.")
    };
    let (code, text) = said(&seeking().press("q").ended());
    assert_eq!(code, 0);
    assert!(text.contains("Replayed fixtures/scenes/hall.dng"), "{text}");
    let played = seeking();
    played.kill(Signal::TERM);
    assert_eq!(played.ended().status.signal(), Some("Terminated"));
    let stopped = seeking().press(" ").until(", paused. Key <idle>");
    stopped.press("\x03").ended();
}

#[test]
fn a_long_game_goes_on_under_a_line_of_progress_and_ends_at_once_by_ctrl_c() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = ten_million(&folder);
    let resumed = limited(&format!("resume {}", path.display()));
    let resumed = Played::by_shell(&resumed, program()).until("Restoring the game: ");
    let resumed = resumed
        .until("of 9999990. Press Ctrl-C to stop.")
        .press("\x03");
    assert_eq!(resumed.ended().status.signal(), Some("Interrupt"));
    let rendered = limited(&format!("render --replay {}", path.display()));
    let rendered = Played::by_shell(&rendered, program()).until("Playing the keys: ");
    assert_eq!(
        rendered.press("\x03").ended().status.signal(),
        Some("Interrupt")
    );
}

#[test]
fn a_large_recording_is_read_under_a_line_on_the_terminal_and_no_pipe_sees_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.rec");
    let file = std::fs::File::create(&path).expect("a file");
    file.set_len(40 << 20).expect("a file with a hole");
    let path = path.display();
    for command in ["replay", "resume", "render --replay"] {
        let ended = Played::by_shell(&format!("exec \"$0\" {command} {path}"), program()).ended();
        let told = String::from_utf8_lossy(&ended.said);
        assert!(
            told.contains("Reading 40 MiB. Press Ctrl-C to stop."),
            "{told}"
        );
        assert_eq!(ended.count("Reading"), 0, "{command}");
        let arguments: Vec<&str> = command.split(' ').collect();
        let output = run(&[&arguments[..], &[&path.to_string()]].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            told.contains("found something else") && !told.contains("Reading"),
            "{told}"
        );
    }
}

#[test]
fn a_game_that_was_left_alone_goes_on_in_little_memory_and_no_pipe_sees_progress() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut recording = recorded("fixtures/scenes/hall.dng", 1, "l");
    recording.rest = "<idle 999>".repeat(60).parse().expect("a script");
    let path = folder.path().join("hall.save");
    std::fs::write(&path, recording.to_text()).expect("a file");
    let line = limited(&format!("resume {} --narrate", path.display()));
    let mut command = Command::new("sh");
    command.args(["-c", &line]).arg(program());
    command.env("XDG_STATE_HOME", folder.path());
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::null());
    let output = command.output().expect("a program");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_long_save_is_listed_in_little_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let saves = folder.path().join("dungeon/saves");
    std::fs::create_dir_all(&saves).expect("a folder");
    std::fs::rename(ten_million(&folder), saves.join("long.save")).expect("a file");
    let mut command = Command::new("sh");
    // A growing list of the keys would take 240 MB.
    command.args(["-c", "ulimit -v 200000; exec \"$0\" saves"]);
    command.arg(program()).env("XDG_STATE_HOME", folder.path());
    let output = command.output().expect("a program");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let listing = String::from_utf8_lossy(&output.stdout);
    assert!(listing.starts_with("long  "), "{listing}");
}
