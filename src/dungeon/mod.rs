//! The validated dungeon: plain data, no behaviour, no text. Kinds, tiles and items are tables;
//! everything in play is an index into one of them. A `Dungeon` that exists is playable (`format` sees to it).
pub mod kind;

pub mod level;
pub mod settings;

pub mod builtin;

pub use kind::{
    AtZero, Behaviour, Colour, ItemId, ItemKind, Kind, KindId, Shot, Side, Stat, Stats,
};
pub use level::{
    Amount, Footing, Level, LevelId, Overlap, Route, Scatter, Spawn, Strewn, Tile, TileId,
};
pub use settings::Settings;

/// A whole game to play: tables of what there is, and the levels made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dungeon {
    /// For the menu and the screen; may be empty.
    pub title: String,
    /// Who made it; may be empty.
    pub author: String,
    /// One line for the menu; may be empty.
    pub about: String,
    /// The rule set and its parameters.
    pub settings: Settings,
    /// The seed the file pins, if it does.
    pub seed: Option<u64>,
    /// By `TileId`; the first ones are `builtin`'s.
    pub tiles: Vec<Tile>,
    /// By `KindId`; the first ones are `builtin`'s.
    pub kinds: Vec<Kind>,
    /// By `ItemId`; number 0 means no item.
    pub items: Vec<ItemKind>,
    /// At least one.
    pub levels: Vec<Level>,
}

impl Dungeon {
    /// The tile with this number.
    pub fn tile(&self, id: TileId) -> &Tile {
        &self.tiles[usize::from(id.0)]
    }

    /// The kind with this number.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[usize::from(id.0)]
    }

    /// The item with this number; number 0 is a blank.
    pub fn item(&self, id: ItemId) -> &ItemKind {
        &self.items[usize::from(id.0)]
    }
}
