//! The depths: a game that was won and one that was lost go as they were recorded, in the file as it is today, and no layout
//! stands in the way of a win.
use std::sync::Arc;

use crate::support::dungeon;
use dungeon_model::dungeon::Dungeon;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recording::Recording;
use dungeon_play::session::session::Session;
use dungeon_players::{Budget, Verdict, prove_layout};

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
        Some("You escaped on turn 1167.")
    );
}

#[test]
fn the_wyrm_kills_as_it_was_recorded() {
    let lost = replayed(include_str!("../../../fixtures/recordings/depths-lost.rec"));
    assert_eq!(
        lost.messages().last().map(String::as_str),
        Some("You died on turn 992, killed by a furnace wyrm.")
    );
}

/// What is known of the layout that a seed makes, in so far as all of it was looked at.
fn layout(dungeon: &Arc<Dungeon>, seed: u64) -> Verdict {
    let proof = prove_layout(dungeon, seed, &Budget::of_steps(1_000_000));
    assert!(proof.stopped_by.is_none(), "seed {seed}");
    proof.verdict
}

#[test]
fn no_layout_of_the_depths_stands_in_the_way_of_a_win() {
    let depths = dungeon(DEPTHS);
    for seed in 0..200 {
        let verdict = layout(&depths, seed);
        assert!(
            matches!(verdict, Verdict::Unknown(_)),
            "seed {seed}: {verdict:?}"
        );
    }
}

/// The causes of the depths bring monsters, let bars fall and ring alarms: none of them opens a way to an ember that is walled
/// in.
#[test]
fn the_causes_of_the_depths_hide_no_layout_that_cannot_be_won() {
    let walls = "scatter # 1 in=51,10..51,10\nscatter # 1 in=39,8..39,8\n";
    let shut = dungeon(&format!("{DEPTHS}{walls}"));
    for seed in 0..20 {
        let verdict = layout(&shut, seed);
        assert!(
            matches!(verdict, Verdict::Unwinnable(_)),
            "seed {seed}: {verdict:?}"
        );
    }
}
