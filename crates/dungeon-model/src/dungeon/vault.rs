//! Vaults: small drawings that the seed builds into generated levels (docs/format, "Vaults").
use std::sync::Arc;

use super::drawn_level::put_down;
use super::ids::{ItemId, KindId, LevelId, TileId};
use super::level::Level;
use super::level_chance::{ChanceCell, LevelChance};
use super::spawn::Spawn;
use super::stats::{Spread, Stats};
use crate::space::geometry::Direction::{East, North, South, West};
use crate::space::geometry::{Direction, Point, Region};
use crate::space::grid::Grid;

/// A small drawing for generated levels, with its items and bodies. All coordinates refer to the vault's own map.
///
/// ```
/// use dungeon::diagnostics::Source;
/// use dungeon::geometry::{Direction, at};
///
/// let cell = "vault \"cell\" weight=3\nmap\n#####\n#$.w+\n#####\nend\n";
/// let text = format!("{cell}map rooms 40 20 vaults=yes\nscatter @ 1\nscatter $ 1\n");
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let vault = &dungeon.vaults()[0];
/// assert_eq!((vault.name.as_str(), vault.weight), ("cell", 3));
/// assert_eq!(vault.entries, [(at(4, 1), Direction::East)]);
/// assert_eq!(vault.spawns[0].at, at(3, 1));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Vault {
    /// The name of the vault in diagnostics.
    pub name: String,
    /// The weight of the vault when a level draws its vaults; at least 1.
    pub weight: u32,
    /// The first and the last level where the vault may be built, counted from 1. The first level is not above the
    /// last.
    pub depth: (u32, u32),
    /// Whether the vault is built for certain: into every level that takes it, or into one of them if `is_once`.
    pub is_needed: bool,
    /// Whether at most one level of a game has the vault.
    pub is_once: bool,
    /// Whether the vault may be mirrored.
    pub flips: bool,
    /// Whether the vault may be rotated by quarter turns.
    pub turns: bool,
    /// The terrain; `None` for cells outside the vault.
    pub tiles: Grid<Option<TileId>>,
    /// The bounding box of the vault's cells.
    pub within: Region,
    /// The doors at the edge of the vault that exist in every game, each with the direction that leads out. Random
    /// marks may place more doors. In every game the vault has at least one door.
    pub entries: Vec<(Point, Direction)>,
    /// The items with their cells, at most one per cell.
    pub items: Vec<(Point, ItemId)>,
    /// The bodies in file order, at most one per cell; never a hero.
    pub spawns: Vec<Spawn>,
    /// The minimum starting stats of the vault's bodies, by `StatsId`.
    pub stats: Vec<Stats>,
    /// The maximum that the seed may add to each entry of `stats`, by `StatsId`. Entries beyond the end of this list
    /// get no addition.
    pub spreads: Vec<Spread>,
    /// The choices: the cells of each, in ascending order. The hero can take one of the items on the cells of a choice
    /// ([X-22]).
    ///
    /// [X-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-22
    pub choices: Vec<Vec<Point>>,
    /// The options of the vault's random marks; `None` without random marks. The marks are decided separately each time
    /// the vault is built.
    #[doc(hidden)]
    pub chance: Option<Arc<LevelChance>>,
    /// The tiles that are doors of the vault if random marks place them at its edge.
    #[doc(hidden)]
    pub chance_doors: Vec<TileId>,
}

/// The number of cells by which a map must exceed a vault in width and in height, to fit the map's outermost ring and a
/// free cell around the vault.
pub const ROOM: i32 = 4;

/// The directions in which a door can lead out of a vault. If several are possible, the first counts.
pub const WAYS_OUT: [Direction; 4] = [North, West, East, South];

/// Returns the first direction of `WAYS_OUT` in which a step leads from a cell out of the vault; `None` for an inner
/// cell. `parts` is the vault's terrain.
pub fn way_out(parts: &Grid<Option<TileId>>, p: Point) -> Option<Direction> {
    let leads_out = |way: &Direction| parts.get(p + *way).flatten().is_none();
    WAYS_OUT.into_iter().find(leads_out)
}

impl Vault {
    /// Returns the minimum starting stats of a body of the vault.
    ///
    /// # Panics
    ///
    /// If the body does not belong to this vault.
    pub fn stats_of(&self, spawn: &Spawn) -> Stats {
        self.stats[spawn.stats.0 as usize]
    }

