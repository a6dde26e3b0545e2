//! The numbers of tiles, items and kinds in observations. Things that a player cannot tell apart have the same number.
use std::collections::HashMap;

use dungeon_engine::concealed::ShownWorld;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{ItemId, KindId, TileId};
use dungeon_play::knowledge::known_map::appearance;

use crate::looks::{item_look, kind_look, tile_look};

/// The observer of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vision {
    /// The player: sees the cells in sight, remembers cells seen before, and does not see what is hidden.
    #[default]
    Player,
    /// An observer who sees every cell of the level and everything hidden.
    Everything,
}

/// The numbers of all tiles, items and kinds of a dungeon.
#[derive(Clone, Debug)]
pub struct Appearances {
    tiles: Vec<u16>,
    items: Vec<u16>,
    kinds: Vec<u16>,
}

impl Appearances {
    pub fn new(world: &World, vision: Vision) -> Appearances {
        let unknown = world.with_nothing_known();
        let world = unknown.as_ref().unwrap_or(world);
        let dungeon = world.dungeon();
        let tiles = dungeon.numbered_tiles().map(|(id, _)| match vision {
            Vision::Player => tile_look(world, appearance(dungeon, id)),
            Vision::Everything => id.0.into(),
        });
        let items = dungeon.numbered_items().map(|(id, _)| match vision {
            Vision::Player => item_look(world, id),
            Vision::Everything => id.0.into(),
        });
        let kinds = dungeon.numbered_kinds().map(|(id, _)| match vision {
            Vision::Player => kind_look(world, id),
            Vision::Everything => id.0.into(),
        });
        Appearances {
            tiles: numbers(1, tiles),
            items: numbers(0, items),
            kinds: numbers(1, kinds),
        }
    }

    /// Returns the number of a tile, at least 1.
    pub fn tile(&self, id: TileId) -> u16 {
        self.tiles.get(usize::from(id.0)).copied().unwrap_or(0)
    }

    /// Returns the number of an item in a world as its observer sees it; 0 for no item. An item of a family has the
    /// number of its look until its kind is known.
    #[inline]
    pub fn item(&self, world: ShownWorld<'_>, id: ItemId) -> u16 {
        if id == ItemId::NONE {
            return 0;
        }
        let id = world.kind_of(id);
        self.items.get(usize::from(id.0)).copied().unwrap_or(0)
    }

    /// Returns the number of a kind of body, at least 1.
    pub fn kind(&self, id: KindId) -> u16 {
        self.kinds.get(usize::from(id.0)).copied().unwrap_or(0)
    }

    /// Returns the highest number of a tile, of an item and of a kind.
    pub fn most(&self) -> [u16; 3] {
        [&self.tiles, &self.items, &self.kinds].map(|numbers| most(numbers))
    }
}

/// Returns the numbers of things with these looks: counted from `first`, but that of the first thing with the same look
/// for all further ones.
fn numbers(first: u16, looks: impl Iterator<Item = u64>) -> Vec<u16> {
    let mut known = HashMap::new();
    let numbered = (first..=u16::MAX).zip(looks);
    numbered
        .map(|(number, look)| *known.entry(look).or_insert(number))
        .collect()
}

fn most(numbers: &[u16]) -> u16 {
    numbers.iter().copied().max().unwrap_or(0)
}
