//! The depths: a game that was won and one that was lost go as they were recorded, in the file as it is today, and no layout
//! stands in the way of a win.
use std::sync::Arc;

use crate::support::dungeon;
use dungeon::play::replay::playback::Playback;
use dungeon::play::replay::recording::Recording;
use dungeon::play::session::session::Session;
use dungeon::players::{Budget, Verdict, prove_layout};

const DEPTHS: &str = include_str!("../../../dungeons/depths.dng");

/// A recorded game, played to its end in the file as it is today.
#[track_caller]
fn replayed(text: &str) -> Session {
    let recording = Recording::from_text(text).expect("a recording");
    let mut session = recording.begun_in(dungeon(DEPTHS));
    let mut playback = Playback::begin(recording, &session).expect("the recorded dungeon");
    playback.finish(&mut session).expect("the recorded game");
    session
}

#[test]
fn the_ember_is_brought_home_as_it_was_recorded() {
    let won = replayed(include_str!("../../../fixtures/recordings/depths-won.rec"));
    assert_eq!(
        won.messages().last().map(String::as_str),
        Some("You have won after 738 turns: you are out.")
    );
}

#[test]
fn the_wyrm_kills_as_it_was_recorded() {
    let lost = replayed(include_str!("../../../fixtures/recordings/depths-lost.rec"));
    assert_eq!(
        lost.messages().last().map(String::as_str),
        Some("You have died after 593 turns, killed by a furnace wyrm.")
    );
}

/// Where causes may help, a look at the layout disproves nothing. Those of the depths bring monsters and let bars fall, so
/// that what can be won without them by its layout can be won with them.
#[test]
fn no_layout_of_the_depths_stands_in_the_way_of_a_win() {
    let lines = DEPTHS.lines().filter(|line| !line.starts_with("when "));
    let plain: Arc<_> = dungeon(&lines.map(|line| format!("{line}\n")).collect::<String>());
    for seed in 0..200 {
        let proof = prove_layout(&plain, seed, &Budget::of_steps(1_000_000));
        let Verdict::Unknown(_) = proof.verdict else {
            panic!("seed {seed}: {:?}", proof.verdict);
        };
        assert!(!proof.is_cut_short, "seed {seed}");
    }
}
