//! Where the hero begins, and where stairs, pits and teleports take him: by the rules' order of arrival (E-15), as far
//! as it is known before a level is made.
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use super::reach_rules::{LevelOrder, ReachRules};
use dungeon_ground::tile_class::carries;
use dungeon_model::dungeon::{
    Dungeon, Feature, Footing, Harm, Level, LevelId, Scatter, ScatteredThing, Side, Spawn, Stairs,
    Tile, TileId,
};
use dungeon_model::space::geometry::{Point, Region, at};
use dungeon_model::space::nearest::nearest;

/// A cell of a dungeon.
pub type DungeonCell = (LevelId, Point);

/// Where a way ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// On this cell.
    At(LevelId, Point),
    /// On some cell of this part of a level, as chance or the seed decides.
    Within(LevelId, Region),
    /// The way ends where it begins, since there is no room at its end.
    Nowhere,
}

impl Arrival {
    /// The level and the cells of the arrival; none if it is nowhere.
    pub fn region(self) -> Option<(LevelId, Region)> {
        match self {
            Arrival::At(level, p) => Some((level, Region { from: p, to: p })),
            Arrival::Within(level, region) => Some((level, region)),
            Arrival::Nowhere => None,
        }
    }
}

/// The ways of a dungeon that are not walked. What was found out once is kept.
#[derive(Debug)]
pub struct Ways<'a> {
    dungeon: &'a Dungeon,
    rules: ReachRules,
    stairs: HashMap<LevelId, Vec<(Point, Stairs)>>,
    landings: HashMap<(LevelId, LevelId), StairsLandings>,
    /// Where a cause may change the terrain.
    shifting: HashSet<DungeonCell>,
    budget: Cell<usize>,
}

/// Where stairs without a cell of their own end.
#[derive(Debug)]
struct StairsLandings {
    back: Vec<Point>, // the first two stairs that lead back
    otherwise: Option<Point>,
}

impl<'a> Ways<'a> {
    /// The ways of a dungeon. Their searches for the nearest floor look at no more cells than it has, about;
    /// after that they count as unforeseeable.
    pub fn new(dungeon: &'a Dungeon, rules: ReachRules) -> Ways<'a> {
        let cells = |level: &Level| level.tiles.cells().len();
        let budget = dungeon.levels.iter().map(cells).sum::<usize>();
        Ways {
            dungeon,
            rules,
            stairs: HashMap::new(),
            landings: HashMap::new(),
            shifting: dungeon.shifting_cells(),
            budget: Cell::new(budget.saturating_add(1 << 16)),
        }
    }

    /// The stairs of a level that stand at a known place, in reading order.
    pub fn stairs(&mut self, level: LevelId) -> &[(Point, Stairs)] {
        let dungeon = self.dungeon;
        self.stairs
            .entry(level)
            .or_insert_with(|| drawn_stairs(dungeon, level))
    }

    /// Where a hero comes to who takes or springs what stands at a cell; none where he stays.
    pub fn arrival(&mut self, (level, p): DungeonCell) -> Option<Arrival> {
        let tile = self.level(level)?.tiles.get(p)?;
        let tile = self.dungeon.tile(tile);
        match tile.feature {
            Feature::Trap(_) if !carries(self.dungeon, level, tile) => None,
            Feature::Trap(trap) => Some(match trap.harm {
                Harm::Pit(_) => self.near(LevelId(level.0 + 1), p),
                Harm::Teleport(Some(to)) => self.near(level, to),
                _ => self.anywhere(level),
            }),
            Feature::Stairs(stairs) => Some(self.by_stairs((level, Some(p)), stairs)),
            Feature::Plain
            | Feature::Acting(_)
            | Feature::Exit(_)
            | Feature::Door(_)
            | Feature::Fence(_)
            | Feature::Pool(_)
            | Feature::Boulder(_) => None,
        }
    }

    /// Where a hero comes to who takes or springs a tile that is scattered on a level, at a cell not known yet.
    pub fn arrival_by_scattered(&mut self, level: LevelId, tile: TileId) -> Option<Arrival> {
        let tile = self.dungeon.tile(tile);
        match tile.feature {
            Feature::Trap(_) if !carries(self.dungeon, level, tile) => None,
            Feature::Trap(trap) => Some(match trap.harm {
                Harm::Pit(_) => self.anywhere(LevelId(level.0 + 1)),
                Harm::Teleport(Some(to)) => self.near(level, to),
                _ => self.anywhere(level),
            }),
            Feature::Stairs(stairs) => Some(self.by_stairs((level, None), stairs)),
            Feature::Plain
            | Feature::Acting(_)
            | Feature::Exit(_)
            | Feature::Door(_)
            | Feature::Fence(_)
            | Feature::Pool(_)
            | Feature::Boulder(_) => None,
        }
    }

    fn anywhere(&self, level: LevelId) -> Arrival {
        let here = self.level(level);
        here.map_or(Arrival::Nowhere, |here| anywhere(level, here))
    }

    fn level(&self, level: LevelId) -> Option<&'a Level> {
        self.dungeon.levels.get(usize::from(level.0))
    }

