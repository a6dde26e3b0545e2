//! Short arena boards: rows, keys and events.
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Stat;

use super::{hero, story};

/// A kind that does nothing, but must be stomped like all enemies.
pub const STATUE: &str = "kind s \"statue\" is=enemy sense=never roam=stand\n";

/// A board with these rows and the published rules, where `s` is a statue.
pub fn board(rows: &str) -> String {
    with("rules arena", rows)
}

/// A board with these rows, after these lines of a file.
pub fn with(before: &str, rows: &str) -> String {
    let (rules, kinds) = before.split_once('\n').unwrap_or((before, ""));
    format!("{rules}\n{STATUE}{kinds}\nmap\n{}\nend\n", rows.trim())
}

/// Asserts the events of keys, one line a key.
#[track_caller]
pub fn tells(text: &str, keys: &str, told: &[&str]) {
    assert_eq!(story(text, keys).lines().collect::<Vec<_>>(), told);
}

/// Returns the hero's lives.
pub fn lives(game: &Game) -> i32 {
    hero(game, Stat::Health)
}

/// Returns the number of enemies left on all boards.
pub fn enemies(world: &World) -> usize {
    let boards = world.dungeon().numbered_levels();
    boards.map(|(board, _)| world.theirs(board).count()).sum()
}
