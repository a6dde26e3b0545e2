//! Tests for `Ruleset::draws`: whether traps with random effects, weapons that may miss, or pulls off a route can still
//! have an effect.
use crate::world::World;
use dungeon_model::dungeon::{Feature, Guise, Harm, Roam, Tile, Trap};

/// Whether heroes may still find a trap that depends on chance: a teleport to a random cell, or a hidden trap that
/// changes when a search finds it.
pub fn of_ground(world: &World) -> bool {
    let dungeon = world.dungeon();
    let tiles = world.tiles_to_come().into_iter();
    tiles
        .map(|tile| dungeon.tile(tile))
        .any(|tile| match tile.feature {
            Feature::Trap(trap) => {
                trap.harm == Harm::Teleport(None) || changes_when_found(world, tile)
            }
            _ => false,
        })
}

/// Whether a hidden trap has another effect, footing or sight after it is found.
fn changes_when_found(world: &World, tile: &Tile) -> bool {
    let Feature::Trap(trap) = tile.feature else {
        return false;
    };
    let Guise::Hidden(found) = trap.guise else {
        return false;
    };
    let found = world.dungeon().tile(found);
    let guise = Guise::Plain;
    found.feature != Feature::Trap(Trap { guise, ..trap })
        || (found.footing, found.sight) != (tile.footing, tile.sight)
}

/// Whether any monster that is alive, or may still be spawned, has a weapon.
pub fn of_their_weapons(world: &World) -> bool {
    let kinds = world.kinds_to_come().into_iter();
    kinds
        .map(|kind| world.dungeon().kind(kind))
        .any(|kind| kind.weapon.is_some())
}

/// Whether a body of the player has a weapon, and a target exists or may still appear: a monster or slime.
pub fn of_our_weapons(world: &World) -> bool {
    let dungeon = world.dungeon();
    let is_armed = world.ours().any(|who| world.kind(who).weapon.is_some());
    let has_targets = || {
        let mut tiles = world.tiles_to_come().into_iter();
        !world.kinds_to_come().is_empty()
            || tiles.any(|tile| matches!(dungeon.tile(tile).feature, Feature::Pool(_)))
    };
    is_armed && has_targets()
}

/// Whether a hero may pull a monster off its route, so that it may wander on the way back.
pub fn of_pulls(world: &World) -> bool {
    let has_route = |kind| {
        let parts = world.dungeon().kind(kind).behaviour.parts();
        parts.is_some_and(|parts| parts.roam == Roam::Route)
    };
    world.dungeon().may_pull() && world.kinds_to_come().into_iter().any(has_route)
}
