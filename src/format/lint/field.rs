//! What the search for the hero's reach knows of one level: a byte a cell, since maps are large.
use super::manner::{Footfall, Gait, Manner};
use crate::dungeon::{Dungeon, Feature, Footing, Harm, LevelId, Tile, Trap};
use crate::space::geometry::{Direction, Neighbours, Point};
use crate::space::grid::Grid;
use crate::space::path::flood;

/// How a cell lets a hero through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Passage {
    /// He walks on; closed doors without a lock count as open.
    Open = 0,
    /// He walks on, and something there is to be looked up: stairs, keys, a trap that works once.
    Noted = 1,
    /// A locked door.
    Locked = 2,
    /// Walking onto it takes him elsewhere, every time.
    OneWay = 3,
    /// Never.
    Solid = 4,
}

/// The hero walks onto this cell; of a locked door: he stands before it.
const WALKED: u8 = 1 << 3;
/// The hero arrives on this one-way cell without walking, and walks on from it.
const LANDED: u8 = 1 << 4;
/// From here a monster can come to the hero, whom no trap carries off.
const MET: u8 = 1 << 5;
/// From here a monster can come to the hero that goes at a slant where he cannot; or shots can come here from him.
const SLIPPED: u8 = 1 << 6;
const MARKS: u8 = WALKED | LANDED | MET | SLIPPED;

const OPEN: u8 = Passage::Open as u8;
const NOTED: u8 = Passage::Noted as u8;
const LOCKED: u8 = Passage::Locked as u8;
const ONE_WAY: u8 = Passage::OneWay as u8;
const SOLID: u8 = Passage::Solid as u8;

/// The cells of a level: how each lets through, and who came there.
#[derive(Debug)]
pub struct Field {
    cells: Grid<u8>,
}

impl Field {
    /// The cells of a level, where nobody came yet.
    pub fn of(dungeon: &Dungeon, level: LevelId, manner: Manner) -> Field {
        // One look into a short table a cell.
        let passage = |tile: &Tile| passage(dungeon, level, tile, manner.treads) as u8;
        let passages: Vec<u8> = dungeon.tiles.iter().map(passage).collect();
        let tiles = &dungeon.levels[usize::from(level.0)].tiles;
        let mut cells = Grid::filled(tiles.size(), SOLID);
        for (cell, tile) in cells.cells_mut().iter_mut().zip(tiles.cells()) {
            *cell = passages.get(usize::from(tile.0)).copied().unwrap_or(SOLID);
        }
        // Whoever else may be there, in some games no hero ever steps on the rim (E-1, S-10).
        let rim = tiles.size().rim();
        let is_his = |p: &Point| manner.is_the_heros(tiles.size(), *p);
        rim.filter(|p| !is_his(p)).for_each(|p| cells.set(p, SOLID));
        Field { cells }
    }

    /// How a cell lets a hero through.
    pub fn passage(&self, p: Point) -> Passage {
        match self.cells.get(p).map(|cell| cell & !MARKS) {
            Some(OPEN) => Passage::Open,
            Some(NOTED) => Passage::Noted,
            Some(LOCKED) => Passage::Locked,
            Some(ONE_WAY) => Passage::OneWay,
            _ => Passage::Solid,
        }
    }

    /// Whether the hero comes to a cell.
    pub fn is_reached(&self, p: Point) -> bool {
        let cell = self.cells.get(p).unwrap_or(SOLID);
        cell & (WALKED | LANDED) != 0 && cell & !MARKS != LOCKED
    }

    /// Whether the hero and a monster of this gait that starts at a cell can come together.
    pub fn is_met(&self, p: Point, gait: Gait) -> bool {
        let marks = match gait {
            Gait::Stands => 0,
            Gait::Straight => MET,
            Gait::Slanting => MET | SLIPPED,
        };
        self.is_reached(p) || self.cells.get(p).is_some_and(|cell| cell & marks != 0)
    }

    /// Asks that an open cell be noted when somebody comes to it.
    pub fn note(&mut self, p: Point) {
        if let Some(cell) = self.cells.get_mut(p)
            && *cell == OPEN
        {
            *cell = NOTED;
        }
    }

    /// Takes the lock off a door; something may lie in it.
    pub fn unlock(&mut self, p: Point) {
        if self.passage(p) == Passage::Locked {
            self.cells.set(p, NOTED);
        }
    }

    /// A hero walks onto a cell: whether he then walks on from it. The cells to be looked up go to `notes`,
    /// as do locked doors that stop him.
    #[inline]
    pub fn walk(&mut self, p: Point, notes: &mut Vec<Point>) -> bool {
        match self.cells.get_mut(p) {
            Some(cell) if *cell == OPEN => {
                *cell |= WALKED;
                true
            }
            Some(cell) if *cell & WALKED == 0 && *cell != SOLID => {
                *cell |= WALKED;
                let passage = *cell & !MARKS;
                if passage != OPEN {
                    notes.push(p);
                }
                matches!(passage, OPEN | NOTED)
            }
            _ => false,
        }
    }

