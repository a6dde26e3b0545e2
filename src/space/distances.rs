//! How many steps every cell is from the nearest of some sources: found lazily, one ring at a time, so that many
//! questions share one search, and cells beyond the farthest answer cost nothing.
use super::geometry::{Neighbours, Point, Size};
use super::grid::Grid;

/// A flood from cell to neighbouring cell that can be continued. Beginning anew costs nothing for the cells that the
/// last one entered: marks below `base` are old.
#[derive(Clone, Debug)]
pub struct Distances {
    neighbours: Neighbours,
    marks: Grid<u32>, // base + steps
    base: u32,
    depth: u32,
    ring: Vec<Point>,
    next: Vec<Point>,
}

/// Distances over steps in eight directions.
impl Default for Distances {
    fn default() -> Distances {
        Distances::over(Neighbours::Eight)
    }
}

impl Distances {
    /// Distances over steps to these neighbours; no cell has one before `begin`.
    pub fn over(neighbours: Neighbours) -> Distances {
        Distances {
            neighbours,
            marks: Grid::filled(Size::new(0, 0), 0),
            base: 1,
            depth: 0,
            ring: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Forgets all distances, and begins from these sources on a map of this size. Sources outside the map are left
    /// out.
    pub fn begin(&mut self, size: Size, sources: impl IntoIterator<Item = Point>) {
        let spent = self
            .base
            .checked_add(self.depth)
            .and_then(|n| n.checked_add(1));
        // A flood has fewer rings than its map has cells, so a base with room for them never overflows.
        let fresh = spent.filter(|base| *base < u32::MAX / 2 && self.marks.size() == size);
        self.base = fresh.unwrap_or_else(|| {
            self.marks = Grid::filled(size, 0);
            1
        });
        self.depth = 0;
        self.ring.clear();
        for source in sources {
            if self.marks.get(source).is_some_and(|mark| mark < self.base) {
                self.marks.set(source, self.base);
                self.ring.push(source);
            }
        }
    }

    /// Steps from the nearest source to a cell, 0 for a source; none where the flood has not come, and outside the map.
    #[inline]
    pub fn known(&self, p: Point) -> Option<u32> {
        self.marks.get(p)?.checked_sub(self.base)
    }

    /// Steps from the nearest source to a cell, over cells that are `open`; none when no way leads there. The
    /// answer does not depend on what was asked before. `open` must answer the same until `begin`.
    pub fn to(&mut self, goal: Point, open: impl Fn(Point) -> bool) -> Option<u32> {
        while self.known(goal).is_none() && !self.ring.is_empty() {
            self.spread(&open);
        }
        self.known(goal)
    }

    /// The cell that the fewest steps lead to of those that `suit`, and the number of those steps, at most `most`; of
    /// those equally near the first in reading order; none when no cell within that distance suits. What was asked
    /// since `begin` has laid the cells nearer than its answer: they are not looked at again.
    pub fn nearest(
        &mut self,
        most: u32,
        suits: impl Fn(Point) -> bool,
        open: impl Fn(Point) -> bool,
    ) -> Option<(Point, u32)> {
        loop {
            let found = self.ring.iter().filter(|p| suits(**p)).min();
            if let Some(p) = found {
                return Some((*p, self.depth));
            }
            if self.ring.is_empty() || self.depth >= most {
                return None;
            }
            self.spread(&open);
        }
    }

    /// Enters the next ring.
    fn spread(&mut self, open: impl Fn(Point) -> bool) {
        self.depth += 1;
        self.next.clear();
        for p in &self.ring {
            for near in self.neighbours.directions().iter().map(|way| *p + *way) {
                let is_new = self.marks.get(near).is_some_and(|mark| mark < self.base);
                if is_new && open(near) {
                    self.marks.set(near, self.base + self.depth);
                    self.next.push(near);
                }
            }
        }
        std::mem::swap(&mut self.ring, &mut self.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::at;

    const MAP: [&str; 4] = ["..#..", "..#..", "....#", "..##."];

    fn open(p: Point) -> bool {
        let row = MAP.get(p.y as usize).map(|row| row.as_bytes());
        row.and_then(|row| row.get(p.x as usize)) == Some(&b'.')
    }

    #[test]
    fn distances_lead_round_walls_and_stop_at_them() {
        let mut distances = Distances::default();
        let size = Size::new(5, 4);
        distances.begin(size, [at(0, 0)]);
        assert_eq!(distances.to(at(1, 1), open), Some(1));
        assert_eq!(distances.known(at(3, 0)), None, "nobody asked so far");
        assert_eq!(distances.to(at(3, 0), open), Some(4));
        assert_eq!(distances.to(at(2, 0), open), None);
        distances.begin(size, [at(4, 0), at(9, 9)]);
        assert_eq!(distances.known(at(0, 0)), None, "begun anew");
        assert_eq!(distances.to(at(0, 0), open), Some(4));
    }

    #[test]
    fn distances_of_four_ways_turn_no_corner() {
        let mut distances = Distances::over(Neighbours::Four);
        let size = Size::new(5, 4);
        distances.begin(size, [at(0, 0)]);
        assert_eq!(distances.to(at(1, 1), open), Some(2));
        assert_eq!(distances.to(at(4, 0), open), Some(8));
        assert_eq!(
            distances.to(at(4, 3), open),
            None,
            "only a corner leads there"
        );
    }

    #[test]
    fn the_nearest_that_suits_is_the_first_of_its_ring() {
        let mut distances = Distances::default();
        let mut nearest = |suits: &[Point], most| {
            distances.begin(Size::new(5, 4), [at(1, 1)]);
            distances.nearest(most, |p| suits.contains(&p), open)
        };
        assert_eq!(nearest(&[at(1, 1)], 9), Some((at(1, 1), 0)), "its own cell");
        assert_eq!(nearest(&[at(3, 0), at(0, 3)], 9), Some((at(0, 3), 2)));
        assert_eq!(
            nearest(&[at(0, 0), at(0, 2), at(2, 2)], 9),
            Some((at(0, 0), 1))
        );
        assert_eq!(nearest(&[at(3, 0)], 9), Some((at(3, 0), 3)));
        assert_eq!(nearest(&[at(3, 0)], 2), None, "too far");
        assert_eq!(nearest(&[at(2, 0)], 99), None, "nobody comes there");
    }

    #[test]
    fn the_order_of_questions_does_not_matter() {
        let size = Size::new(5, 4);
        let (mut one, mut other) = (Distances::default(), Distances::default());
        one.begin(size, [at(0, 0)]);
        other.begin(size, [at(0, 0)]);
        let forth: Vec<_> = size.points().map(|p| one.to(p, open)).collect();
        let points: Vec<_> = size.points().collect();
        let mut back: Vec<_> = points.iter().rev().map(|p| other.to(*p, open)).collect();
        back.reverse();
        assert_eq!(forth, back);
    }
}
