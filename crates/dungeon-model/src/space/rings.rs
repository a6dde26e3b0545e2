//! Cells by their number of eight-way steps from the nearest source, ring by ring. For short searches on maps of any
//! size, because no grid is needed.
use std::collections::BTreeSet;
use std::mem;

use super::geometry::{Direction, Point};

/// An iterator over rings. A ring is the set of cells at the same number of steps, in reading order. The first ring
/// contains the sources, and no ring is empty. Takes time only for the returned cells and their neighbors.
pub struct Rings<'a> {
    last: BTreeSet<Point>,
    ring: BTreeSet<Point>,
    open: Box<dyn Fn(Point) -> bool + 'a>,
}

/// Returns the rings around the sources, over open cells. `open` must always return the same results. Ignores sources
/// that are not open.
pub fn rings<'a>(
    sources: impl IntoIterator<Item = Point>,
    open: impl Fn(Point) -> bool + 'a,
) -> Rings<'a> {
    Rings {
        last: BTreeSet::new(),
        ring: sources.into_iter().filter(|p| open(*p)).collect(),
        open: Box::new(open),
    }
}

impl Iterator for Rings<'_> {
    type Item = BTreeSet<Point>;

    fn next(&mut self) -> Option<BTreeSet<Point>> {
        if self.ring.is_empty() {
            return None;
        }
        // A neighbor of a cell is in the same ring, the previous ring or the next ring, so older rings need not be
        // stored.
        let near = self
            .ring
            .iter()
            .flat_map(|p| Direction::ALL.map(|way| *p + way));
        let is_new = |p: &Point| !self.ring.contains(p) && !self.last.contains(p);
        let next = near.filter(is_new).filter(|p| (self.open)(*p)).collect();
        self.last = mem::replace(&mut self.ring, next);
        Some(self.last.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::distances::Distances;
    use crate::space::geometry::{Size, at};

    #[test]
    fn every_ring_holds_the_cells_that_are_so_many_steps_away() {
        let size = Size::new(13, 9);
        for seed in 0..50u32 {
            let noise =
                |p: Point| (p.x as u32 * 7 + p.y as u32 * 131 + seed).wrapping_mul(0x9e37_79b9);
            let open = |p: Point| size.contains(p) && noise(p) >> 28 < 9;
            let mut distances = Distances::default();
            let sources = [at(6, 4), at(0, 0)].into_iter().filter(|p| open(*p));
            distances.begin(size, sources.clone());
            let mut left: Vec<Point> = size.points().collect();
            for (steps, ring) in (0..).zip(rings(sources, open)) {
                for p in ring {
                    assert_eq!(distances.to(p, open), Some(steps), "{p}, seed {seed}");
                    left.retain(|other| *other != p);
                }
            }
            assert!(left.iter().all(|p| distances.to(*p, open).is_none()));
        }
    }
}
