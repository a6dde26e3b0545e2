//! The numbers of tiles, items and kinds in observations. Things that a player cannot tell apart have the same number.
use std::collections::HashMap;

use dungeon_engine::concealed::ShownWorld;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Dungeon, Feature, Guise, ItemId, KindId, TileId, Trap};
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

/// The numbers and names of all tiles, items and kinds of a dungeon.
#[derive(Clone, Debug)]
pub struct Appearances {
    tiles: Numbering,
    items: Numbering,
    kinds: Numbering,
}

/// The numbers of things of one sort, and the names of the numbers.
#[derive(Clone, Debug, Default)]
struct Numbering {
    /// The number of each thing.
    numbers: Vec<u16>,
    /// The name of each number from 0 on; empty for 0 and for a number that no thing has.
    names: Vec<String>,
}

impl Appearances {
    pub fn new(world: &World, vision: Vision) -> Appearances {
        let unknown = world.with_nothing_known();
        let world = unknown.as_ref().unwrap_or(world);
        let dungeon = world.dungeon();
        let tiles = dungeon.numbered_tiles().map(|(id, _)| match vision {
            Vision::Player => {
                let seen = appearance(dungeon, id);
                (tile_look(world, seen), dungeon.tile(seen).name.clone())
            }
            Vision::Everything => (id.0.into(), full_name(dungeon, id)),
        });
        let items = dungeon.numbered_items().map(|(id, item)| match vision {
            Vision::Player => (item_look(world, id), item.name.clone()),
            Vision::Everything => (id.0.into(), item.name.clone()),
        });
        let kinds = dungeon.numbered_kinds().map(|(id, kind)| match vision {
            Vision::Player => (kind_look(world, id), kind.name.clone()),
            Vision::Everything => (id.0.into(), kind.name.clone()),
        });
        Appearances {
            tiles: Numbering::new(1, tiles),
            items: Numbering::new(0, items),
            kinds: Numbering::new(1, kinds),
        }
    }

    /// Returns the number of a tile, at least 1.
    pub fn tile(&self, id: TileId) -> u16 {
        self.tiles.number(id.0)
    }

    /// Returns the number of an item in a world as its observer sees it; 0 for no item. An item of a family has the
    /// number of its look until its kind is known.
    #[inline]
    pub fn item(&self, world: ShownWorld<'_>, id: ItemId) -> u16 {
        if id == ItemId::NONE {
            return 0;
        }
        self.items.number(world.kind_of(id).0)
    }

    /// Returns the number of a kind of body, at least 1.
    pub fn kind(&self, id: KindId) -> u16 {
        self.kinds.number(id.0)
    }

    /// Returns the highest number of a tile, of an item and of a kind.
    pub fn most(&self) -> [u16; 3] {
        let all = [&self.tiles, &self.items, &self.kinds];
        all.map(|all| all.numbers.iter().copied().max().unwrap_or(0))
    }

    /// Returns the names of the numbers of tiles, of items and of kinds.
    pub fn names(&self) -> [&[String]; 3] {
        [&self.tiles, &self.items, &self.kinds].map(|all| all.names.as_slice())
    }
}

/// Returns the name of a tile, and of a hidden trap what it turns out to be: "hidden dart trap".
fn full_name(dungeon: &Dungeon, id: TileId) -> String {
    match dungeon.tile(id).feature {
        Feature::Trap(Trap {
            guise: Guise::Hidden(found),
            ..
        }) => format!("hidden {}", dungeon.tile(found).name),
        _ => dungeon.tile(id).name.clone(),
    }
}

impl Numbering {
    /// Numbers things with these looks and names: counted from `first`, but with the number of the first thing with the
    /// same look for all further ones.
    fn new(first: u16, looks: impl Iterator<Item = (u64, String)>) -> Numbering {
        let mut known = HashMap::new();
        let mut all = Numbering {
            numbers: Vec::new(),
            names: vec![String::new()],
        };
        for (own, (look, name)) in (first..=u16::MAX).zip(looks) {
            let number = *known.entry(look).or_insert(own);
            all.numbers.push(number);
            if number == own && own > 0 {
                all.names.resize(usize::from(own), String::new());
                all.names.push(name);
            }
        }
        all
    }

    #[inline]
    fn number(&self, id: impl Into<usize>) -> u16 {
        self.numbers.get(id.into()).copied().unwrap_or(0)
    }
}
