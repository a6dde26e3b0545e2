//! The numbers of tiles, items and kinds in observations. Things that a player cannot tell apart have the same number.
use dungeon_engine::world::World;
use dungeon_model::dungeon::{ItemId, KindId, TileId};
use dungeon_play::knowledge::known_map::appearance;

use super::observation_space::Vision;

/// The numbers of all tiles, items and kinds of a dungeon.
#[derive(Clone, Debug)]
pub(super) struct Appearances {
    tiles: Vec<u16>,
    items: Vec<u16>,
    kinds: Vec<u16>,
}

impl Appearances {
    pub fn new(world: &World, vision: Vision) -> Appearances {
        let dungeon = world.dungeon();
        let tiles = dungeon.numbered_tiles().map(|(id, _)| match vision {
            Vision::Player => appearance(dungeon, id).0.saturating_add(1),
            Vision::Everything => id.0.saturating_add(1),
        });
        Appearances {
            tiles: tiles.collect(),
            items: dungeon.numbered_items().map(|(id, _)| id.0).collect(),
            kinds: dungeon
                .numbered_kinds()
                .map(|(id, _)| id.0.saturating_add(1))
                .collect(),
        }
    }

    /// Returns the number of a tile, at least 1.
    pub fn tile(&self, id: TileId) -> u16 {
        self.tiles.get(usize::from(id.0)).copied().unwrap_or(0)
    }

    /// Returns the number of an item; 0 for no item.
    pub fn item(&self, id: ItemId) -> u16 {
        self.items.get(usize::from(id.0)).copied().unwrap_or(0)
    }

    /// Returns the number of a kind of body, at least 1.
    pub fn kind(&self, id: KindId) -> u16 {
        self.kinds.get(usize::from(id.0)).copied().unwrap_or(0)
    }

    pub fn most_tile(&self) -> u16 {
        most(&self.tiles)
    }

    pub fn most_item(&self) -> u16 {
        most(&self.items)
    }

    pub fn most_kind(&self) -> u16 {
        most(&self.kinds)
    }
}

fn most(numbers: &[u16]) -> u16 {
    numbers.iter().copied().max().unwrap_or(0)
}
