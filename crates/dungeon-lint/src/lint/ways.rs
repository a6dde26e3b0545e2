//! Where the hero begins, and where stairs, pits and teleports lead. Follows the rule for arrivals (E-15), as far as
//! the landing cell is certain before the seed generates a level.
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::reach_rules::{LevelOrder, ReachRules};
use dungeon_ground::arrival::{Room, arrivals, sent_back};
use dungeon_ground::passage::{Aim, Lead, TilePassage};
use dungeon_model::dungeon::{
    Dungeon, Feature, Footing, Level, LevelId, Scatter, Side, Spawn, Stairs, Tile, TileId,
};
use dungeon_model::space::geometry::{Point, Region, at};

pub type DungeonCell = (LevelId, Point);

/// The end of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The hero arrives on this cell.
    At(LevelId, Point),
    /// The hero arrives on some cell of this region of a level. Chance or the seed decides on which cell.
    Within(LevelId, Region),
    /// The hero stays, because there is no room where the way ends.
    Nowhere,
}

impl Arrival {
    /// Returns the level and the cells where the hero may arrive; `None` if the hero stays.
    pub fn region(self) -> Option<(LevelId, Region)> {
        match self {
            Arrival::At(level, p) => Some((level, Region { from: p, to: p })),
            Arrival::Within(level, region) => Some((level, region)),
            Arrival::Nowhere => None,
        }
    }
}

/// The stairs, pits and teleports of a dungeon, with a cache of the cells to which they lead.
#[derive(Debug)]
pub struct Ways<'a> {
    dungeon: &'a Dungeon,
    rules: ReachRules,
    leads: HashMap<LevelId, Rc<[(Point, Lead)]>>,
    /// The ends of stairs that name no cell, by the levels that they connect.
    landings: HashMap<(LevelId, LevelId), Arrival>,
    /// The cells where a cause may change the terrain.
    shifting: HashSet<DungeonCell>,
    budget: Cell<usize>,
}

impl<'a> Ways<'a> {
    /// Prepares the ways of a dungeon. The searches for the nearest floor share a budget of about as many cells as the
    /// dungeon has. Searches after that give up, and the hero may then arrive anywhere on the level.
    pub fn new(dungeon: &'a Dungeon, rules: ReachRules) -> Ways<'a> {
        let cells = |level: &Level| level.tiles.cells().len();
        let budget = dungeon.levels.iter().map(cells).sum::<usize>();
        Ways {
            dungeon,
            rules,
            leads: HashMap::new(),
            landings: HashMap::new(),
            shifting: dungeon.shifting_cells(),
            budget: Cell::new(budget.saturating_add(1 << 16)),
        }
    }

    /// Returns the drawn ways of a level in reading order, with their cells.
    pub fn leads(&mut self, level: LevelId) -> Rc<[(Point, Lead)]> {
        let dungeon = self.dungeon;
        let find = || drawn_leads(dungeon, level);
        Rc::clone(self.leads.entry(level).or_insert_with(find))
    }

    /// The arrival of a hero who takes the stairs or springs the trap of a cell; `None` if the hero stays.
    pub fn arrival(&mut self, (level, p): DungeonCell) -> Option<Arrival> {
        let tile = self.level(level)?.tiles.get(p)?;
        self.arrival_by(tile, level, Some(p))
    }

    /// The arrival of a hero who takes the stairs or springs the trap of a tile on level `from`; `None` if the hero
    /// stays. `p` is the tile's cell, or `None` if the tile is scattered.
    pub fn arrival_by(&mut self, tile: TileId, from: LevelId, p: Option<Point>) -> Option<Arrival> {
        let lead = TilePassage::of(self.dungeon.tile(tile)).lead?;
        let end = lead.end(self.dungeon, from, p)?;
        Some(match end.aim {
            Aim::Cell(to) => self.near(end.level, Some(to)),
            Aim::Anywhere => self.anywhere(end.level),
            Aim::Back => self.back(from, p, end.level),
        })
    }

    fn anywhere(&self, level: LevelId) -> Arrival {
        let here = self.level(level);
        here.map_or(Arrival::Nowhere, |here| anywhere(level, here))
    }

    fn level(&self, level: LevelId) -> Option<&'a Level> {
        self.dungeon.levels.get(usize::from(level.0))
    }

    /// The arrival on level `to` by stairs that name no cell.
    fn back(&mut self, from: LevelId, p: Option<Point>, to: LevelId) -> Arrival {
        let Some(level) = self.level(to) else {
            return Arrival::Nowhere;
        };
        if let Some(landing) = self.landings.get(&(from, to)) {
            return *landing;
        }
        let mut scattered = scattered_ways(self.dungeon, level);
        let leads_back = |back: Stairs| back.to == from;
        if scattered.any(|(_, tile)| self.stairs(tile).is_some_and(leads_back))
            || scattered_heroes(self.dungeon, level).next().is_some()
        {
            return self.anywhere(to);
        }
        let leads = self.leads(to);
        let stairs = leads.iter().filter_map(|(p, lead)| match lead {
            Lead::Stairs(stairs) => Some((*p, *stairs)),
            _ => None,
        });
        // Stairs to their own level do not lead back to themselves.
        let own = p.filter(|_| from == to);
        let landing = self.near(to, sent_back(stairs, from, own, level.entrance));
        if own.is_none() {
            self.landings.insert((from, to), landing);
        }
        landing
    }

