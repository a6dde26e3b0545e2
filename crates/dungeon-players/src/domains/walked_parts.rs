//! Where bodies can ever walk, though all be opened, wiped away and sprung: what certain disproofs are made of.
use crate::search::budget::Meter;
use dungeon_model::space::geometry::{Neighbours, Point, Size};
use dungeon_model::space::grid::Grid;

/// The cells of a board over which some bodies can ever walk, in parts between which they never can.
pub struct WalkedParts {
    /// The number of each cell's part, from 1; 0 where no such body ever walks.
    pub of: Grid<u32>,
    /// How many parts there are.
    pub count: u32,
}

impl WalkedParts {
    /// The parts of a map of this size, over cells that let such bodies in; they lack cells where the budget ends.
    pub fn new(
        size: Size,
        neighbours: Neighbours,
        lets_in: impl Fn(Point) -> bool,
        meter: &Meter<'_>,
    ) -> WalkedParts {
        let mut of = Grid::filled(size, 0);
        let mut count = 0;
        let mut work = Vec::new();
        for p in size.points() {
            if p.x == 0 && !meter.look(size.width as usize / 4) {
                break;
            }
            if of.get(p) != Some(0) || !lets_in(p) {
                continue;
            }
            count += 1;
            of.set(p, count);
            work.push(p);
            while let Some(p) = work.pop().filter(|_| meter.look(1)) {
                for near in neighbours.directions().iter().map(|way| p + *way) {
                    if of.get(near) == Some(0) && lets_in(near) {
                        of.set(near, count);
                        work.push(near);
                    }
                }
            }
        }
        WalkedParts { of, count }
    }
}
