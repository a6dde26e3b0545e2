//! `dungeon render --replay` shows a recorded game as it was or reports the first turn that differs, and `--format
//! cast` is a film of the game as it was seen, for any terminal.
use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::corpus::{folder, recorded, rows, scene};
use dungeon::ColourDepth;
use dungeon::frames::FilmPage;
use dungeon::recordings::{Playback, Recording};
use dungeon::session::{MomentDetail, Moments};
use dungeon::terminal::Asciicast;
use dungeon_model::space::geometry::Size;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::BEAT;
use dungeon_play::replay::stepper::ReplayStepper;
use dungeon_play::session::session::Session;
use dungeon_play::view::frame::Frame;
use serde_json::Value;

const WON: &str = "fixtures/recordings/won.rec";
const DRIFTING: &str = "fixtures/recordings/drifting.rec";
const CELL: [&str; 3] = ["fixtures/scenes/cell.dng", "--keys", "?<Esc>l<hover 3,3>l"];

fn render(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon"));
    command.arg("render").args(arguments);
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn run(arguments: &[&str]) -> Output {
    render(arguments).output().expect("the program runs")
}

/// Returns the exit code, standard output and standard error.
fn ended(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = run(arguments);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// Returns the standard output of a successful run without complaints.
fn printed(arguments: &[&str]) -> String {
    let (code, text, told) = ended(arguments);
    assert_eq!((code, told.as_str()), (Some(0), ""), "{arguments:?}");
    text
}

/// Writes a file for this test run. Returns its path.
fn written(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("render_replay");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn a_recording_prints_what_its_keys_print_in_every_format() {
    for format in ["text", "styled", "ansi", "json", "svg", "cast"] {
        for which in ["--last", "--every", "--changes"] {
            let more: &[&str] = match (format, which) {
                ("cast", _) => &["--format", format],
                _ => &["--format", format, which],
            };
            let replayed = printed(&[&["--replay", WON], more].concat());
            assert_eq!(
                replayed,
                printed(&[&CELL[..], more].concat()),
                "{format} {which}"
            );
        }
    }
    assert_eq!(
        printed(&["--replay", WON, "fixtures/scenes/cell.dng"]),
        printed(&CELL),
        "on the file that was played"
    );
}

#[test]
fn a_drift_is_told_after_the_frames_up_to_it() {
    let drift = "at turn 2 the game differs from its recording, made by dungeon 0.1.0\n";
    for more in [
        &["--last"][..],
        &["--every"],
        &["--changes"],
        &["--format", "cast"],
        &["--changes", "--format", "ansi"],
    ] {
        let (code, text, told) = ended(&[&["--replay", DRIFTING], more].concat());
        assert_eq!(code, Some(1), "{more:?}");
        assert_eq!(told, format!("dungeon: {DRIFTING}: {drift}"), "{more:?}");
        // The recording differs only in its last checksum.
        assert_eq!(
            text,
            printed(&[&["--replay", WON], more].concat()),
            "{more:?}"
        );
    }
}

#[test]
fn a_map_that_was_changed_ends_its_proof_at_a_turn() {
    let cell = std::fs::read_to_string(folder("fixtures/scenes/cell.dng")).expect("a scene");
    // The patrol cannot shoot past this wall.
    let walled = written("walled.dng", &cell.replace("#.....#", "#...#.#"));
    let (code, text, told) = ended(&["--replay", WON, &walled, "--every"]);
    assert_eq!(code, Some(1));
    assert!(
        told.contains("won.rec: at turn 1 the game differs"),
        "{told}"
    );
    assert_eq!(text.matches("80x24 turn").count(), 4, "{text}");
    assert!(
        text.ends_with("|\n") && text.contains("80x24 turn 1"),
        "{text}"
    );
    let moved = written("moved.dng", &cell.replace("p 6 3", "p 5 3"));
    let (code, text, told) = ended(&["--replay", WON, &moved, "--every"]);
    assert_eq!(code, Some(1));
    assert!(
        told.contains("won.rec: at turn 0 the game differs"),
        "{told}"
    );
    assert_eq!(
        text.matches("80x24 turn").count(),
        1,
        "only the opening: {text}"
    );
    let (code, text, told) = ended(&["--replay", WON, "fixtures/err/no-hero.dng"]);
    assert_eq!((code, text.as_str()), (Some(1), ""), "{told}");
}

#[test]
fn what_is_no_recording_is_refused_in_one_line() {
    let won = std::fs::read_to_string(folder(WON)).expect("a fixture");
    let cut = written(
        "cut.rec",
        won.trim_end().rsplit_once('\n').expect("lines").0,
    );
    let newer = written(
        "newer.rec",
        &won.replace(
            "\"recording\":1,\"program\":\"0.1.0\"",
            "\"recording\":2,\"program\":\"9.0\"",
        ),
    );
    for (file, expected) in [
        (
            "fixtures/recordings/damaged.rec",
            "damaged.rec: it is damaged",
        ),
        (&cut, "cut.rec: it is cut off"),
        (
            &newer,
            "it was recorded by dungeon 9.0, which this older program cannot read",
        ),
        (
            "fixtures/scenes/cell.dng",
            "cell.dng: expected a recorded game",
        ),
        ("no/such\x1b.rec", "cannot replay no/such"),
        (
            "fixtures",
            "cannot replay fixtures: expected a recorded game",
        ),
    ] {
        let (code, text, told) = ended(&["--replay", file]);
        assert_eq!(
            (code, text.as_str(), told.lines().count()),
            (Some(2), "", 1),
            "{told}"
        );
        assert!(told.contains(expected) && !told.contains('\x1b'), "{told}");
    }
}

#[test]
fn a_recorded_game_is_drawn_on_a_screen_of_another_size_where_asked() {
    let recording = recorded("fixtures/scenes/hall.dng", 9, "llj");
    let file = written("drawn.rec", &recording.to_text());
    let scene = ["fixtures/scenes/hall.dng", "--seed", "9", "--keys", "llj"];
    for size in ["40x12", "100x30"] {
        for which in ["--last", "--every", "--changes"] {
            let more = [which, "--size", size];
            let replayed = printed(&[&["--replay", &file][..], &more].concat());
            assert_eq!(
                replayed,
                printed(&[&scene[..], &more].concat()),
                "{size} {which}"
            );
        }
    }
    let film = printed(&["--replay", &file, "--format", "cast", "--size", "40x12"]);
    let header = film.lines().next().unwrap_or_default();
    assert!(header.contains("\"width\":40,\"height\":12"), "{header}");
    assert!(
        !film.contains("\"r\""),
        "the recorded screen is not in the film: {film}"
    );
}

#[test]
fn the_keys_of_a_recording_are_printed_as_a_file_of_keys_that_plays_the_same_game() {
    let recording = recorded("fixtures/scenes/hall.dng", 9, &"lh".repeat(50));
    let file = written("keys.rec", &recording.to_text());
    let keys = printed(&["--replay", &file, "--format", "keys"]);
    assert!(keys.lines().count() > 1 && keys.replace('\n', "") == "lh".repeat(50));
    let keys = written("keys.txt", &keys);
    let again = [
        "fixtures/scenes/hall.dng",
        "--seed",
        "9",
        "--keys-from",
        &keys,
    ];
    assert_eq!(printed(&["--replay", &file]), printed(&again));
    let printed_again = [&again[3..], &["crypt", "--format", "keys"]].concat();
    assert_eq!(printed(&printed_again), keys_of(&keys));
    let (code, _, told) = ended(&["--replay", WON, "--format", "keys", "--every"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("which prints all keys"), "{told}");
}

/// Returns the text of a file of keys.
fn keys_of(path: &str) -> String {
    std::fs::read_to_string(path).expect("keys")
}

#[test]
fn a_recording_brings_its_own_seed_screen_and_keys() {
    for more in [
        ["--keys", "l"],
        ["--keys-from", "keys.txt"],
        ["--seed", "3"],
    ] {
        let (code, _, told) = ended(&[&["--replay", WON][..], &more].concat());
        assert_eq!(code, Some(2));
        assert!(told.contains("cannot be used with"), "{told}");
    }
    let mut recording = recorded("fixtures/scenes/hall.dng", 9, "<resize 60x20>ll");
    assert_eq!(
        recording.size,
        Size::new(60, 20),
        "the first size is where the game began"
    );
    recording = recorded("fixtures/scenes/hall.dng", 9, "l<resize 60x20>l");
    let file = written("resized.rec", &recording.to_text());
    let keys = [
        "fixtures/scenes/hall.dng",
        "--seed",
        "9",
        "--keys",
        "l<resize 60x20>l",
        "--every",
    ];
    assert_eq!(printed(&["--replay", &file, "--every"]), printed(&keys));
}

#[test]
fn a_recording_can_come_through_a_pipe() {
    let mut child = render(&["--replay", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let text = std::fs::read(folder(WON)).expect("a fixture");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(&text).expect("it is read");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), printed(&CELL));
}

/// A strictly parsed asciinema file.
struct Film {
    size: [NonZero<u16>; 2],
    title: String,
    /// Milliseconds, the event's letter, and its data.
    events: Vec<(u64, char, String)>,
}

fn film(text: &str) -> Film {
    let mut lines = text.lines();
    let header: Value = serde_json::from_str(lines.next().expect("a header")).expect("an object");
    assert_eq!(header["version"], 2);
    assert!(
        header.get("timestamp").is_none(),
        "the output is the same every time"
    );
    let side = |name| {
        let side = header[name].as_u64()?;
        NonZero::new(u16::try_from(side).ok()?)
    };
    let events = lines.map(|line| {
        let event: Value = serde_json::from_str(line).expect("an array");
        let [_, code, data] = event.as_array().expect("an array").as_slice() else {
            panic!("three things: {line}");
        };
        let (time, _) = line[1..].split_once(',').expect("a time");
        let (seconds, milliseconds) = time.split_once('.').expect("a decimal number");
        assert_eq!(milliseconds.len(), 3, "{line}");
        let number = |text: &str| text.parse::<u64>().expect("digits");
        let code = code.as_str().and_then(|code| code.chars().next());
        (
            number(seconds) * 1000 + number(milliseconds),
            code.expect("a letter"),
            data.as_str().expect("a text").to_owned(),
        )
    });
    Film {
        size: ["width", "height"].map(|name| side(name).expect("a size")),
        title: header["title"].as_str().unwrap_or_default().to_owned(),
        events: events.collect(),
    }
}

/// Returns the terminal's content after each time of a film at which something changes.
fn projected(film: &Film) -> Vec<(u64, Vec<String>)> {
    let [width, height] = film.size;
    let mut parser = vt100::Parser::new(height, width, 0);
    let mut shown = Vec::new();
    for (time, code, data) in &film.events {
        match code {
            'r' => {
                let (columns, lines) = data.split_once('x').expect("a size");
                let side = |side: &str| side.parse().expect("a side");
                parser.screen_mut().set_size(side(lines), side(columns));
            }
            'o' => parser.process(data.as_bytes()),
            other => panic!("an unknown event in a film: {other}"),
        }
        let (_, width) = parser.screen().size();
        let rows = parser.screen().rows(0, width.get());
        shown.push((*time, rows.map(|row| row.trim_end().to_owned()).collect()));
    }
    shown
}

/// Returns the moments of a session, each with its beginning, computed by the library.
fn moments(session: Session, keys: &str) -> Vec<(u64, Vec<String>)> {
    let Script(keys) = keys.parse().expect("a script");
    let mut stepper = ReplayStepper::new(session);
    let mut time = Duration::ZERO;
    let mut seen: Vec<(u64, Frame)> = Vec::new();
    let mut see = |time: Duration, frame: Frame| {
        if seen.last().is_none_or(|(_, last)| *last != frame) {
            seen.push((time.as_millis() as u64, frame));
        }
    };
    see(time, stepper.frame());
    for key in keys {
        time += stepper.rest_before(key);
        stepper.press(key);
        while let Some(stands) = stepper.stands() {
            see(time, stepper.frame());
            time += stands;
            stepper.go_on();
        }
        see(time, stepper.frame());
    }
    let rows = seen.into_iter().map(|(time, frame)| (time, rows(&frame)));
    rows.collect()
}

#[test]
fn cast_shows_every_frame_at_its_time_in_any_terminal() {
    let stories = [
        ("cell", "?<Esc>l<hover 3,3>l"),
        ("gallery", "5pd<resize 60x20>l<resize 100x30>?<Esc>"),
        ("hurry", "<idle 3>l<idle>"),
        ("battle", "<Enter>ljj<Enter><Space>"),
        ("yard", "lll.h"),
    ];
    for (name, keys) in stories {
        let file = format!("fixtures/scenes/{name}.dng");
        let film = film(&printed(&[&file, "--keys", keys, "--format", "cast"]));
        let mut shown = projected(&film);
        // The last event shows the cursor again; a resize alone shows nothing.
        let (end, last) = shown.pop().expect("events");
        assert_eq!(shown.last().map(|(_, rows)| rows), Some(&last), "{name}");
        let drawn = shown
            .iter()
            .zip(&film.events)
            .filter(|(_, (_, code, _))| *code == 'o');
        let drawn: Vec<_> = drawn.map(|(shown, _)| shown.clone()).collect();
        let seen = moments(scene(name), keys);
        assert_eq!(drawn, seen, "{name}");
        assert!(
            seen.last().is_some_and(|(time, _)| time + 250 == end),
            "{name}"
        );
    }
}

#[test]
fn cast_says_what_it_is_and_leaves_the_terminal_as_it_was() {
    let arguments = [
        "fixtures/scenes/hurry.dng",
        "--keys",
        "<idle>l",
        "--size",
        "60x20",
        "--format",
        "cast",
    ];
    let text = printed(&arguments);
    assert_eq!(text, printed(&arguments), "the same every time");
    let film = film(&text);
    assert_eq!(
        (film.size.map(NonZero::get), film.title.as_str()),
        ([60, 20], "The Burning Mill")
    );
    let times: Vec<u64> = film.events.iter().map(|(time, ..)| *time).collect();
    assert_eq!(
        times,
        [0, 200, 450, 700],
        "the file's tempo, a turn, and its end"
    );
    let [width, height] = film.size;
    let mut parser = vt100::Parser::new(height, width, 0);
    film.events
        .iter()
        .for_each(|(_, _, data)| parser.process(data.as_bytes()));
    let screen = parser.screen();
    assert!(!screen.hide_cursor() && !screen.alternate_screen());
    assert_eq!(
        (screen.fgcolor(), screen.bold()),
        (vt100::Color::Default, false)
    );
    let (_, _, first) = &film.events[0];
    assert!(
        first.starts_with("\x1b[?25l"),
        "the cursor is hidden: {first:?}"
    );
}

#[test]
fn cast_and_html_are_always_the_whole_film() {
    for format in ["cast", "html"] {
        for which in ["--last", "--every", "--changes"] {
            let (code, _, told) = ended(&["crypt", "--format", format, which]);
            assert_eq!(code, Some(2));
            assert!(told.contains("which hold the whole game"), "{told}");
        }
    }
}

#[test]
fn html_of_a_recording_is_the_page_of_its_film() {
    let page = printed(&["--replay", WON, "--format", "html"]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(WON);
    let text = std::fs::read_to_string(path).expect("a fixture");
    let recording = Recording::from_text(&text).expect("a recording");
    let session = recording.session().expect("a dungeon");
    let title = session.game().world().dungeon().title().to_owned();
    let mut playback = Playback::new(recording);
    let mut film = FilmPage::default();
    for moment in Moments::new(session, &mut playback, MomentDetail::Steps) {
        film.show(&moment.frame, moment.stands);
    }
    assert_eq!(page, film.to_html(&title));
}

#[test]
fn cast_of_a_won_battle_is_the_battle() {
    let keys = include_str!("../../fixtures/battle-won-seed-4.keys");
    let recording = recorded("dungeons/battle.dng", 4, keys);
    let file = written("battle.rec", &recording.to_text());
    let film = film(&printed(&["--replay", &file, "--format", "cast"]));
    let mut session = recording.session().expect("a sound dungeon");
    session.press(keys).expect("a script");
    let shown = projected(&film);
    assert_eq!(
        shown.last().map(|(_, shown)| shown),
        Some(&rows(&session.frame()))
    );
    assert!(film.events.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    let beats = film
        .events
        .windows(2)
        .filter(|pair| pair[1].0 - pair[0].0 == BEAT.as_millis() as u64);
    assert!(beats.count() > 100, "ghosts fly and walk");
}

#[test]
fn cast_of_a_title_is_json_whatever_the_title() {
    let mut out = Vec::new();
    let cast = Asciicast::begin(
        &mut out,
        Size::new(30, 8),
        "a \"b\" \\ ü",
        ColourDepth::default(),
    )
    .expect("memory");
    cast.end().expect("memory");
    let text = String::from_utf8(out).expect("UTF-8");
    assert_eq!(film(&text).title, "a \"b\" \\ ü");
}