    /// The stairs of a tile; `None` for other tiles.
    fn stairs(&self, tile: TileId) -> Option<Stairs> {
        TilePassage::of(self.dungeon.tile(tile)).stairs()
    }

    /// The free cell nearest to the cell `to`, or the level's first free cell if `to` is `None`. If that cell cannot be
    /// predicted, the arrival is anywhere on the level.
    fn near(&self, id: LevelId, to: Option<Point>) -> Arrival {
        let Some(level) = self.level(id) else {
            return Arrival::Nowhere;
        };
        let size = level.tiles.size();
        let has_pushes = !self.dungeon.pushes.is_empty();
        let shifts = !self.shifting.is_empty() && self.dungeon.shifts_terrain(id);
        let room = |p| {
            self.budget.set(self.budget.get().saturating_sub(1));
            let is_floor = self.is_floor(level, (id, p));
            // A boulder may have been pushed onto the cell, so that another cell is nearest. No boulder is ever on
            // stairs (T-1).
            let leads = |tile| self.stairs(tile).is_some();
            let may_be_covered = || has_pushes && !level.tiles.get(p).is_some_and(leads);
            // A cause may have opened a nearer cell, or closed this one.
            let may_shift = || to.is_some() && !is_floor || self.shifting.contains(&(id, p));
            if level.generator.is_some()
                || self.budget.get() == 0
                || shifts && may_shift()
                || (is_floor || to == Some(p)) && may_be_covered()
            {
                Room::Perhaps
            } else {
                Room::from(is_floor)
            }
        };
        let first = arrivals(size, to, room).next();
        match first {
            Some(cell) if cell.has_room => Arrival::At(id, cell.at),
            Some(_) => anywhere(id, level),
            None => Arrival::Nowhere,
        }
    }

    /// Whether a hero can stand on a cell.
    fn is_floor(&self, level: &Level, cell: DungeonCell) -> bool {
        self.rules.is_the_heros(level.tiles.size(), cell.1) && is_floor(self.dungeon, cell)
    }
}

/// Returns where heroes may start. If stairs and pits lead to the levels, this is the first level with a start. If
/// levels come in turn, heroes start on every level, and anywhere on a level whose start is unknown.
pub fn starts(dungeon: &Dungeon, levels: LevelOrder) -> Vec<Arrival> {
    let all = dungeon.numbered_levels();
    let mut starts = all.map(|(id, level)| match starts_on(dungeon, id, level) {
        none if none.is_empty() && levels == LevelOrder::InTurn => vec![anywhere(id, level)],
        starts => starts,
    });
    match levels {
        LevelOrder::ByWays => starts.find(|starts| !starts.is_empty()).unwrap_or_default(),
        LevelOrder::InTurn => starts.flatten().collect(),
    }
}

/// Where heroes may start on a level: on drawn cells and the entrance, and anywhere in the regions of scattered heroes.
fn starts_on(dungeon: &Dungeon, id: LevelId, level: &Level) -> Vec<Arrival> {
    let is_ours = |spawn: &&Spawn| dungeon.kind(spawn.kind).side == Side::Ours;
    let heroes = level.spawns.iter().filter(is_ours).map(|spawn| spawn.at);
    let drawn = level.entrance.into_iter().chain(heroes);
    let is_floor = |p: Point| is_floor(dungeon, (id, p));
    let has_room = |within: &Region| level.generator.is_some() || within.points().any(is_floor);
    let regions = scattered_heroes(dungeon, level).map(|scatter| scatter.within);
    let scattered = regions.filter(has_room);
    let drawn = drawn.map(|p| Arrival::At(id, p));
    drawn
        .chain(scattered.map(|within| Arrival::Within(id, within)))
        .collect()
}

/// Whether every body can stand on a cell's terrain.
fn is_floor(dungeon: &Dungeon, cell: DungeonCell) -> bool {
    let tile = dungeon.tile_at(cell);
    tile.is_some_and(|tile| tile.footing == Footing::Anyone)
}

/// Returns the arrival on any cell of a level.
pub fn anywhere(id: LevelId, level: &Level) -> Arrival {
    let size = level.tiles.size();
    let (from, to) = (at(0, 0), at(size.width - 1, size.height - 1));
    Arrival::Within(id, Region { from, to })
}

fn drawn_leads(dungeon: &Dungeon, level: LevelId) -> Rc<[(Point, Lead)]> {
    let lead = |tile: &Tile| TilePassage::of(tile).lead;
    let level = dungeon.levels.get(usize::from(level.0));
    let cells = level.map(|level| dungeon.cells_of(level, |tile| lead(tile).is_some()));
    let cells = cells.into_iter().flatten();
    cells
        .filter_map(|(p, tile)| Some((p, lead(dungeon.tile(tile))?)))
        .collect()
}

/// The scattered tiles of a level that have a feature, each with its number in `Level::scatters`.
pub fn scattered_ways<'a>(
    dungeon: &'a Dungeon,
    level: &'a Level,
) -> impl Iterator<Item = (usize, TileId)> + 'a {
    let tiles = level
        .used_scatters()
        .filter_map(|(nth, scatter)| Some((nth, scatter.what.thing().tile()?)));
    tiles.filter(|(_, tile)| dungeon.tile(*tile).feature != Feature::Plain)
}

fn scattered_heroes<'a>(
    dungeon: &'a Dungeon,
    level: &'a Level,
) -> impl Iterator<Item = &'a Scatter> + 'a {
    let scatters = level.scatters.iter();
    scatters.filter(|scatter| dungeon.is_ours(scatter.what.thing()))
}
