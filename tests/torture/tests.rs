//! Mutated scenarios: each is read and checked with its tests, and these are played.
use std::sync::{Arc, LazyLock};

use dungeon::testing::tested_file::TestedFile;
use dungeon::testing::trial::Trial;
use dungeon_format::source::{Limits, Source};
use dungeon_format::test_case::TestPlay;
use proptest::prelude::*;

use super::mutation::{mutate, mutation};
use super::{Ordeal, try_on};
use crate::corpus::contents;

/// Files with `test` lines.
static TESTED: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| contents(&["tests/scenarios"]));

/// Mutated scenarios, most often with changes in their tests.
pub const SCENARIOS: Ordeal = Ordeal {
    name: "scenarios",
    cost: 1,
    run: |config| {
        let word = prop::sample::select(vec![
            " keys=",
            "turns=..",
            " expect=",
            "won",
            " at=9,9",
            " says=",
            "..",
            "seeds=1..3 ",
            "seed=7 ",
            "\"<Esc>",
            " frame=\"a\"",
            "replay=\"a\" ",
            "winnable=yes",
            "winrate=greedy:1%..",
            "-1",
            "99999999999999999999",
            "\\",
            "\ntest \"x\" ",
        ]);
        let said = prop::collection::vec((any::<usize>(), word), 0..5);
        let changes = prop::collection::vec(mutation(), 0..2);
        let changed = (any::<usize>(), said, changes).prop_map(|(which, said, changes)| {
            let sound = TESTED[which % TESTED.len()].clone();
            let told = said.into_iter().fold(sound, insert_behind_test);
            changes.into_iter().fold(told, mutate)
        });
        try_on(config, &changed, endure)
    },
};

/// Inserts a word somewhere after the first `test` line.
fn insert_behind_test(mut bytes: Vec<u8>, (at, word): (usize, &str)) -> Vec<u8> {
    let first = bytes.windows(5).position(|five| five == b"test ");
    let first = first.unwrap_or(0);
    let at = first + at % (bytes.len() + 1 - first);
    bytes.splice(at..at, word.bytes());
    bytes
}

/// Reads a file, and plays the first games of each of its tests. Findings must lie inside the text, and failures must
/// have a screen and be repeatable.
fn endure(bytes: Vec<u8>) {
    let limits = Limits {
        cells: 1 << 14,
        entities: 1 << 12,
        ..Limits::default()
    };
    let source = Source::from_bytes("torture.dng", bytes);
    let file = TestedFile::read(&source, &limits);
    for finding in &file.findings {
        let whole = source.text.get(finding.span.range());
        assert!(whole.is_some(), "{finding:?} points outside");
    }
    let Some(dungeon) = file.dungeon.map(Arc::new) else {
        return assert!(!file.findings.is_empty(), "refused without a message");
    };
    for test in &file.tests {
        let is_played = matches!(test.play, TestPlay::Keys(_))
            && test.claims.iter().all(|claim| claim.value.is_of_one_game());
        if !is_played {
            continue;
        }
        let trial = Trial {
            dungeon: &dungeon,
            test,
            seed: test.seeds.map_or(0, |(first, _)| first),
            recording: None,
            frame: None,
        };
        let (once, again) = (trial.play(), trial.play());
        assert_eq!(once.shortfalls, again.shortfalls);
        let moment = once.moment.iter();
        moment.for_each(|moment| super::files::take_pictures(&moment.after));
    }
}
