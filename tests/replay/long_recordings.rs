//! A recording of any length needs little memory, seeking proceeds in pieces between which the viewer's keys are read,
//! and everything that a recorder writes can be read again.
use std::time::Duration;

use crate::corpus::{recorded, recorded_of, rows};
use dungeon_format::source::Source;
use dungeon_play::input::key::Key;
use dungeon_play::input::script::Script;
use dungeon_play::input::show::Show;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recording::{KeyCause, LARGEST, RecordedMove, Recording};
use dungeon_play::replay::replay_screen::ReplayScreen;
use dungeon_play::replay::speed::{ReplayMode, Speed};
use dungeon_play::view::Glyphs;
use dungeon_play::view::frame::Frame;

/// A game in real time that never ends.
fn lasting(keys: &str) -> Recording {
    let text = "rules explore tempo=200\nhero health=2000000000\nmap open 30 10\n@ 15 5\n$ 2 2\nw 9 9 strength=0\n";
    recorded_of(&Source::from_text("lasting.dng", text), 1, keys)
}

/// A game that idled for this many thousand rounds.
fn left_alone(thousands: usize) -> Recording {
    lasting(&format!("l{}", "<idle 500><idle 500>".repeat(thousands)))
}

/// Plays the recording to its end, and asserts that it is the same game.
fn replayed(recording: &Recording) {
    let mut session = recording.session().expect("a sound dungeon");
    let playback = Playback::begin(recording.clone(), &session);
    let mut playback = playback.expect("the same game");
    assert_eq!(playback.finish(&mut session), Ok(()));
    assert_eq!(session.checksum(), recording.state());
}

#[test]
fn idle_rounds_of_one_turn_are_one_line_of_a_recording() {
    let recording = lasting("<idle 999><idle 999>l<idle 10>.<idle 2>?<idle>");
    let keys = recording.moves.iter();
    let keys: Vec<&str> = keys.map(|recorded| recorded.keys.text()).collect();
    let lines = [
        "<idle 999>",
        "<idle 999>",
        "l",
        "<idle 10>",
        ".",
        "<idle 2>",
    ];
    assert_eq!(keys, lines);
    assert_eq!(recording.rest.text(), "?<idle>");
    let text = recording.to_text();
    assert_eq!(text.lines().count(), 9);
    assert_eq!(Recording::from_text(&text), Ok(recording.clone()));
    replayed(&recording);
}

#[test]
fn a_recording_with_a_line_for_each_idle_round_is_still_played() {
    let recording = lasting("l<idle 20>.<idle 7>");
    let mut session = recording.session().expect("a sound dungeon");
    let mut old = Recording {
        moves: Vec::new(),
        ..recording.clone()
    };
    for key in recording.keys().iter() {
        session.press_key(key);
        old.moves.push(RecordedMove {
            keys: [key].into_iter().collect(),
            turn: session.turn(),
            state: session.checksum(),
            cause: KeyCause::Pressed,
        });
    }
    assert_eq!((old.moves.len(), recording.moves.len()), (29, 4));
    assert_eq!(old.keys(), recording.keys());
    assert_eq!(Recording::from_text(&old.to_text()), Ok(old.clone()));
    replayed(&old);
}

#[test]
fn a_round_that_goes_otherwise_among_many_idle_ones_is_a_drift_at_its_turn() {
    let mut recording = lasting("l<idle 50>l");
    recording.moves[1].state ^= 1;
    let mut session = recording.session().expect("a sound dungeon");
    let playback = Playback::begin(recording, &session);
    let drift = playback.expect("the same opening").finish(&mut session);
    assert_eq!(drift.map_err(|drift| drift.turn), Err(1));
}

#[test]
fn a_recording_of_any_number_of_keys_is_read_and_takes_the_memory_of_its_text() {
    let mut recording = recorded("fixtures/scenes/hall.dng", 1, "");
    recording.rest = "<idle 999>".repeat(20_020).parse().expect("a script");
    assert_eq!(recording.length(), 19_999_980);
    let text = recording.to_text();
    assert!(text.len() < 210_000);
    let read = Recording::from_text(&text).expect("a recording");
    assert_eq!(read.rest.text().len(), 200_200);
    assert_eq!(read, recording);
}

#[test]
fn a_recording_is_never_longer_than_it_says() {
    let texts = [
        "ll<idle>?<Esc>\"\\\"\\j.<hover 3,4>",
        "o",
        "<click 22,9><idle 30>",
    ];
    for dungeon in ["hall", "stairs", "hurry", "battle"] {
        for keys in texts {
            let path = format!("fixtures/scenes/{dungeon}.dng");
            let recording = recorded(&path, 1, keys);
            let (is, says) = (recording.to_text().len(), recording.most_bytes());
            assert!(is <= says && says < is + is / 2 + 2048, "{is}, not {says}");
            assert!(says < LARGEST);
        }
    }
}

fn paused(recording: &Recording) -> ReplayScreen {
    let screen = ReplayScreen::open(recording.clone(), Glyphs::Unicode);
    let screen = screen.expect("the game that was recorded");
    screen.in_mode(ReplayMode::Paused)
}

fn press(screen: &mut ReplayScreen, keys: &str) {
    let Script(keys) = keys.parse().expect("a script");
    keys.into_iter().for_each(|key| screen.press(key));
}

/// Returns the last row.
fn line(screen: &ReplayScreen) -> String {
    rows(&screen.frame()).pop().unwrap_or_default()
}

