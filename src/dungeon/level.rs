//! One level: its cells, and who and what stands there when the game begins.
use std::sync::Arc;

use super::kind::{Colour, ItemId, KindId, Stats};
use crate::space::geometry::{Point, Region};
use crate::space::grid::Grid;

/// Number of a level in `Dungeon::levels`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LevelId(pub u8);

/// Number of a tile in `Dungeon::tiles`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub u16);

/// Who may stand on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Footing {
    /// Floor.
    Anyone,
    /// Solid, but a ghost passes.
    Drifters,
    /// Nobody, ever: the rim of an explore level (E-1).
    Nobody,
}

/// A kind of terrain. Only `Footing::Anyone` is a valid place, and only there sight passes (E-23).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// As sentences say it: "wall".
    pub name: String,
    /// One column wide.
    pub glyph: char,
    /// None: the scene's own choice.
    pub colour: Option<Colour>,
    /// Who may stand here.
    pub footing: Footing,
}

/// A patrol's way: every point next to the one before, or equal to it (E-2).
pub type Route = Arc<[Point]>;

/// A body at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spawn {
    /// What it is.
    pub kind: KindId,
    /// Where it stands.
    pub at: Point,
    /// Its numbers, perhaps other than its kind's.
    pub stats: Stats,
    /// Its way, the start first; `None` for whoever has none.
    pub route: Option<Route>,
}

/// What a `Scatter` puts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strewn {
    /// Terrain.
    Tile(TileId),
    /// An item.
    Item(ItemId),
    /// A body with these numbers.
    Body(KindId, Stats),
}

/// How much a `Scatter` puts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So many, or as many as fit.
    Count(u32),
    /// Each free cell has this chance, 0–100.
    Percent(u32),
}

/// Where a `Scatter` may put things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Only where its layer is empty (terrain: plain floor).
    Avoid,
    /// On any cell of the region; what stood on that layer is replaced.
    Replace,
}

/// Things placed by the seed when the level is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scatter {
    /// What.
    pub what: Strewn,
    /// How much.
    pub amount: Amount,
    /// Where; lies inside the level.
    pub within: Region,
    /// Only cells whose Manhattan distance from the hero is above this; none: any.
    pub away: Option<u32>,
    /// Whether cells may be taken that are not free.
    pub overlap: Overlap,
}

/// A level as it is before the first turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// May be empty.
    pub name: String,
    /// Terrain.
    pub tiles: Grid<TileId>,
    /// At most one a cell.
    pub items: Vec<(Point, ItemId)>,
    /// At most one a cell, in file order.
    pub spawns: Vec<Spawn>,
    /// In file order.
    pub scatters: Vec<Scatter>,
}
