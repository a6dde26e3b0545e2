//! The words that a game brings for itself, and what sentences ask of its player: a single hero, or people with names.
use dungeon_engine::world::World;
use dungeon_model::dungeon::game_profile::GameTerms;
use dungeon_model::dungeon::{AddressedAs, LifeUnit};

/// The words of the game that this world is of.
pub fn game_terms(world: &World) -> &'static GameTerms {
    &world.dungeon().settings.game.terms
}

/// Whether the player commands people, each of whom has a name, and is none of them himself (K-1). Else he is the hero,
/// and sentences call him "you".
pub fn commands_people(world: &World) -> bool {
    world.kind(world.commanded()).addressed_as == AddressedAs::ByName
}

/// Whether the commanded body's life is counted in lives, a few of them, and not in points.
pub fn counts_lives(world: &World) -> bool {
    world.kind(world.commanded()).life_unit == LifeUnit::Lives
}
