//! The games. The one place that knows which there are.
mod combat;
mod terrain;

mod common_actions;
mod fences;
mod keys;
mod spawn_wave;

pub mod arena;
pub mod explore;
pub mod siege;
pub mod tactics;

use std::sync::Arc;

use crate::dungeon::{self, Dungeon, Settings};
use crate::engine::ruleset::Ruleset;

/// The rules that a dungeon is played by.
pub fn pick(dungeon: &Dungeon) -> Arc<dyn Ruleset> {
    match dungeon.settings {
        Settings::Explore => Arc::new(explore::Explore),
        Settings::Arena(settings) => Arc::new(arena::Arena::of(dungeon, settings)),
        Settings::Tactics => Arc::new(tactics::Tactics),
        Settings::Siege(settings) => Arc::new(siege::Siege::of(dungeon, settings)),
    }
}

/// Every game by its word in files, with the published parameters and all keys that it has in any dungeon.
pub fn all() -> [(&'static str, Arc<dyn Ruleset>); 4] {
    let siege = siege::Siege::with_stairs(dungeon::Siege::PUBLISHED);
    let arena = arena::Arena::with_stairs(dungeon::Arena::PUBLISHED);
    [
        ("explore", Arc::new(explore::Explore)),
        ("siege", Arc::new(siege)),
        ("arena", Arc::new(arena)),
        ("tactics", Arc::new(tactics::Tactics)),
    ]
}
