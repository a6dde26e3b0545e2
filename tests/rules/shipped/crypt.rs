//! The crypt: either way down wins, with either key; and a game of the version without decisions replays as recorded.
use crate::support::dungeon;
use dungeon_engine::event::Outcome;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recording::Recording;
use dungeon_play::session::session::Session;

const CRYPT: &str = include_str!("../../../dungeons/crypt.dng");

/// Asserts that these keys win with this seed, and returns everything that was told, as one text.
#[track_caller]
fn assert_won_by(seed: u64, keys: &str) -> String {
    let mut session = Session::new(dungeon(CRYPT)).with_seed(seed);
    session.press(keys.trim_end()).expect("these are keys");
    assert_eq!(session.outcome(), Some(Outcome::Won));
    session.messages().join(" ")
}

#[test]
fn the_crypt_is_won_past_the_archer_with_the_bronze_key() {
    let told = assert_won_by(
        4,
        include_str!("../../../fixtures/crypt-archer-seed-4.keys"),
    );
    for part in [
        "The bone archer dies.",
        "You climb down to the ossuary.",
        "You unlock the door with the bronze key.",
    ] {
        assert!(told.contains(part), "{part}");
    }
    for part in ["You fall", "You wield", "with the iron key"] {
        assert!(!told.contains(part), "{part}");
    }
}

#[test]
fn the_crypt_is_won_down_the_shaft_with_the_iron_key() {
    let told = assert_won_by(1, include_str!("../../../fixtures/crypt-shaft-seed-1.keys"));
    for part in [
        "You fall",
        "You wield the sexton's axe",
        "with the iron key",
    ] {
        assert!(told.contains(part), "{part}");
    }
    for part in [
        "You climb down to the ossuary.",
        "blessed candle",
        "with the bronze key",
    ] {
        assert!(!told.contains(part), "{part}");
    }
}

#[test]
fn a_game_of_the_crypt_before_its_decisions_goes_as_it_was_recorded() {
    let won = include_str!("../../../fixtures/recordings/crypt-won.rec");
    let recording = Recording::from_text(won).expect("a recording");
    let mut session = recording.session().expect("a sound dungeon");
    let mut playback = Playback::begin(recording, &session).expect("the recorded dungeon");
    playback.finish(&mut session).expect("the recorded game");
    assert_eq!(
        (session.outcome(), session.turn()),
        (Some(Outcome::Won), 631)
    );
}
