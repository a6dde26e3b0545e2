//! The fences of siege: which bodies they shield, which bodies tear them down, and what that costs (S-22, S-23).
use super::combat;
use crate::action::ActorId;
use crate::ending::LossCause;
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::{Feature, Fence, LevelId, Through};
use dungeon_model::space::geometry::Point;

/// Returns the fence at a cell; `None` for other terrain.
pub fn fence_at(world: &World, level: LevelId, p: Point) -> Option<Fence> {
    match world.tile(level, p).feature {
        Feature::Fence(fence) => Some(fence),
        _ => None,
    }
}

/// Returns the fence at a cell if this body tears at it on stepping there; `None` if there is no fence, or if the body
/// walks over fences or is stopped by them.
pub fn torn_by(world: &World, who: ActorId, p: Point) -> Option<Fence> {
    let body = world.body(who);
    fence_at(world, body.level, p).filter(|_| body.through == Through::Doors)
}

/// Whether a fence at a cell keeps this body from attacking the body there (S-23).
pub fn is_shielded_from(world: &World, who: ActorId, p: Point) -> bool {
    let body = world.body(who);
    body.through < Through::Doors && fence_at(world, body.level, p).is_some()
}

/// Makes a body tear at a fence, which becomes one step weaker and may hurt the body (S-22).
pub fn tear(stage: &mut Stage<'_>, who: ActorId, at: Point, fence: Fence) {
    let on = stage.at_terrain(who, at);
    stage.emit(Event::Torn(on));
    let (level, tile) = (on.level, fence.torn);
    stage.emit(Event::Rebuilt { level, at, tile });
    if fence.thorns > 0 {
        combat::wound(stage, who, fence.thorns, LossCause::Terrain(on.tile));
    }
}
