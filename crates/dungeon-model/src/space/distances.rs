//! The number of steps from the nearest source to each cell, by breadth-first search. A ring is the set of cells at the
//! same distance. Rings are computed lazily: many queries share one search, and no ring is computed that no query
//! needs.
//!
//! The map is split into blocks of eight by eight cells with one bit per cell. Shifts expand all cells that a ring has
//! in a block at once. Only blocks that a ring has reached use memory.
use super::geometry::{Direction, Neighbours, Point, Size, at};
use super::narrow::count;

/// A function that gets a cell, a direction and a callback. It calls the callback with each cell that a flood enters
/// from the cell by a step in this direction.
pub type Steps<'a> = &'a dyn Fn(Point, Direction, &mut dyn FnMut(Point));

/// A flood over the cells of a map. It can be continued by later queries, and restarted in the same memory.
///
/// ```
/// use dungeon::geometry::{Distances, Neighbours, Size, at};
///
/// // A wall in column 1 leaves one gap, at the bottom.
/// let is_open = |p| ![at(1, 0), at(1, 1)].contains(&p);
/// let mut steps = Distances::over(Neighbours::Four);
/// steps.begin(Size::new(3, 3), [at(0, 0)]);
/// assert_eq!(steps.to(at(2, 0), is_open), Some(6));
/// assert_eq!(steps.known(at(0, 2)), Some(2), "it lay on the way");
/// assert_eq!(steps.to(at(1, 0), is_open), None);
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    neighbours: Neighbours,
    size: Size,
    /// The index in `blocks` of each block of the map, row by row; 0 for a block that no ring has reached. A border of
    /// blocks, one block wide, is around the map.
    places: Vec<u32>,
    /// The number of `places` per row.
    stride: u32,
    /// The blocks that a ring has reached; the first entry is an empty block.
    blocks: Vec<Block>,
    /// The indexes in `blocks` of the blocks that have cells with a distance.
    entered: Vec<u32>,
    depth: u32,
    ring: Vec<RingPart>,
    next: Vec<RingPart>,
}

/// A block of eight by eight cells. Bit 0 stands for the first cell in reading order, bit 63 for the last.
#[derive(Clone, Debug)]
struct Block {
    /// The index of the block in `places`.
    slot: u32,
    corner: Point,
    /// The cells of the map that no ring has entered yet, except those known to be closed.
    left: u64,
    /// The cells of the map for which `open` has not been called yet.
    unknown: u64,
    /// The cells with a distance.
    entered: u64,
    /// The distance of the last ring that has a part in this block, and the index of this part in the ring.
    part: (u32, u32),
    /// The distances of entered cells.
    steps: [u32; 64],
}

/// The cells of a ring in one block.
#[derive(Clone, Copy, Debug)]
struct RingPart {
    /// The index of the block in `blocks`.
    place: u32,
    cells: u64,
}

/// The cells at the left edge of a block.
const WEST: u64 = 0x0101_0101_0101_0101;
/// The cells at the right edge of a block.
const EAST: u64 = WEST << 7;

/// Creates a flood with steps in eight directions.
impl Default for Distances {
    fn default() -> Distances {
        Distances::over(Neighbours::Eight)
    }
}