    /// E-15: the cell they name, else the first stairs leading back, else where the level's hero starts, else its
    /// first free cell.
    fn by_stairs(&mut self, (from, p): (LevelId, Option<Point>), stairs: Stairs) -> Arrival {
        let Stairs { to, at, .. } = stairs;
        let Some(level) = self.level(to) else {
            return Arrival::Nowhere;
        };
        if let Some(at) = at {
            return self.near(to, at);
        }
        let leads_back = |tile| {
            let feature = self.dungeon.tile(tile).feature;
            matches!(feature, Feature::Stairs(back) if back.to == from)
        };
        let mut scattered = scattered_ways(self.dungeon, level);
        if scattered.any(|(_, tile)| leads_back(tile))
            || scattered_heroes(self.dungeon, level).next().is_some()
        {
            return self.anywhere(to);
        }
        let landing = self.landing(from, p, to, level);
        landing.map_or(Arrival::Nowhere, |at| self.near(to, at))
    }

    fn landing(
        &mut self,
        from: LevelId,
        p: Option<Point>,
        to: LevelId,
        level: &Level,
    ) -> Option<Point> {
        if !self.landings.contains_key(&(from, to)) {
            let leads_back = |(_, back): &&(Point, Stairs)| back.to == from;
            let back = self.stairs(to).iter().filter(leads_back).map(|(at, _)| *at);
            let landings = StairsLandings {
                back: back.take(2).collect(),
                otherwise: self.default_landing(level),
            };
            self.landings.insert((from, to), landings);
        }
        let landings = self.landings.get(&(from, to))?;
        // Stairs to their own level do not lead back to themselves.
        let own = p.filter(|_| from == to);
        let back = landings.back.iter().copied().find(|at| Some(*at) != own);
        back.or(landings.otherwise)
    }

    fn default_landing(&self, level: &Level) -> Option<Point> {
        let mut cells = level.tiles.size().points();
        let first = || cells.find(|p| self.is_floor(level, *p));
        level.entrance.or_else(first)
    }

    /// The nearest valid cell of a level.
    fn near(&self, id: LevelId, to: Point) -> Arrival {
        let Some(level) = self.level(id) else {
            return Arrival::Nowhere;
        };
        // A boulder may have come to lie there, so that another cell is the nearest; on stairs none ever does (T-1).
        let may_be_covered = || {
            let tile = level.tiles.get(to).map(|tile| self.dungeon.tile(tile));
            !tile.is_some_and(|tile| matches!(tile.feature, Feature::Stairs(_)))
        };
        // A cause may have opened a nearer cell, or closed this one.
        let is_steady = || self.is_floor(level, to) && !self.shifting.contains(&(id, to));
        let is_shifting =
            !self.shifting.is_empty() && self.dungeon.shifts_terrain(id) && !is_steady();
        if level.generator.is_some()
            || is_shifting
            || !self.dungeon.pushes.is_empty() && may_be_covered()
        {
            return self.anywhere(id);
        }
        let suits = |p| {
            self.budget.set(self.budget.get().saturating_sub(1));
            self.budget.get() == 0 || self.is_floor(level, p)
        };
        match nearest(level.tiles.size(), to, suits) {
            Some(_) if self.budget.get() == 0 => self.anywhere(id),
            Some(p) => Arrival::At(id, p),
            None => Arrival::Nowhere,
        }
    }

