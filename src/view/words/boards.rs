//! The boards of arena, one after another.
use super::names::{doing, level_name};
use super::witnessed::Witnessed;
use crate::dungeon::LevelId;
use crate::engine::action::ActorId;
use crate::engine::world::World;

/// "board 2 of 5", where the hero is; none where there is only one.
pub fn place_in_run(world: &World) -> Option<String> {
    let boards = world.dungeon().levels.len();
    (boards > 1).then(|| format!("board {} of {boards}", number(world.here())))
}

/// Who is left on the board where the hero is, whatever they are called: "3 enemies", "1 enemy", "no enemies".
pub fn enemies(world: &World) -> String {
    match world.theirs(world.here()).count() {
        0 => "no enemies".to_owned(),
        1 => "1 enemy".to_owned(),
        n => format!("{n} enemies"),
    }
}

/// "board 1 is clear."
pub fn clearing(level: LevelId) -> String {
    format!("board {} is clear.", number(level))
}

/// "you come to the Pit.", "you come to board 2."
pub fn arrival(world: Witnessed<'_>, who: ActorId, to: LevelId) -> String {
    format!(
        "{} to {}.",
        doing(world, who, "come"),
        level_name(&world, to)
    )
}

fn number(level: LevelId) -> u32 {
    u32::from(level.0) + 1
}
