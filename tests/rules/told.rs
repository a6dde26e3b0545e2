//! Scenarios that tell what each key of their tests did: golden files, with the board as it is then below the keys.
//! `tests/play/testing.rs` plays them as players do.
use std::path::Path;

use crate::corpus::golden::{assert_golden, input, is_golden};
use crate::corpus::paths;
use crate::scenario::{board, game, story_of};
use dungeon_format::source::{Limits, Source};
use dungeon_format::test_case::{TestCase, TestPlay};
use dungeon_lint::load::tests_of;
use dungeon_play::input::key::Key;
use dungeon_play::input::script::Script;

#[test]
fn scenarios_go_on_as_their_golden_files_tell() {
    let told = paths("tests/scenarios")
        .into_iter()
        .filter(|path| is_golden(path));
    assert_golden(told, told_by);
}

/// What the tests of a scenario come to, each below its name where there are several.
fn told_by(path: &Path) -> String {
    let text = String::from_utf8(input(path)).expect("a scenario is UTF-8");
    let tests = tests_of(
        &Source::from_text("scenario", text.as_str()),
        &Limits::default(),
    );
    let names = tests.len() > 1;
    let told = tests.iter().map(|test| {
        let name = if names {
            test.name.clone() + "\n"
        } else {
            String::new()
        };
        name + &played(&text, test)
    });
    told.collect::<Vec<_>>().join("\n")
}

/// What each key of a test did, and the board after them, without blanks at the ends of lines.
fn played(text: &str, test: &TestCase) -> String {
    let TestPlay::Keys(keys) = &test.play else {
        panic!("{} has no keys", test.name);
    };
    let Script(keys) = keys.value.parse().expect("keys");
    let keys = keys.into_iter().map(|key| match key {
        Key::Char(key) => key,
        Key::Idle => '~',
        other => panic!("{other:?} is no key of a rule"),
    });
    let seed = test.seeds.map_or(0, |(first, _)| first);
    let mut game = game(text, seed);
    let told = story_of(&mut game, &keys.collect::<String>()) + &board(game.world());
    told.lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
}