    /// Whether a hero can stand at a cell.
    fn is_floor(&self, level: &Level, p: Point) -> bool {
        if !self.rules.is_the_heros(level.tiles.size(), p) {
            return false;
        }
        let tile = level.tiles.get(p).map(|tile| self.dungeon.tile(tile));
        tile.is_some_and(|tile| tile.footing == Footing::Anyone)
    }
}

/// Where heroes may stand when the game begins, or a level's turn comes: anywhere, if the file went wrong there.
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

/// Where heroes may stand when a level begins: where each is drawn or comes in, and all that a scatter of one may
/// choose.
fn starts_on(dungeon: &Dungeon, id: LevelId, level: &Level) -> Vec<Arrival> {
    let is_ours = |spawn: &&Spawn| dungeon.kind(spawn.kind).side == Side::Ours;
    let heroes = level.spawns.iter().filter(is_ours).map(|spawn| spawn.at);
    let drawn = level.entrance.into_iter().chain(heroes);
    let is_floor = |p: Point| {
        let tile = level.tiles.get(p).map(|tile| dungeon.tile(tile));
        tile.is_some_and(|tile| tile.footing == Footing::Anyone)
    };
    let has_room = |within: &Region| level.generator.is_some() || within.points().any(is_floor);
    let regions = scattered_heroes(dungeon, level).map(|scatter| scatter.within);
    let scattered = regions.filter(has_room);
    let drawn = drawn.map(|p| Arrival::At(id, p));
    drawn
        .chain(scattered.map(|within| Arrival::Within(id, within)))
        .collect()
}

fn anywhere(id: LevelId, level: &Level) -> Arrival {
    let size = level.tiles.size();
    let (from, to) = (at(0, 0), at(size.width - 1, size.height - 1));
    Arrival::Within(id, Region { from, to })
}

fn drawn_stairs(dungeon: &Dungeon, level: LevelId) -> Vec<(Point, Stairs)> {
    let Some(level) = dungeon.levels.get(usize::from(level.0)) else {
        return Vec::new();
    };
    let stairs = |tile: &Tile| match tile.feature {
        Feature::Stairs(stairs) => Some(stairs),
        _ => None,
    };
    let cells = dungeon.cells_of(level, |tile| stairs(tile).is_some());
    let cells = cells.into_iter();
    cells
        .filter_map(|(p, tile)| Some((p, stairs(dungeon.tile(tile))?)))
        .collect()
}

/// The tiles that the seed puts on a level and that are more than plain, each with its number in `Level::scatters`.
pub fn scattered_ways<'a>(
    dungeon: &'a Dungeon,
    level: &'a Level,
) -> impl Iterator<Item = (usize, TileId)> + 'a {
    let scatters = level.scatters.iter().enumerate();
    let scatters = scatters.filter(|(_, scatter)| !scatter.amount.is_zero());
    scatters.filter_map(|(nth, scatter)| match scatter.what {
        ScatteredThing::Tile(tile) if dungeon.tile(tile).feature != Feature::Plain => {
            Some((nth, tile))
        }
        ScatteredThing::Tile(_) | ScatteredThing::Item(_) | ScatteredThing::Body(..) => None,
    })
}

/// The scatters that heroes start by.
fn scattered_heroes<'a>(
    dungeon: &'a Dungeon,
    level: &'a Level,
) -> impl Iterator<Item = &'a Scatter> + 'a {
    let is_ours = |kind| dungeon.kind(kind).side == Side::Ours;
    level.scatters.iter().filter(
        move |scatter| matches!(scatter.what, ScatteredThing::Body(kind, _) if is_ours(kind)),
    )
}
