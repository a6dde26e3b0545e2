//! What of the rules asks chance: ground that throws a hero anywhere, and weapons that may miss.
use crate::world::World;
use dungeon_model::dungeon::{Feature, Guise, Harm, Tile, Trap};

/// Whether ground that heroes may still come upon is left to chance: a random landing, or a hidden trap that does
/// something else once it is found.
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

/// Whether a hidden trap does something else once it is found.
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

/// Whether a monster that lives or may be born shoots a weapon.
pub fn of_their_weapons(world: &World) -> bool {
    let kinds = world.kinds_to_come().into_iter();
    kinds
        .map(|kind| world.dungeon().kind(kind))
        .any(|kind| kind.weapon.is_some())
}

/// Whether a body of ours has a weapon, and there is or may be something that it can be shot at: a monster, perhaps one that
/// is yet to come, or slime.
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