fn is_seeking(screen: &ReplayScreen) -> bool {
    line(screen).starts_with("Seeking: ")
}

/// Returns the rows above the last one.
fn board(frame: &Frame) -> Vec<String> {
    let mut rows = rows(frame);
    rows.pop();
    rows
}

/// Completes the current seek. Returns the number of pieces.
fn sought(screen: &mut ReplayScreen) -> usize {
    let mut pieces = 0;
    while is_seeking(screen) {
        assert_eq!(screen.pace().map(|pace| pace.every), Some(Duration::ZERO));
        let before = screen.pace();
        screen.press(Key::Idle);
        assert_ne!(screen.pace(), before, "the next piece is due");
        pieces += 1;
    }
    pieces
}

#[test]
fn a_long_seek_goes_on_in_pieces_and_tells_how_far_it_is() {
    let recording = left_alone(20);
    let mut screen = paused(&recording);
    let before = board(&screen.frame());
    press(&mut screen, "G");
    let told = line(&screen);
    assert!(told.contains("%, key "), "{told}");
    assert!(
        told.contains(" of 20001.  Space: stop here  q: leave"),
        "{told}"
    );
    assert_eq!(board(&screen.frame()), before, "it stays until it is there");
    assert!(sought(&mut screen) > 1);
    assert_eq!(screen.session().checksum(), recording.state());
    assert!(line(&screen).contains("the end: unfinished"));
    assert_eq!(screen.pace(), None);
    press(&mut screen, "g");
    sought(&mut screen);
    let mut fresh = paused(&recording);
    assert_eq!(screen.frame(), fresh.frame());
    // The progress is readable even when the status line is hidden.
    press(&mut fresh, "sG");
    assert!(is_seeking(&fresh));
    sought(&mut fresh);
    assert!(!rows(&fresh.frame()).concat().contains("the end"));
}

#[test]
fn a_seek_is_left_or_stopped_between_two_pieces() {
    let recording = left_alone(20);
    for leave in ["q", "<Esc>", "<C-c>"] {
        let mut screen = paused(&recording);
        press(&mut screen, "G");
        assert!(is_seeking(&screen));
        press(&mut screen, leave);
        assert!(screen.is_over(), "{leave}");
    }
    let mut screen = paused(&recording);
    press(&mut screen, "Gx<hover 3,3>");
    assert!(is_seeking(&screen), "other keys mean nothing");
    press(&mut screen, "<Space>");
    let told = line(&screen);
    assert!(told.contains("paused") && !told.contains("(0%)"), "{told}");
    assert_eq!(screen.pace(), None);
    let mut playing = paused(&recording)
        .at(Speed::NORMAL)
        .in_mode(ReplayMode::Playing);
    press(&mut playing, "G<Space>");
    assert!(line(&playing).contains("paused"), "{}", line(&playing));
}

#[test]
fn a_seek_that_is_stopped_behind_a_turn_goes_on_from_there() {
    let text = include_str!("../../fixtures/recordings/depths-won.rec");
    let recording = Recording::from_text(text).expect("a recording");
    let mut screen = paused(&recording);
    press(&mut screen, "G");
    assert!(is_seeking(&screen));
    press(&mut screen, "<Space>");
    let told = line(&screen);
    assert!(told.contains("paused"), "{told}");
    let turn = screen.session().turn();
    press(&mut screen, ">");
    sought(&mut screen);
    assert_eq!(screen.session().turn(), turn + 1);
}

#[test]
fn keys_during_a_seek_are_obeyed_and_a_leap_goes_on_from_its_goal() {
    let recording = left_alone(40);
    let leapt = |keys: &str| {
        let mut screen = paused(&recording);
        press(&mut screen, keys);
        sought(&mut screen);
        line(&screen)
    };
    assert!(leapt("]]]").contains("(30%)"), "{}", leapt("]]]"));
    assert!(leapt("]]][").contains("(20%)"), "{}", leapt("]]]["));
    assert!(leapt("Gg").contains("(0%)"), "{}", leapt("Gg"));
    let asked = leapt("G:50%<Enter>");
    assert!(asked.contains("(50%)"), "{asked}");
    let mut screen = paused(&recording);
    press(&mut screen, "G<resize 60x20>");
    assert!(is_seeking(&screen));
    assert_eq!(
        (screen.frame().size().width, rows(&screen.frame()).len()),
        (60, 20)
    );
    press(&mut screen, "?");
    assert!(rows(&screen.frame())[0].contains("Keys of the replay"));
    press(&mut screen, "<Esc>.");
    assert!(!screen.is_over() && !is_seeking(&screen));
}

#[test]
fn the_next_turn_is_sought_in_pieces_too() {
    let recording = lasting(&format!("{}l", left_alone(20).keys()));
    let mut screen = paused(&recording);
    press(&mut screen, ">");
    sought(&mut screen);
    assert_eq!(screen.session().turn(), 1);
    press(&mut screen, ">");
    assert!(is_seeking(&screen));
    sought(&mut screen);
    assert_eq!(screen.session().turn(), 2);
    press(&mut screen, "<lt>");
    sought(&mut screen);
    assert_eq!(screen.session().turn(), 1);
    let begun = ReplayScreen::open(recording, Glyphs::Unicode).expect("the game");
    let mut begun = begun.at_turn(2).in_mode(ReplayMode::Paused);
    assert!(is_seeking(&begun));
    sought(&mut begun);
    assert_eq!(begun.session().turn(), 2);
}
