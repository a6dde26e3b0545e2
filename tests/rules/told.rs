//! Scenarios that record the events of each key: golden files, with the final board below the keys.
//! `tests/play/testing.rs` plays them through the user interface. Boards that `check` refuses, and orders given by
//! points, stand in files of cases.
use std::fmt::Write;
use std::path::Path;

use crate::corpus::cases::assert_cases;
use crate::corpus::golden::{assert_golden, input, is_golden};
use crate::corpus::paths;
use crate::scenario::tactics::act;
use crate::scenario::{board, game, press, story_of, tell};
use dungeon_engine::game::Game;
use dungeon_format::source::{Limits, Source};
use dungeon_format::test_case::{TestCase, TestPlay};
use dungeon_lint::load::tests_of;
use dungeon_model::dungeon::Stat;
use dungeon_play::input::key::Key;
use dungeon_play::input::script::Script;

#[test]
fn scenarios_go_on_as_their_golden_files_tell() {
    let told = paths("tests/scenarios")
        .into_iter()
        .filter(|path| is_golden(path));
    assert_golden(told, told_by);
}

/// Returns the records of a scenario's tests, each below its name if there are several.
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

/// Returns the events of each key of a test, and the final board without trailing spaces.
fn played(text: &str, test: &TestCase) -> String {
    let TestPlay::Keys(keys) = &test.play else {
        panic!("{} has no keys", test.name);
    };
    let Script(keys) = keys.value.parse().expect("keys");
    let keys = keys.into_iter().map(|key| match key {
        Key::Char(key) => key,
        Key::Idle => '~',
        other => panic!("{other:?} is not a rule's key"),
    });
    let seed = test.seeds.map_or(0, |(first, _)| first);
    let mut game = game(text, seed);
    let told = story_of(&mut game, &keys.collect::<String>()) + &board(game.world());
    told.lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn golden_cases_of_rules_go_on_as_they_tell() {
    assert_cases("tests/rules/cases", |case| match &case.asked[..] {
        [] => went_on(&case.text, ""),
        [asked] => went_on(&case.text, asked),
        several => {
            let told = several
                .iter()
                .map(|asked| format!("$ {asked}\n{}", went_on(&case.text, asked)));
            told.collect::<Vec<_>>().join("\n\n")
        }
    });
}

/// Returns the events of each key, or in tactics of each order between `;`, then the board and the stats of the
/// commanded body. A seed may precede the keys: `seed=7 ll`.
fn went_on(text: &str, asked: &str) -> String {
    let (seed, asked) = match asked.strip_prefix("seed=") {
        Some(rest) => rest.split_once(' ').unwrap_or((rest, "")),
        None => ("0", asked),
    };
    let mut game = game(text, seed.parse().expect("a seed"));
    let mut told = String::new();
    if asked.is_empty() {
        writeln!(told, "opening: {}", tell(&game)).expect("memory");
    }
    let is_pointed_at = game.rules().face().pointing().is_some();
    let steps: Vec<String> = if is_pointed_at {
        let orders = asked.split(';').map(str::trim);
        orders
            .filter(|order| !order.is_empty())
            .map(str::to_owned)
            .collect()
    } else {
        asked.chars().map(String::from).collect()
    };
    for step in steps {
        writeln!(told, "{step}: {}", stepped(&mut game, &step, is_pointed_at)).expect("memory");
    }
    told + &board(game.world()) + "\n" + &numbers(&game)
}

/// Returns the events of one step, or its refusal, which must leave the game unchanged.
fn stepped(game: &mut Game, step: &str, is_pointed_at: bool) -> String {
    let before = (game.checksum(), game.world().turn());
    let stepped = if is_pointed_at {
        act(game, step)
    } else {
        press(game, step.chars().next().expect("a key"))
    };
    let Err(refusal) = stepped else {
        return tell(game);
    };
    let after = (game.checksum(), game.world().turn());
    assert_eq!(before, after, "{step}: {refusal}");
    assert!(game.events().is_empty(), "{step}: {refusal}");
    refusal.to_string()
}

/// Returns the turn, the cell and the nonzero stats of the commanded body, and the number of refused monster actions.
fn numbers(game: &Game) -> String {
    let world = game.world();
    let body = world.body(world.commanded());
    let stats = Stat::ALL.map(|stat| (stat, body.stat(stat)));
    let stats: Vec<_> = { stats.iter() }
        .filter(|(_, value)| *value != 0)
        .map(|(stat, value)| format!(", {stat:?} {value}"))
        .collect();
    let level = match world.here().0 {
        0 => String::new(),
        nth => format!(", level {}", nth + 1),
    };
    let refused = match game.refused_wishes() {
        0 => String::new(),
        wishes => format!("; refused wishes: {wishes}"),
    };
    let (turn, at) = (world.turn(), body.at);
    format!("turn {turn}{level}: at {at}{}{refused}", stats.concat())
}
