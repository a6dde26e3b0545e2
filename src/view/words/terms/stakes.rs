//! What is at stake for the player, which decides how much of what happens is told: points, gold (siege), lives
//! (arena) or people (tactics).
use crate::dungeon::{AddressedAs, Measure, Stat};
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
    /// People of his, each of whom has a name and points of health; he himself is none of them (K-1).
    People,
}

/// What is at stake in this game.
pub fn stakes(world: &World) -> Stakes {
    let hero = world.kind(world.commanded());
    match (hero.addressed_as, hero.life, hero.measure) {
        (AddressedAs::ByName, ..) => Stakes::People,
        (AddressedAs::You, Stat::Wealth, _) => Stakes::Gold,
        (AddressedAs::You, _, Measure::Lives) => Stakes::Lives,
        (AddressedAs::You, _, Measure::Points) => Stakes::Points,
    }
}
