//! Fences: which bodies tear them down, which they shield, and what tearing at one costs (S-22, S-23).
use super::combat;
use crate::action::ActorId;
use crate::ending::LossCause;
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::{Feature, Fence, LevelId, Through};
use dungeon_model::space::geometry::Point;

/// The fence at a cell.
pub fn fence_at(world: &World, level: LevelId, p: Point) -> Option<Fence> {
    match world.tile(level, p).feature {
        Feature::Fence(fence) => Some(fence),
        _ => None,
    }
}

/// The fence at a cell that this body tears at when it comes there: others pass over it, or are stopped.
pub fn torn_by(world: &World, who: ActorId, p: Point) -> Option<Fence> {
    let body = world.body(who);
    fence_at(world, body.level, p).filter(|_| body.through == Through::Doors)
}

/// S-23: whether a fence keeps this body from attacking the body at the cell.
pub fn is_shielded_from(world: &World, who: ActorId, p: Point) -> bool {
    let body = world.body(who);
    body.through < Through::Doors && fence_at(world, body.level, p).is_some()
}

/// S-22 (a): a body tears at a fence, which loses a step and may hurt it.
pub fn tear(stage: &mut Stage<'_>, who: ActorId, at: Point, fence: Fence) {
    let level = stage.body(who).level;
    let thorny = stage.cell(level, at).tile;
    stage.emit(Event::Torn {
        who,
        level,
        at,
        tile: thorny,
    });
    let tile = fence.torn;
    stage.emit(Event::Rebuilt { level, at, tile });
    if fence.thorns > 0 {
        combat::wound(stage, who, fence.thorns, LossCause::Terrain(thorny));
    }
}
