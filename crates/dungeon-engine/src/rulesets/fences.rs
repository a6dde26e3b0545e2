//! The fences of siege: the bodies that they shield, the bodies that tear them down, and the wounds of these bodies
//! (S-22, S-23).
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

/// Returns the fence at a cell if a step of this body to the cell would tear at the fence. `None` if the cell has no
/// fence, or if fences do not stop the body, or if the body cannot tear them down.
pub fn torn_by(world: &World, who: ActorId, p: Point) -> Option<Fence> {
    let body = world.body(who);
    fence_at(world, body.level, p).filter(|_| body.through == Through::Doors)
}

/// Whether a fence at a cell prevents this body from attacking the body there (S-23).
pub fn is_shielded_from(world: &World, who: ActorId, p: Point) -> bool {
    let body = world.body(who);
    body.through < Through::Doors && fence_at(world, body.level, p).is_some()
}

/// Makes a body tear at a fence. The fence becomes one level weaker, and may hurt the body (S-22).
pub fn tear(stage: &mut Stage<'_>, who: ActorId, at: Point, fence: Fence) {
    let on = stage.at_terrain(who, at);
    stage.emit(Event::Torn(on));
    let (level, tile) = (on.level, fence.torn);
    stage.emit(Event::Rebuilt { level, at, tile });
    if fence.thorns > 0 {
        combat::wound(stage, who, fence.thorns, LossCause::Terrain(on.tile));
    }
}
