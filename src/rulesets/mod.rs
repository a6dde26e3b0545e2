//! The games. The one place that knows which there are.
mod deeds;
mod terrain;

mod fences;
mod keys;
mod muster;
mod wishes;

pub mod arena;
pub mod explore;
pub mod siege;
pub mod tactics;

use std::sync::Arc;

use crate::dungeon::{Dungeon, Settings};
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