impl Distances {
    /// Creates a flood with steps to these neighbors. Before `begin`, no cell has a distance.
    pub fn over(neighbours: Neighbours) -> Distances {
        Distances {
            neighbours,
            size: Size::new(0, 0),
            places: Vec::new(),
            stride: 0,
            blocks: Vec::new(),
            entered: Vec::new(),
            depth: 0,
            ring: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Returns the neighbors that steps lead to.
    pub fn neighbours(&self) -> Neighbours {
        self.neighbours
    }

    /// Clears all distances, and starts a flood from these sources on a map of this size. Ignores sources outside the
    /// map.
    pub fn begin(&mut self, size: Size, sources: impl IntoIterator<Item = Point>) {
        let size = Size::new(size.width.max(0), size.height.max(0));
        if self.size == size {
            for block in &self.blocks {
                self.places[block.slot as usize] = 0;
            }
        } else {
            let blocks = |side: i32| (side as usize).div_ceil(8) + 2;
            self.size = size;
            self.stride = count(blocks(size.width));
            self.places = vec![0; blocks(size.width) * blocks(size.height)];
        }
        self.entered.clear();
        self.blocks.clear();
        self.blocks.push(Block {
            left: u64::MAX,
            ..Block::new(0, at(0, 0), Size::new(0, 0))
        });
        self.begin_again(sources);
    }

    /// Clears all distances, and starts a flood from other sources on the map of the last `begin`. The same cells must
    /// still be open, because `open` is not called again for the cells for which it was called before.
    pub fn begin_again(&mut self, sources: impl IntoIterator<Item = Point>) {
        for place in self.entered.drain(..) {
            self.blocks[place as usize].forget_distances();
        }
        self.depth = 0;
        self.ring.clear();
        for source in sources {
            if self.size.contains(source) {
                let (slot, bit) = self.locate(source);
                let place = self.place(slot);
                self.blocks[place as usize].enter_source(bit);
                self.entered.push(place);
                let cells = 1 << bit;
                self.ring.push(RingPart { place, cells });
            }
        }
    }

    /// Returns the number of steps from the nearest source to a cell, 0 for a source; `None` if the flood has not
    /// reached the cell yet, or if the cell is outside the map.
    #[inline]
    pub fn known(&self, p: Point) -> Option<u32> {
        let Size { width, height } = self.size;
        // As unsigned numbers, negative coordinates are huge, so one comparison per axis is enough.
        if p.x as u32 >= width as u32 || p.y as u32 >= height as u32 {
            return None;
        }
        let (slot, bit) = self.locate(p);
        let block = &self.blocks[self.places[slot as usize] as usize];
        (block.entered >> bit & 1 == 1).then(|| block.steps[bit as usize])
    }

    /// Returns the number of steps from the nearest source to a cell, over cells that are `open`; `None` if no path
    /// leads to the cell. The result does not depend on earlier queries. Until the next `begin`, `open` must always
    /// return the same results.
    pub fn to(&mut self, goal: Point, open: impl Fn(Point) -> bool) -> Option<u32> {
        self.lay_to(goal, open, None)
    }

    /// Returns the number of steps to a cell as `to` does, but calls `steps` to find the cells where a step ends. Until
    /// the next `begin`, `steps` must always return the same cells. If `steps` is `None`, every step leads to the next
    /// cell.
    #[doc(hidden)]
    pub fn lay_to(
        &mut self,
        goal: Point,
        open: impl Fn(Point) -> bool,
        steps: Option<Steps<'_>>,
    ) -> Option<u32> {
        while self.known(goal).is_none() && !self.ring.is_empty() {
            self.spread(&open, steps);
        }
        self.known(goal)
    }

    /// Returns the nearest cell that `suits` accepts, and the number of steps to this cell; among equally near cells,
    /// the first in reading order. Returns `None` if no such cell is within `most` steps. Checks only the last computed
    /// ring and later rings, so earlier queries since `begin` must not have computed rings beyond the result.
    ///
    /// ```
    /// use dungeon::geometry::{Distances, Size, at};
    ///
    /// let coins = [at(6, 0), at(3, 2)];
    /// let mut steps = Distances::default();
    /// steps.begin(Size::new(8, 4), [at(0, 0)]);
    /// let nearest = steps.nearest(10, |p| coins.contains(&p), |_| true);
    /// assert_eq!(nearest, Some((at(3, 2), 3)));
    /// ```
    pub fn nearest(
        &mut self,
        most: u32,
        suits: impl Fn(Point) -> bool,
        open: impl Fn(Point) -> bool,
    ) -> Option<(Point, u32)> {
        self.nearest_by(most, suits, open, None)
    }

    /// Returns the nearest cell as `nearest` does, with `steps` as in `lay_to`.
    #[doc(hidden)]
    pub fn nearest_by(
        &mut self,
        most: u32,
        suits: impl Fn(Point) -> bool,
        open: impl Fn(Point) -> bool,
        steps: Option<Steps<'_>>,
    ) -> Option<(Point, u32)> {
        loop {
            let parts = self.ring.iter();
            let cells = parts.flat_map(|part| self.blocks[part.place as usize].points(part.cells));
            if let Some(p) = cells.filter(|p| suits(*p)).min() {
                return Some((p, self.depth));
            }
            if self.ring.is_empty() || self.depth >= most {
                return None;
            }
            self.spread(&open, steps);
        }
    }

    /// Computes the next ring from the last one.
    fn spread(&mut self, open: &impl Fn(Point) -> bool, steps: Option<Steps<'_>>) {
        self.depth += 1;
        self.next.clear();
        let ring = std::mem::take(&mut self.ring);
        for part in &ring {
            match (steps, self.neighbours) {
                (Some(steps), _) => self.spread_by_steps(*part, open, steps),
                (None, Neighbours::Four) => self.spread_to_four(*part, open),
                (None, Neighbours::Eight) => self.spread_to_eight(*part, open),
            }
        }
        self.ring = std::mem::replace(&mut self.next, ring);
    }

    /// Enters the cells where steps from one part of a ring end, according to `steps`.
    fn spread_by_steps(
        &mut self,
        RingPart { place, cells }: RingPart,
        open: &impl Fn(Point) -> bool,
        steps: Steps<'_>,
    ) {
        let corner = self.blocks[place as usize].corner;
        for from in bits(cells).map(|bit| point(corner, bit)) {
            for way in self.neighbours.directions() {
                steps(from, *way, &mut |to| {
                    if self.size.contains(to) {
                        let (slot, bit) = self.locate(to);
                        self.enter_slot(slot, 1 << bit, open);
                    }
                });
            }
        }
    }

    /// Enters the four neighbors of every cell in one part of a ring. Shifting the bits moves all cells of the part one
    /// step, within the block or into a neighboring block.
    fn spread_to_four(
        &mut self,
        RingPart { place, cells }: RingPart,
        open: &impl Fn(Point) -> bool,
    ) {
        let slot = self.blocks[place as usize].slot;
        let beside = (cells & !EAST) << 1 | (cells & !WEST) >> 1;
        self.enter(place, beside | cells << 8 | cells >> 8, open);
        self.enter_slot(slot - self.stride, cells << 56, open);
        self.enter_slot(slot + self.stride, cells >> 56, open);
        self.enter_slot(slot - 1, (cells & WEST) << 7, open);
        self.enter_slot(slot + 1, (cells & EAST) >> 7, open);
    }

    /// Enters the eight neighbors of every cell in one part of a ring.
    fn spread_to_eight(
        &mut self,
        RingPart { place, cells }: RingPart,
        open: &impl Fn(Point) -> bool,
    ) {
        let slot = self.blocks[place as usize].slot;
        let wide = cells | (cells & !EAST) << 1 | (cells & !WEST) >> 1;
        let tall = cells | cells << 8 | cells >> 8;
        let (above, below) = (slot - self.stride, slot + self.stride);
        self.enter(place, wide | wide << 8 | wide >> 8, open);
        self.enter_slot(above, wide << 56, open);
        self.enter_slot(below, wide >> 56, open);
        self.enter_slot(slot - 1, (tall & WEST) << 7, open);
        self.enter_slot(above - 1, (cells & WEST) << 63, open);
        self.enter_slot(below - 1, (cells & WEST) >> 56 << 7, open);
        self.enter_slot(slot + 1, (tall & EAST) >> 7, open);
        self.enter_slot(above + 1, (cells & EAST) >> 7 << 56, open);
        self.enter_slot(below + 1, cells >> 63, open);
    }

    #[inline]
    fn enter_slot(&mut self, slot: u32, cells: u64, open: &impl Fn(Point) -> bool) {
        let place = self.places[slot as usize];
        if cells & self.blocks[place as usize].left != 0 {
            let place = self.place(slot);
            self.enter_left(place, cells, open);
        }
    }

    /// Adds the given cells of a block to the next ring, except cells that are closed or already entered.
    #[inline]
    fn enter(&mut self, place: u32, cells: u64, open: &impl Fn(Point) -> bool) {
        if cells & self.blocks[place as usize].left != 0 {
            self.enter_left(place, cells, open);
        }
    }

    fn enter_left(&mut self, place: u32, cells: u64, open: &impl Fn(Point) -> bool) {
        let block = &mut self.blocks[place as usize];
        if block.entered == 0 {
            self.entered.push(place);
        }
        let cells = block.enter(cells, self.depth, open);
        if block.part.0 == self.depth {
            self.next[block.part.1 as usize].cells |= cells;
        } else if cells != 0 {
            block.part = (self.depth, count(self.next.len()));
            self.next.push(RingPart { place, cells });
        }
    }

    /// Returns the index in `places` of a cell's block, and the number of the cell's bit in the block. The cell must be
    /// on the map.
    #[inline]
    fn locate(&self, p: Point) -> (u32, u32) {
        let (x, y) = (p.x as u32, p.y as u32);
        ((y / 8 + 1) * self.stride + x / 8 + 1, y % 8 * 8 + x % 8)
    }

    /// Returns the index of a block in `blocks`. Adds the block if no ring has reached it before.
    #[inline]
    fn place(&mut self, slot: u32) -> u32 {
        match self.places[slot as usize] {
            0 => self.add_block(slot),
            place => place,
        }
    }

    #[cold]
    fn add_block(&mut self, slot: u32) -> u32 {
        let place = count(self.blocks.len());
        let first = |nth: u32| nth as i32 * 8 - 8;
        let corner = at(first(slot % self.stride), first(slot / self.stride));
        self.blocks.push(Block::new(slot, corner, self.size));
        self.places[slot as usize] = place;
        place
    }
}

impl Block {
    fn new(slot: u32, corner: Point, map: Size) -> Block {
        // The part of eight columns or rows that is on the map.
        let span = |from: i32, side: i32| ((-from).clamp(0, 8), (side - from).clamp(0, 8));
        let (columns, rows) = (span(corner.x, map.width), span(corner.y, map.height));
        let row = (columns.0..columns.1).fold(0, |cells, x| cells | 1 << x);
        let on_map = (rows.0..rows.1).fold(0, |cells, y| cells | row << (y * 8));
        Block {
            slot,
            corner,
            left: on_map,
            unknown: on_map,
            entered: 0,
            part: (0, 0),
            steps: [0; 64],
        }
    }

    fn forget_distances(&mut self) {
        self.left |= self.entered;
        self.entered = 0;
        self.part = (0, 0);
    }

    /// Enters a source without calling `open`. The cell stays in `unknown`, because `open` decides about it when the
    /// next flood has other sources.
    fn enter_source(&mut self, bit: u32) {
        self.entered |= 1 << bit;
        self.unknown |= 1 << bit;
        self.left &= !(1 << bit);
        self.steps[bit as usize] = 0;
    }

    /// Enters the given cells that are open and have no distance, and returns them.
    #[inline]
    fn enter(&mut self, cells: u64, depth: u32, open: &impl Fn(Point) -> bool) -> u64 {
        let asked = cells & self.left & self.unknown;
        if asked != 0 {
            self.ask(asked, open);
        }
        let cells = cells & self.left;
        self.left &= !cells;
        self.entered |= cells;
        for bit in bits(cells) {
            self.steps[bit as usize] = depth;
        }
        cells
    }

    /// Calls `open` for each of the given cells, and removes the closed cells from `left`.
    #[cold]
    fn ask(&mut self, cells: u64, open: &impl Fn(Point) -> bool) {
        self.unknown &= !cells;
        for bit in bits(cells) {
            if !open(point(self.corner, bit)) {
                self.left &= !(1 << bit);
            }
        }
    }

    fn points(&self, cells: u64) -> impl Iterator<Item = Point> {
        bits(cells).map(|bit| point(self.corner, bit))
    }
}

/// Returns the cell that a bit stands for, in the block with this upper left corner.
fn point(corner: Point, bit: u32) -> Point {
    at(corner.x + (bit % 8) as i32, corner.y + (bit / 8) as i32)
}

/// Iterates over the numbers of the 1 bits, lowest first.
#[inline]
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use crate::space::grid::Grid;

    const MAP: [&str; 4] = ["..#..", "..#..", "....#", "..##."];

    fn open(p: Point) -> bool {
        let row = MAP.get(p.y as usize).map(|row| row.as_bytes());
        row.and_then(|row| row.get(p.x as usize)) == Some(&b'.')
    }

    #[test]
    fn steps_that_do_not_lead_on_are_gone_round() {
        let barred = [(at(1, 0), Direction::West), (at(1, 1), Direction::West)];
        let steps = |from: Point, way: Direction, goes_on: &mut dyn FnMut(Point)| {
            let leads = !barred.contains(&(from, way));
            leads.then_some(from + way).into_iter().for_each(goes_on);
        };
        let mut distances = Distances::over(Neighbours::Four);
        let size = Size::new(20, 3);
        distances.begin(size, [at(1, 0)]);
        assert_eq!(distances.lay_to(at(0, 0), |_| true, Some(&steps)), Some(5));
        assert_eq!(
            distances.lay_to(at(19, 0), |_| true, Some(&steps)),
            Some(18)
        );
        distances.begin(size, [at(0, 0)]);
        assert_eq!(
            distances.lay_to(at(1, 0), |_| true, Some(&steps)),
            Some(1),
            "the other way is open"
        );
        let far = distances.nearest_by(30, |p| p.x == 15, |_| true, Some(&steps));
        assert_eq!(far, Some((at(15, 0), 15)));
    }

    #[test]
    fn distances_lead_round_walls_and_stop_at_them() {
        let mut distances = Distances::default();
        let size = Size::new(5, 4);
        distances.begin(size, [at(0, 0)]);
        assert_eq!(distances.to(at(1, 1), open), Some(1));
        assert_eq!(distances.known(at(3, 0)), None, "not asked for so far");
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
        assert_eq!(nearest(&[at(2, 0)], 99), None, "unreachable");
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

    /// Computes the distance of every cell by improving distances from neighbors until nothing changes.
    fn slowly(
        neighbours: Neighbours,
        size: Size,
        sources: &[Point],
        open: impl Fn(Point) -> bool,
    ) -> Vec<Option<u32>> {
        let mut steps = Grid::filled(size, None);
        sources.iter().for_each(|p| steps.set(*p, Some(0)));
        loop {
            let before = steps.clone();
            for p in size.points().filter(|p| open(*p)) {
                let near = neighbours.directions().iter().map(|way| p + *way);
                let least = near.filter_map(|q| before.get(q).flatten()).min();
                let own = before.get(p).flatten();
                steps.set(p, [own, least.map(|n| n + 1)].into_iter().flatten().min());
            }
            if steps.cells() == before.cells() {
                return steps.cells().to_vec();
            }
        }
    }

    #[test]
    fn random_maps_of_all_sizes_have_the_steps_of_a_slow_search_and_no_cell_is_asked_about_twice() {
        let mut distances = [Neighbours::Four, Neighbours::Eight].map(Distances::over);
        for seed in 0..300u32 {
            let noise = |n: u32| (n + seed * 7919 + 1).wrapping_mul(0x9e37_79b9) >> 16;
            let size = Size::new(1 + (noise(1) % 30) as i32, 1 + (noise(2) % 30) as i32);
            let is_open = |p: Point| noise(p.x as u32 * 31 + p.y as u32 * 1009) % 10 >= seed % 6;
            let source = |n| at((noise(n) % 33) as i32, (noise(n + 1) % 33) as i32);
            for distances in &mut distances {
                let asked = RefCell::new(BTreeSet::new());
                let open = |p| {
                    assert!(size.contains(p) && asked.borrow_mut().insert(p), "{p}");
                    is_open(p)
                };
                distances.begin(size, [source(3)]);
                for sources in [vec![source(3)], vec![source(5), source(7)], vec![]] {
                    distances.begin_again(sources.clone());
                    // A source that was entered may be asked about in the next flood.
                    asked.borrow_mut().retain(|p| !sources.contains(p));
                    let slow = slowly(distances.neighbours, size, &sources, is_open);
                    for (p, steps) in size.points().zip(slow) {
                        assert_eq!(distances.to(p, open), steps, "{p}, seed {seed}");
                    }
                }
            }
        }
    }
}
