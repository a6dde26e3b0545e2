//! Vaults: drawn pieces that the seed builds into levels that it makes (docs/format, "Vaults").
use std::sync::Arc;

use super::drawn_level::put_down;
use super::ids::{ItemId, KindId, TileId};
use super::level::Level;
use super::level_chance::{ChanceCell, LevelChance};
use super::spawn::Spawn;
use super::stats::{Spread, Stats};
use crate::space::geometry::Direction::{East, North, South, West};
use crate::space::geometry::{Direction, Point, Region};
use crate::space::grid::Grid;

/// A piece of a level, with what stands in it. Its places are those of its own map.
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
pub struct Vault {
    /// The vault's name, by which findings call it.
    pub name: String,
    /// How often it is drawn among those that fit, 1 or more.
    pub weight: u32,
    /// The first and the last level on which it may be, counted from 1; the first is not above the last.
    pub depth: (u32, u32),
    /// Whether it may be mirrored.
    pub flips: bool,
    /// Whether it may be turned by quarters.
    pub turns: bool,
    /// Terrain; none for a cell that is no part of the vault.
    pub tiles: Grid<Option<TileId>>,
    /// The cells between the first and the last that are part of it, across and down.
    pub within: Region,
    /// The doors at its rim that are there in every game, each with the direction that leads out; with what chance makes one
    /// there is at least one.
    pub entries: Vec<(Point, Direction)>,
    /// The items with their cells, at most one a cell.
    pub items: Vec<(Point, ItemId)>,
    /// The bodies in file order, at most one a cell; none of them is a hero.
    pub spawns: Vec<Spawn>,
    /// The numbers that its bodies begin with, by `StatsId`.
    pub stats: Vec<Stats>,
    /// How much more the seed gives to each of these, as `Level::spreads`; empty where it gives nothing.
    pub spreads: Vec<Spread>,
    /// What chance decides of it each time that it is built in, at its own map's cells.
    #[doc(hidden)]
    pub chance: Option<Arc<LevelChance>>,
    /// The tiles that are doors where chance puts them at the rim.
    #[doc(hidden)]
    pub chance_doors: Vec<TileId>,
}

/// The directions in which a door leads out of a vault, of several the first.
pub const WAYS_OUT: [Direction; 4] = [North, West, East, South];

/// The direction in which a cell leads out of a vault with these parts; none for one inside.
pub fn way_out(parts: &Grid<Option<TileId>>, p: Point) -> Option<Direction> {
    let leads_out = |way: &Direction| parts.get(p + *way).flatten().is_none();
    WAYS_OUT.into_iter().find(leads_out)
}

impl Vault {
    /// The numbers that a body of the vault begins with.
    ///
    /// # Panics
    ///
    /// If the body is none of this vault's.
    pub fn stats_of(&self, spawn: &Spawn) -> Stats {
        self.stats[spawn.stats.0 as usize]
    }

    /// How much more the seed gives to a body of the vault.
    pub fn spread_of(&self, spawn: &Spawn) -> Spread {
        let spread = self.spreads.get(spawn.stats.0 as usize);
        spread.copied().unwrap_or_default()
    }

    fn perhaps(&self) -> (Vec<ItemId>, Vec<KindId>) {
        let chance = self.chance.as_deref();
        chance.map(LevelChance::perhaps).unwrap_or_default()
    }

    /// The cells left to chance where it put a door.
    fn doors_by_chance(
        &self,
        tile: impl Fn(Point) -> Option<TileId>,
    ) -> impl Iterator<Item = Point> {
        let cells = self.chance.iter().flat_map(|chance| &chance.cells);
        let cells = cells.map(|cell| cell.at);
        cells.filter(move |p| tile(*p).is_some_and(|tile| self.chance_doors.contains(&tile)))
    }

    /// Whether the vault may be built on this level, counted from 0.
    pub fn is_of_depth(&self, level: usize) -> bool {
        let (first, last) = self.depth;
        (first as usize..=last as usize).contains(&(level + 1))
    }
}

#[doc(hidden)]
impl Vault {
    /// Every item that it may hold.
    pub fn all_items(&self) -> impl Iterator<Item = ItemId> {
        let (perhaps, _) = self.perhaps();
        self.items.iter().map(|(_, item)| *item).chain(perhaps)
    }

    /// The kind of every body that it may hold; a kind may come more than once.
    pub fn all_kinds(&self) -> impl Iterator<Item = KindId> {
        let (_, perhaps) = self.perhaps();
        self.spawns.iter().map(|spawn| spawn.kind).chain(perhaps)
    }

    /// Every tile that it may have.
    pub fn all_tiles(&self) -> impl Iterator<Item = TileId> {
        let drawn = self.tiles.cells().iter().copied().flatten();
        drawn.chain(self.chance.iter().flat_map(|chance| chance.tiles()))
    }

    /// The vault that comes of these meanings and picks, in which nothing is left to chance.
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

    /// The cells of its doors, where chance made this terrain of it.
    pub fn entries_with(&self, drawn: &Grid<TileId>) -> impl Iterator<Item = Point> {
        let by_chance = self.doors_by_chance(|p| drawn.get(p));
        let at_the_rim = by_chance.filter(|p| way_out(&self.tiles, *p).is_some());
        self.entries.iter().map(|(p, _)| *p).chain(at_the_rim)
    }

    /// Whether any of the levels may have it, its size apart.
    pub fn is_taken_by(&self, levels: &[Level]) -> bool {
        let mut levels = levels.iter().enumerate();
        levels.any(|(nth, level)| level.vaults > 0 && self.is_of_depth(nth))
    }
}
