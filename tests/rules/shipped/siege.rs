//! The shipped siege games: the published one is unchanged, each can be won, and none by waiting.
use std::sync::Arc;

use crate::corpus::folder;
use dungeon_engine::event::Outcome;
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::Dungeon;
use dungeon_play::session::session::Session;

/// Games with their seeds and winning keys, which build fences first, buy cows, and then wait.
const GAMES: [(&str, u64, &str); 3] = [
    (
        "horde.dng",
        4,
        include_str!("../../../fixtures/horde-seed-4.keys"),
    ),
    (
        "siege-small.dng",
        12,
        include_str!("../../../fixtures/siege-small-seed-12.keys"),
    ),
    (
        "raiders.dng",
        12,
        include_str!("../../../fixtures/raiders-seed-12.keys"),
    ),
];

/// Keys for everything that a siege offers: walks, hits, purchases, fences, waits and skips.
const A_GAME: &str = "cjfljjfkkukcnns.hhfyyyfls.ccllj.jjbbs.nnkkfkfu";

fn shipped(name: &str) -> Session {
    Session::open(folder("dungeons").join(name)).expect("shipped and sound")
}

/// Returns the game of a file that has only a `rules` line.
fn published() -> Session {
    let source = Source::from_text("bare.dng", "rules siege\n");
    let (dungeon, found) = dungeon_lint::read(&source, &Limits::default());
    assert!(found.is_empty());
    Session::new(Arc::<Dungeon>::new(dungeon.expect("the published board")))
}

#[test]
fn s1_the_shipped_horde_is_what_the_rules_alone_play() {
    for seed in [0, 1, 7, 150, u64::MAX] {
        let (mut spelt, mut bare) = (
            shipped("horde.dng").with_seed(seed),
            published().with_seed(seed),
        );
        assert_eq!(
            spelt.checksum(),
            bare.checksum(),
            "seed {seed} at the start"
        );
        for (n, key) in A_GAME.chars().enumerate() {
            for session in [&mut spelt, &mut bare] {
                session.press(&key.to_string()).expect("a key");
            }
            assert_eq!(spelt.checksum(), bare.checksum(), "seed {seed}, key {n}");
        }
        assert!(
            spelt.turn() > 450,
            "three seasons have begun: {}",
            spelt.turn()
        );
        assert_eq!(spelt.outcome(), bare.outcome());
    }
}

#[test]
fn shipped_sieges_can_be_won() {
    for (name, seed, keys) in GAMES {
        let mut session = shipped(name).with_seed(seed);
        for row in keys.lines() {
            session.press(row).expect("these are keys");
        }
        assert_eq!(session.outcome(), Some(Outcome::Won), "{name}");
    }
}

#[test]
fn shipped_sieges_are_lost_by_who_only_waits_or_skips() {
    for (name, _, _) in GAMES {
        for (seed, key) in (0..10).flat_map(|seed| [(seed, "."), (seed, "s")]) {
            let mut session = shipped(name).with_seed(seed);
            for _ in 0..5_000 {
                session.press(key).expect("a key");
                if session.outcome().is_some() {
                    break;
                }
            }
            let outcome = session.outcome();
            assert_eq!(outcome, Some(Outcome::Lost), "{name}, seed {seed}, {key}");
        }
    }
}
