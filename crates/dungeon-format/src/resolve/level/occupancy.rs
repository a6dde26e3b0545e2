//! Which cells of a level hold a thing of one layer, at most one a cell, and which thing that is.
use std::collections::HashMap;

use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::{Point, Size};

/// The cells that the things of a list are at.
#[derive(Debug)]
pub struct Occupancy {
    taken: CellSet,
    /// The place in the list of each thing by its cell, as far as it was asked for: most cells are asked about only
    /// while nothing is there.
    by_cell: HashMap<Point, usize>,
}

impl Occupancy {
    /// No thing anywhere on a map of this size.
    pub fn new(size: Size) -> Occupancy {
        Occupancy {
            taken: CellSet::new(size),
            by_cell: HashMap::new(),
        }
    }

    /// Notes that the next thing of the list is at a cell where none was noted.
    pub fn insert(&mut self, p: Point) {
        self.taken.insert(p);
    }

    /// The place of the thing at a cell in the list of all things that were noted, each with its cell as `at` says.
    pub fn find<T>(&mut self, p: Point, things: &[T], at: impl Fn(&T) -> Point) -> Option<usize> {
        if !self.taken.contains(p) {
            return None;
        }
        let known = self.by_cell.len();
        let new = things.iter().enumerate().skip(known);
        self.by_cell
            .extend(new.map(|(nth, thing)| (at(thing), nth)));
        self.by_cell.get(&p).copied()
    }
}
