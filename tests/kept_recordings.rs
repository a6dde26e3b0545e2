//! Promise: a recording that this program wrote once can be read ever after, one that is not what was written is refused,
//! and one that goes otherwise is told by its turn.
mod corpus;

use std::fs;

use corpus::{folder, recorded};
use dungeon::play::playback::Playback;
use dungeon::play::recording::{Recording, Unread};

/// What the fixtures were made of.
const CELL: (&str, u64, &str) = ("fixtures/scenes/cell.dng", 7, "?<Esc>l<hover 3,3>l");

fn fixture(name: &str) -> String {
    fs::read_to_string(folder("fixtures/recordings").join(name)).expect("a fixture")
}

fn read(name: &str) -> Recording {
    Recording::from_text(&fixture(name)).expect("a recording")
}

#[test]
fn a_kept_recording_is_what_the_game_makes_today() {
    let (path, seed, keys) = CELL;
    let kept = read("won.rec");
    let mut today = recorded(path, seed, keys);
    today.program.clone_from(&kept.program);
    assert_eq!(today, kept);
    assert_eq!(today.to_text(), fixture("won.rec"));
}

#[test]
fn a_playback_knows_where_it_is_and_begins_again() {
    let recording = read("won.rec");
    let keys = recording.keys();
    let mut session = recording.session().expect("a sound dungeon");
    let mut playback = Playback::begin(recording.clone(), &session).expect("the same game");
    for (position, key) in keys.iter().enumerate() {
        assert_eq!(
            (playback.position(), playback.peek()),
            (position, Some(*key))
        );
        assert_eq!(playback.next(), Some(*key));
        session.press_key(*key);
        playback.check(&session).expect("the same game");
    }
    assert_eq!((playback.position(), playback.peek()), (keys.len(), None));
    assert_eq!(session.checksum(), recording.state());
    playback.rewind();
    assert_eq!((playback.position(), playback.peek()), (0, Some(keys[0])));
}

#[test]
fn a_recording_that_goes_otherwise_is_told_by_its_turn() {
    let recording = read("drifting.rec");
    let mut session = recording.session().expect("a sound dungeon");
    let mut playback = Playback::begin(recording, &session).expect("the same game");
    let drift = playback.finish(&mut session).expect_err("a drift");
    assert_eq!(drift.turn, 2);
}

#[test]
fn a_recording_of_which_a_byte_was_changed_is_refused() {
    let read = Recording::from_text(&fixture("damaged.rec"));
    assert!(matches!(read, Err(Unread::Damaged { .. })), "{read:?}");
}
