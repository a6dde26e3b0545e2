//! Levels that have their turn one after another, such as the boards of a run, and who is left on them.
use super::game_terms::game_terms;
use dungeon_engine::world::World;
use dungeon_model::dungeon::LevelId;

/// The level where the hero is, counted from 1, and the number of levels: "board 2 of 5"; none where there is only one.
pub fn place_in_run(world: &World) -> Option<String> {
    let (levels, level) = (world.dungeon().levels.len(), game_terms(world).level);
    (levels > 1).then(|| format!("{level} {} of {levels}", number(world.here())))
}

/// The number of enemies left on the board where the hero is, whatever they are called: "3 enemies", "1 enemy", "no
/// enemies".
pub fn enemies(world: &World) -> String {
    match world.theirs(world.here()).count() {
        0 => "no enemies".to_owned(),
        1 => "1 enemy".to_owned(),
        n => format!("{n} enemies"),
    }
}

/// "board 1 is clear."
pub fn clearing(world: &World, level: LevelId) -> String {
    format!("{} {} is clear.", game_terms(world).level, number(level))
}

fn number(level: LevelId) -> u32 {
    u32::from(level.0) + 1
}
