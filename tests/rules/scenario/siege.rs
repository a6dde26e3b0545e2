//! Short siege boards: parameters, rows, kinds and events.
use std::fmt::Write;

use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Side, Stat};
use dungeon_model::space::geometry::Point;

use super::{L, game, hero, press, story};

/// Rules under which no season begins soon.
pub const QUIET: &str = "rules siege season=1000 turn=1 gold=50\n";

/// A board with these rows, in the middle of a season.
pub fn quiet(rows: &str) -> String {
    drawn(QUIET, rows)
}

/// A board with these rows and parameters.
pub fn drawn(rules: &str, rows: &str) -> String {
    format!("{}\nmap\n{}\nend\n", rules.trim_end(), rows.trim())
}

/// What is on the board of a game now.
pub fn board(game: &Game) -> String {
    super::board(game.world())
}

/// Returns the events, and the board after them.
pub fn played(text: &str, keys: &str) -> String {
    let mut game = game(text, 0);
    let mut told = story(text, keys);
    for key in keys.chars() {
        let _ = press(&mut game, key);
    }
    write!(told, "{}", board(&game)).expect("strings can be written");
    told
}

pub fn gold(game: &Game) -> i32 {
    hero(game, Stat::Wealth)
}

pub fn cows(world: &World) -> usize {
    world.herd(L).len()
}

/// Returns the strengths of the enemies born in the last step, or in the opening.
pub fn comers(game: &Game) -> Vec<i32> {
    let born = game.events().iter().filter_map(|event| match *event {
        Event::Born { kind, .. } if game.world().dungeon().kind(kind).side == Side::Theirs => {
            Some(game.world().dungeon().kind(kind).stats[Stat::Strength])
        }
        _ => None,
    });
    born.collect()
}

pub fn is_on_the_ring(world: &World, p: Point) -> bool {
    !world.size(L).contains_inside_rim(p)
}
