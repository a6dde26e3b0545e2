//! Where stairs, pits and teleports can end ([E-15]), wherever the monsters stand.
//!
//! A hero who arrives comes to the nearest cell that has room, in the order of `space::nearest`. A cell that is floor for good
//! lacks room only while somebody stands there; so of n bodies that may be on the level, one of the first n + 1 such
//! cells has room, and no cell behind them is ever come to.
//!
//! [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use super::caused_ground::CausedGround;
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::passage::Lead;
use dungeon_ground::tile_class::GroundTile;
use dungeon_model::dungeon::{Feature, LevelId, Side, Stairs};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::nearest::nearest;

/// Where a way may end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landing {
    /// The level of the cells.
    pub level: LevelId,
    /// The cells; none where any cell of the level may be one.
    pub cells: Option<Vec<Point>>,
    /// Whether there may be no room at all, so that the hero stays where he is.
    pub may_stay: bool,
}

/// A level as an arrival sees it.
#[derive(Clone, Copy, Debug)]
pub struct LandingGround<'a> {
    /// The world, of which only the cells and the number of bodies count.
    pub world: &'a World,
    /// The level that is come to.
    pub level: LevelId,
    /// The tiles by their numbers.
    pub tiles: &'a [GroundTile],
    /// What causes may make of the level; none for who counts on no cause.
    pub caused: Option<&'a CausedGround>,
    /// The most bodies beside the hero that may stand on the level; none where any number may be born.
    pub bodies: Option<usize>,
    /// Whether a hero may stand on the outermost ring.
    pub has_rim: bool,
    /// How many cells were looked at for landings so far; with too many, a way may end anywhere.
    pub work: &'a Cell<usize>,
    /// What may be spent; a landing lacks cells where that ends.
    pub meter: &'a Meter<'a>,
}

/// The most cells that are looked at for the landings of a world, all together: about half a second.
const MOST_WORK: usize = 1 << 24;

impl LandingGround<'_> {
    /// The tile of a cell: where causes may change it, all that it may be.
    pub fn tile(&self, p: Point) -> &GroundTile {
        let shifting = self.caused.and_then(|caused| caused.tile(p));
        shifting.unwrap_or_else(|| &self.tiles[usize::from(self.world.cell(self.level, p).tile.0)])
    }

    /// Whether causes may change any terrain of the level.
    pub fn is_shifting(&self) -> bool {
        self.caused.is_some_and(CausedGround::is_shifting)
    }

    fn is_inside(&self, p: Point) -> bool {
        self.has_rim || self.world.size(self.level).contains_inside_rim(p)
    }

    fn anywhere(&self) -> Landing {
        Landing {
            level: self.level,
            cells: None,
            may_stay: true,
        }
    }

    /// Where a hero may come to who is sent to a cell, and who stands at `own`, if that is on the same level.
    pub fn near(&self, to: Point, own: Option<Point>) -> Landing {
        let Some(bodies) = self.bodies else {
            return self.anywhere();
        };
        let found = RefCell::new((HashSet::new(), Vec::new(), 0));
        let is_surely_free = |p: Point| {
            if !self.meter.look(1) {
                return true;
            }
            let tile = self.tile(p);
            let (asked, cells, floors) = &mut *found.borrow_mut();
            // A ring's corners are asked about twice.
            if !tile.is_floor_ever || !self.is_inside(p) || Some(p) == own || !asked.insert(p) {
                return false;
            }
            cells.push(p);
            *floors += usize::from(tile.is_floor_always);
            *floors > bodies
        };
        if self.work.get() > MOST_WORK {
            return self.anywhere();
        }
        let last = nearest(self.world.size(self.level), to, is_surely_free);
        self.work
            .set(self.work.get() + found.borrow().0.len() + found.borrow().1.len());
        Landing {
            level: self.level,
            cells: Some(found.into_inner().1),
            may_stay: last.is_none(),
        }
    }

    /// Where a level may begin for who comes to it: at its entrance, or on its first free cell.
    fn beginning(&self, own: Option<Point>) -> Landing {
        let Some(bodies) = self.bodies else {
            return self.anywhere();
        };
        if let Some(entrance) = self.world.entrance(self.level) {
            return self.near(entrance, own);
        }
        let (mut cells, mut floors) = (Vec::new(), 0);
        let points = self.world.size(self.level).points();
        for p in points.filter(|p| self.is_inside(*p) && Some(*p) != own) {
            if !self.meter.look(1) {
                break;
            }
            let tile = self.tile(p);
            if tile.is_floor_ever {
                cells.push(p);
            }
            floors += usize::from(tile.is_floor_always);
            if floors > bodies {
                break;
            }
        }
        Landing {
            level: self.level,
            cells: Some(cells),
            may_stay: floors <= bodies,
        }
    }

    /// Where a hero may come to who takes stairs to this level, at a cell of a level.
    pub fn by_stairs(&self, stairs: Stairs, (from, here): (LevelId, Point)) -> Landing {
        let own = Some(here).filter(|_| from == self.level);
        let leads_back = |p: &&Point| {
            let feature = self.world.tile(self.level, **p).feature;
            matches!(feature, Feature::Stairs(back) if back.to == from) && Some(**p) != own
        };
        let back = || {
            self.world
                .stairs(self.level)
                .iter()
                .find(leads_back)
                .copied()
        };
        let has_shifting_stairs = || self.caused.is_some_and(|caused| caused.has_shifting_stairs);
        match stairs.at {
            Some(to) => self.near(to, own),
            None if has_shifting_stairs() => self.anywhere(),
            None => match back() {
                Some(to) => self.near(to, own),
                None => self.beginning(own),
            },
        }
    }

    /// Where a hero may come to by a trap at a cell of a level; this one is where the trap sends him.
    pub fn by_trap(&self, lead: Lead, here: Point) -> Landing {
        match lead {
            Lead::Teleport(Some(to)) => self.near(to, Some(here)),
            Lead::Teleport(None) => self.anywhere(),
            _ => self.near(here, None),
        }
    }
}

/// The most bodies beside the commanded one that may ever stand on a level of which causes may make this: no monster leaves
/// its level. None where monsters are born.
pub fn most_bodies(world: &World, level: LevelId, caused: &CausedGround) -> Option<usize> {
    let mut kinds = world.theirs(level).map(|who| world.kind(who));
    let is_ours = |who| world.body(who).level == level;
    let bears = kinds.any(|kind| kind.spawns.is_some() && kind.side == Side::Theirs);
    let ours = world.ours().filter(|who| *who != world.commanded());
    let living = world.theirs(level).count() + ours.filter(|who| is_ours(*who)).count();
    let brought = caused.most_brought.filter(|_| !bears)?;
    Some(living + brought)
}
