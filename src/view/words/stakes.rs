//! What is at stake for the player, which decides how much of what happens is told: points, gold (siege) or lives
//! (arena).
use crate::dungeon::{Measure, Stat};
use crate::engine::world::World;

/// What the player loses when he is wounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stakes {
    /// Points of health.
    Points,
    /// What is in his purse: then wealth is called gold (S-2).
    Gold,
    /// Lives, a few of them; what elsewhere is a level is a board then.
    Lives,
}

/// What is at stake in this game.
pub fn stakes(world: &World) -> Stakes {
    let hero = world.kind(world.commanded());
    match (hero.life, hero.measure) {
        (Stat::Wealth, _) => Stakes::Gold,
        (_, Measure::Lives) => Stakes::Lives,
        (_, Measure::Points) => Stakes::Points,
    }
}
