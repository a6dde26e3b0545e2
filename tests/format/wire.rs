//! The wire form, in which the reader of the browser page passes a dungeon to the engine.
use std::sync::Arc;

use dungeon_format::source::{Limits, Source};
use dungeon_lint::load::read;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::wire::{self, WireError};
use dungeon_play::session::session::Session;

use crate::corpus::contents;

/// Files that together fill most of the tables.
const RICH: [(&str, &str); 6] = [
    ("causes", include_str!("../../fixtures/ok/causes.dng")),
    ("chance", include_str!("../../fixtures/ok/chance.dng")),
    ("kept-things", SMALL),
    ("siege", include_str!("../../fixtures/ok/siege.dng")),
    ("tactics", include_str!("../../fixtures/ok/tactics.dng")),
    ("vaults", include_str!("../../fixtures/ok/vaults.dng")),
];

const SMALL: &str = include_str!("../../fixtures/ok/kept-things.dng");

fn dungeon_of(text: &str) -> Dungeon {
    let source = Source::from_text("wire.dng", text);
    let (dungeon, findings) = read(&source, &Limits::default());
    dungeon.unwrap_or_else(|| panic!("{findings:?}\n{text}"))
}

/// Returns the checksums of a game, before the first key and after each of some keys.
fn states(dungeon: Dungeon, seed: u64) -> Vec<u64> {
    let mut session = Session::seeded(Arc::new(dungeon), seed);
    let keys = "lljjllkkhhjj..lllljjjjnnnn>>>>hhhhkkkkyyyy".chars();
    let mut states = vec![session.checksum()];
    states.extend(keys.map(|key| {
        session.press(&key.to_string()).expect("a key");
        session.checksum()
    }));
    states
}

#[test]
fn every_kept_dungeon_plays_the_same_game_after_a_trip_over_the_wire() {
    for bytes in contents(&["dungeons", "fixtures/ok", "fixtures/scenes"]) {
        let text = String::from_utf8(bytes).expect("they are UTF-8");
        let dungeon = dungeon_of(&text);
        let arrived = wire::read(&wire::write(&dungeon, &text), &text).expect("undamaged");
        assert_eq!(arrived, dungeon);
        for seed in [0, 7] {
            let (own, other) = (states(dungeon.clone(), seed), states(arrived.clone(), seed));
            assert_eq!(own, other, "seed {seed}\n{text}");
        }
    }
}

#[test]
fn a_changed_or_shortened_wire_form_is_refused() {
    let wire = wire::write(&dungeon_of(SMALL), SMALL);
    for at in 0..wire.len() {
        assert!(wire::read(&wire[..at], SMALL).is_err(), "cut at {at}");
        for other in ['0', 'f', 'x', 'é'] {
            let changed = format!("{}{other}{}", &wire[..at], &wire[at + 1..]);
            let is_same = changed == wire;
            assert_eq!(
                wire::read(&changed, SMALL).is_ok(),
                is_same,
                "{other} at {at}"
            );
        }
    }
}

#[test]
fn a_wire_form_belongs_to_one_text_and_one_version() {
    let wire = wire::write(&dungeon_of(SMALL), SMALL);
    assert_eq!(wire::read(&wire, ""), Err(WireError::Damaged));
    let newer = format!("1{wire}");
    assert_eq!(wire::read(&newer, SMALL), Err(WireError::Version));
}

/// If this snapshot changes without a change of the fixtures, change the version in `model/wire.rs`, too.
#[test]
fn the_version_stands_for_these_tables() {
    let lines = RICH.map(|(name, text)| {
        let wire = wire::write(&dungeon_of(text), text);
        let (version, tables) = wire.split_once(':').expect("a version");
        let sum = |sum: u32, byte| sum.rotate_left(5) ^ u32::from(byte);
        let sum = tables.bytes().fold(0, sum);
        format!("{version} {name} {} {sum:08x}", tables.len())
    });
    insta::assert_snapshot!(lines.join("\n"));
}
