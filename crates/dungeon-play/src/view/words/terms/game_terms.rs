//! The words of a game, and how sentences address its player: as a single hero, or as the commander of named units.
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::GameTerms;
use dungeon_model::dungeon::{AddressedAs, LifeUnit};

/// Returns the words of this world's game.
pub fn game_terms(world: &World) -> &'static GameTerms {
    &world.dungeon().settings.game.terms
}

/// Whether the player commands units with names (K-1). Otherwise the player is the hero, and sentences say "you".
pub fn commands_people(world: &World) -> bool {
    world.kind(world.commanded()).addressed_as == AddressedAs::ByName
}

/// Whether the commanded body's life is counted in lives rather than points.
pub fn counts_lives(world: &World) -> bool {
    world.kind(world.commanded()).life_unit == LifeUnit::Lives
}
