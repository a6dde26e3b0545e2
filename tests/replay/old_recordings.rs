//! Recordings of earlier versions can still be read, damaged recordings are refused, and a different course of the game
//! is reported with its turn.
use std::fs;
use std::path::Path;

use crate::corpus::{folder, paths};
use dungeon::Key;
use dungeon_play::replay::playback::{Playback, PlaybackPosition};
use dungeon_play::replay::recording::{Recording, RecordingError};

fn fixture(name: &str) -> String {
    fs::read_to_string(folder("fixtures/recordings").join(name)).expect("a fixture")
}

fn read(name: &str) -> Recording {
    Recording::from_text(&fixture(name)).expect("a recording")
}

#[test]
fn a_kept_recording_is_written_as_it_was_read() {
    assert_eq!(read("won.rec").to_text(), fixture("won.rec"));
}

#[test]
fn kept_recordings_name_no_folder_of_a_machine() {
    for path in paths("fixtures/recordings") {
        let text = fs::read_to_string(&path).expect("a fixture");
        // The first line of a damaged recording is whole, too.
        let header: serde_json::Value =
            serde_json::from_str(text.lines().next().unwrap_or_default()).expect("a header");
        let name = header["name"].as_str().expect("a name");
        let is_named_alone = Path::new(name).is_relative() && !name.contains(':');
        assert!(is_named_alone, "{}: {name}", path.display());
    }
}

#[test]
fn keys_without_a_proof_never_drift() {
    let recording = read("drifting.rec");
    let mut session = recording.session().expect("a sound dungeon");
    let another = read("won.rec").session().expect("a sound dungeon");
    let mut playback = Playback::of_script(&another, recording.keys());
    assert_eq!(playback.check_opening(&session), Ok(()));
    assert_eq!(playback.finish(&mut session), Ok(()));
    assert!(session.outcome().is_some());
}

#[test]
fn a_playback_knows_where_it_is_and_begins_again() {
    let recording = read("won.rec");
    let keys: Vec<Key> = recording.keys().iter().collect();
    let mut session = recording.session().expect("a sound dungeon");
    let mut playback = Playback::begin(recording.clone(), &session).expect("the same game");
    for (position, key) in keys.iter().enumerate() {
        assert_eq!(
            (playback.place().position, playback.peek()),
            (position, Some(*key))
        );
        assert_eq!(playback.next_key(), Some(*key));
        session.press_key(*key);
        playback.check(&session).expect("the same game");
    }
    assert_eq!(
        (playback.place().position, playback.peek()),
        (keys.len(), None)
    );
    assert_eq!(session.checksum(), recording.state());
    playback.go_to(PlaybackPosition::default());
    assert_eq!(
        (playback.place().position, playback.peek()),
        (0, Some(keys[0]))
    );
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
    assert!(matches!(
        Recording::from_text(&fixture("damaged.rec")),
        Err(RecordingError::Damaged { .. })
    ));
}

/// Whether playback detects that a recording changed like this is a different game.
fn drifts(change: impl FnOnce(&mut Recording)) -> bool {
    let mut recording = read("won.rec");
    change(&mut recording);
    let mut session = recording.session().expect("a sound dungeon");
    let playback = Playback::begin(recording, &session);
    playback.is_ok_and(|mut playback| playback.finish(&mut session).is_err())
}

#[test]
fn another_turn_another_end_and_keys_that_leave_or_begin_anew_are_drifts() {
    assert!(!drifts(|_| {}));
    assert!(drifts(|recording| recording.moves[0].turn += 1));
    assert!(drifts(|recording| recording.outcome = None));
    for keys in ["<C-c>y", "Ny"] {
        let keys = keys.parse().expect("a script");
        assert!(drifts(|recording| {
            recording.moves.truncate(1);
            (recording.outcome, recording.rest) = (None, keys);
        }));
    }
}

#[test]
fn an_end_before_the_first_key_is_a_drift() {
    let mut recording = read("won.rec");
    recording.moves.clear();
    let session = recording.session().expect("a sound dungeon");
    assert!(Playback::begin(recording.clone(), &session).is_err());
    recording.outcome = None;
    assert!(Playback::begin(recording, &session).is_ok());
}

#[test]
fn a_first_line_that_is_broken_is_told_from_a_file_of_somebody_else() {
    let whole = fixture("won.rec");
    assert_eq!(
        Recording::from_text(&whole[..9]),
        Err(RecordingError::Truncated)
    );
    assert_eq!(
        Recording::from_text(&whole[..60]),
        Err(RecordingError::Truncated)
    );
    let broken = whole.replacen("\"program\":", "\"program\";", 1);
    let damaged = RecordingError::Damaged { line: Some(1) };
    assert_eq!(Recording::from_text(&broken), Err(damaged));
    for foreign in ["", "{}", "rules arena\n"] {
        assert_eq!(Recording::from_text(foreign), Err(RecordingError::Foreign));
    }
}
