//! Hashes of what a player sees of tiles, items and kinds of bodies. Things with equal hashes look the same.
use std::hash::{DefaultHasher, Hash, Hasher};

use dungeon_engine::world::World;
use dungeon_model::dungeon::{Choice, ItemId, Keeping, Kind, KindId, TileId};
use dungeon_model::space::geometry::at;
use dungeon_play::view::words;

/// Returns a hash of a tile's look without color, and of the text that describes the tile. A secret door has the look of
/// the wall whose name and glyph it has.
pub fn tile_look(world: &World, id: TileId) -> u64 {
    let mut hash = DefaultHasher::new();
    let tile = world.dungeon().tile(id);
    (&tile.name, tile.glyph, tile.glow, tile.is_target).hash(&mut hash);
    words::terrain_in_full(world, world.here(), at(1, 1), id).hash(&mut hash);
    hash.finish()
}

/// Returns a hash of an item's look and of the text that describes the item.
pub fn item_look(world: &World, id: ItemId) -> u64 {
    let mut hash = DefaultHasher::new();
    let item = world.item(id);
    (&item.name, item.glyph, item.glow).hash(&mut hash);
    (item.colour, item.keeping).hash(&mut hash);
    let is_told = world.dungeon().variant_of(id).is_some() || words::commands_people(world);
    if item.keeping != Keeping::No || is_told {
        (words::gains(world, item), words::uses(world, item)).hash(&mut hash);
        (
            words::throws(item),
            words::recharges(item),
            words::slot(item),
        )
            .hash(&mut hash);
    }
    hash.finish()
}

/// Returns a hash of everything that tells a kind of body from others, except what it drops and what it says when it
/// notices its prey.
pub fn kind_look(world: &World, id: KindId) -> u64 {
    let mut hash = DefaultHasher::new();
    let kind = Kind {
        drops: Choice::Always(ItemId::NONE),
        says: String::new(),
        ..world.dungeon().kind(id).clone()
    };
    kind.hash(&mut hash);
    hash.finish()
}
