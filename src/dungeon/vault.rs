//! Vaults: drawn pieces that the seed builds into levels that it makes (docs/format, "Vaults").
use super::ids::{ItemId, TileId};
use super::level::Level;
use super::spawn::Spawn;
use super::stats::{Spread, Stats};
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
    /// The doors at its rim, at least one, each with the direction that leads out.
    pub entries: Vec<(Point, Direction)>,
    /// The items with their cells, at most one a cell.
    pub items: Vec<(Point, ItemId)>,
    /// The bodies in file order, at most one a cell; none of them is a hero.
    pub spawns: Vec<Spawn>,
    /// The numbers that its bodies begin with, by `StatsId`.
    pub stats: Vec<Stats>,
    /// How much more the seed gives to each of these, as `Level::spreads`; empty where it gives nothing.
    pub spreads: Vec<Spread>,
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

    /// Whether any of the levels may have it, its size apart.
    pub(crate) fn is_taken_by(&self, levels: &[Level]) -> bool {
        let mut levels = levels.iter().enumerate();
        levels.any(|(nth, level)| level.vaults > 0 && self.is_of_depth(nth))
    }

    /// Whether it may be on the level of this number, counted from 0.
    pub fn is_of_depth(&self, level: usize) -> bool {
        let (first, last) = self.depth;
        (first as usize..=last as usize).contains(&(level + 1))
    }
}