    /// Returns the maximum that the seed may add to each starting stat of a body of the vault.
    pub fn spread_of(&self, spawn: &Spawn) -> Spread {
        let spread = self.spreads.get(spawn.stats.0 as usize);
        spread.copied().unwrap_or_default()
    }

    fn perhaps(&self) -> (Vec<ItemId>, Vec<KindId>) {
        let chance = self.chance.as_deref();
        chance.map(LevelChance::perhaps).unwrap_or_default()
    }

    /// Returns the cells where random marks have placed a tile that can be a door of the vault. `tile` returns the tile
    /// of a cell.
    fn doors_by_chance(
        &self,
        tile: impl Fn(Point) -> Option<TileId>,
    ) -> impl Iterator<Item = Point> {
        let cells = self.chance.iter().flat_map(|chance| &chance.cells);
        let cells = cells.map(|cell| cell.at);
        cells.filter(move |p| tile(*p).is_some_and(|tile| self.chance_doors.contains(&tile)))
    }

    /// Whether the vault may be built into this level, counted from 0.
    pub fn is_of_depth(&self, level: usize) -> bool {
        let (first, last) = self.depth;
        (first as usize..=last as usize).contains(&(level + 1))
    }
}

#[doc(hidden)]
impl Vault {
    /// Returns every item that the vault may contain.
    pub fn all_items(&self) -> impl Iterator<Item = ItemId> {
        let (perhaps, _) = self.perhaps();
        self.items.iter().map(|(_, item)| *item).chain(perhaps)
    }

    /// Returns the kind of every body that the vault may contain, possibly with repeats.
    pub fn all_kinds(&self) -> impl Iterator<Item = KindId> {
        let (_, perhaps) = self.perhaps();
        self.spawns.iter().map(|spawn| spawn.kind).chain(perhaps)
    }

    /// Returns every tile that the vault may contain, possibly with repeats.
    pub fn all_tiles(&self) -> impl Iterator<Item = TileId> {
        let drawn = self.tiles.cells().iter().copied().flatten();
        drawn.chain(self.chance.iter().flat_map(|chance| chance.tiles()))
    }

    /// Whether the vault may be built into this level: the level takes vaults, `depth` includes it, and its map has room
    /// for the vault, its rim and a free cell around the vault.
    pub fn may_be_built(&self, id: LevelId, level: &Level) -> bool {
        let (size, map) = (self.within.size(), level.tiles.size());
        let has_room =
            |width: i32, height: i32| width + ROOM <= map.width && height + ROOM <= map.height;
        let fits =
            has_room(size.width, size.height) || self.turns && has_room(size.height, size.width);
        level.vaults > 0 && self.is_of_depth(usize::from(id.0)) && fits
    }

    /// Returns the vault with its marks decided by these `meanings` and `picks`. The result has no random marks.
    #[must_use]
    pub fn drawn(&self, meanings: &[u32], picks: &[u32]) -> Vault {
        let mut vault = Vault {
            chance: None,
            ..self.clone()
        };
        let Some(chance) = &self.chance else {
            return vault;
        };
        let there = (self.items.as_slice(), self.spawns.as_slice());
        let put_tile = |cell: &ChanceCell, tile| vault.tiles.set(cell.at, Some(tile));
        (vault.items, vault.spawns) = put_down(chance, meanings, picks, there, put_tile);
        let doors = self.doors_by_chance(|p| vault.tiles.get(p).flatten());
        let entries = doors.filter_map(|p| Some((p, way_out(&vault.tiles, p)?)));
        vault.entries = { self.entries.iter().copied() }.chain(entries).collect();
        vault
    }

    /// Returns the cells of the vault's doors. `drawn` is the vault's terrain after chance has decided its marks.
    pub fn entries_with(&self, drawn: &Grid<TileId>) -> impl Iterator<Item = Point> {
        let by_chance = self.doors_by_chance(|p| drawn.get(p));
        let at_the_rim = by_chance.filter(|p| way_out(&self.tiles, *p).is_some());
        self.entries.iter().map(|(p, _)| *p).chain(at_the_rim)
    }

    /// Whether the vault may be built into any of the levels, even if it fits nowhere.
    pub fn is_taken_by(&self, levels: &[Level]) -> bool {
        let mut levels = levels.iter().enumerate();
        levels.any(|(nth, level)| level.vaults > 0 && self.is_of_depth(nth))
    }
}