    /// A hero arrives on a one-way cell, which springs no trap: whether that is news.
    pub fn land(&mut self, p: Point) -> bool {
        match self.cells.get_mut(p) {
            Some(cell) if *cell & LANDED == 0 && *cell & !MARKS == ONE_WAY => {
                *cell |= LANDED;
                true
            }
            _ => false,
        }
    }

    /// A monster walks from a cell toward the hero: whether one can, that nobody knew of. Cells to be looked
    /// up go to `notes`.
    pub fn meet(&mut self, p: Point, notes: &mut Vec<Point>) -> bool {
        let Some(cell) = self.cells.get_mut(p) else {
            return false;
        };
        if *cell & MARKS != 0 || matches!(*cell, SOLID | LOCKED) {
            return false;
        }
        if *cell != OPEN {
            notes.push(p);
        }
        *cell |= MET;
        true
    }

    /// Marks from where monsters can come to the hero that go at a slant, once it is known where he comes.
    pub fn slip(&mut self) {
        for p in self.cells.size().points() {
            let mut near = Direction::ALL.into_iter().map(|way| p + way);
            if self.is_hidden(p) && near.any(|near| self.is_met(near, Gait::Straight)) {
                flood(Neighbours::Eight, [p], |p| {
                    let is_hidden = self.is_hidden(p);
                    if let (true, Some(cell)) = (is_hidden, self.cells.get_mut(p)) {
                        *cell |= SLIPPED;
                    }
                    is_hidden
                });
            }
        }
    }

    /// Marks where shots may come to from where heroes come, once that is known: over whatever lets them pass, straight or
    /// not, since what is told as out of reach must be certain.
    pub fn fire(&mut self, lets_shots: impl Fn(Point) -> bool) {
        for p in self.cells.size().points() {
            let mut near = Direction::ALL.into_iter().map(|way| p + way);
            if self.is_quiet(p, &lets_shots) && near.any(|near| self.is_reached(near)) {
                flood(Neighbours::Eight, [p], |p| {
                    let is_quiet = self.is_quiet(p, &lets_shots);
                    if let (true, Some(cell)) = (is_quiet, self.cells.get_mut(p)) {
                        *cell |= SLIPPED;
                    }
                    is_quiet
                });
            }
        }
    }

    /// Whether shots pass a cell where nobody comes, and none is known to come.
    fn is_quiet(&self, p: Point, lets_shots: impl Fn(Point) -> bool) -> bool {
        let cell = self.cells.get(p).unwrap_or(SOLID);
        let is_closed = || matches!(cell & !MARKS, SOLID | LOCKED);
        cell & (WALKED | LANDED | SLIPPED) == 0 && (lets_shots(p) || !is_closed())
    }

    /// Whether somebody may walk at a cell from which nobody is known to come to the hero.
    fn is_hidden(&self, p: Point) -> bool {
        let cell = self.cells.get(p).unwrap_or(SOLID);
        cell & MARKS == 0 && !matches!(cell, SOLID | LOCKED)
    }
}

fn passage(dungeon: &Dungeon, level: LevelId, tile: &Tile, treads: Footfall) -> Passage {
    match tile.feature {
        Feature::Door(door) if dungeon.tile(door.opened).footing != Footing::Anyone => {
            Passage::Solid
        }
        Feature::Door(door) if door.lock.is_some() => Passage::Locked,
        Feature::Door(_) => Passage::Open,
        // The one may be torn down (S-22), the other wiped away or shot (K-12).
        Feature::Fence(_) | Feature::Pool(_) => Passage::Open,
        _ if tile.footing != Footing::Anyone => Passage::Solid,
        Feature::Trap(trap) if !carries(dungeon, level, trap) => Passage::Open,
        Feature::Trap(trap) if lasts(dungeon, trap) && treads == Footfall::EachStep => {
            Passage::OneWay
        }
        Feature::Trap(_) | Feature::Stairs(_) => Passage::Noted,
        Feature::Plain => Passage::Open,
    }
}

/// Whether a trap takes the hero to another cell; a pit of the last level does not.
pub fn carries(dungeon: &Dungeon, level: LevelId, trap: Trap) -> bool {
    match trap.harm {
        Harm::Teleport(_) => true,
        Harm::Pit(_) => usize::from(level.0) + 1 < dungeon.levels.len(),
        Harm::Dart(_) | Harm::Alarm => false,
    }
}

/// Whether a trap is one still when it was sprung.
fn lasts(dungeon: &Dungeon, trap: Trap) -> bool {
    matches!(dungeon.tile(trap.sprung).feature, Feature::Trap(_))
}
