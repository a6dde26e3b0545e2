//! Boards of arena in a few lines: rows, keys, and what became of them.
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Stat;

use super::{hero, story};

/// A kind that never does anything, but must be stomped like all others.
pub const STATUE: &str = "kind s \"statue\" is=enemy sense=never roam=stand\n";

/// A board with these rows, by the published rules, where `s` is a statue.
pub fn board(rows: &str) -> String {
    with("rules arena", rows)
}

/// A board with these rows, behind these lines of a file.
pub fn with(before: &str, rows: &str) -> String {
    let (rules, kinds) = before.split_once('\n').unwrap_or((before, ""));
    format!("{rules}\n{STATUE}{kinds}\nmap\n{}\nend\n", rows.trim())
}

/// Asserts what keys do, one line a key.
#[track_caller]
pub fn tells(text: &str, keys: &str, told: &[&str]) {
    assert_eq!(story(text, keys).lines().collect::<Vec<_>>(), told);
}

/// How many lives the hero has.
pub fn lives(game: &Game) -> i32 {
    hero(game, Stat::Health)
}

/// How many enemies are left on all boards.
pub fn enemies(world: &World) -> usize {
    let boards = world.dungeon().numbered_levels();
    boards.map(|(board, _)| world.theirs(board).count()).sum()
}
