//! How many steps every cell is from the nearest prey: a lazy flood like `space::distances`, which follows prey that
//! walks instead of beginning anew.
//!
//! A map is cut into square blocks, each with a base that is added to the marks of its cells. When the prey has gone `k`
//! steps, every distance grows by at most `k`, so all are raised by `k` in one addition, and then lowered where the prey
//! is nearer than that. Behind the first few blocks nearly all distances of a block shrink alike: then the base shrinks,
//! and the block's cells are not looked at.
//!
//! Two properties make the distances exact, whatever is lowered first: no label is below the true distance, since each
//! is another one and a step, or an old one and the prey's way; and at the end no two neighbouring labels differ by more
//! than a step. [`PreyDistances::settle`] works until both hold.
use std::collections::VecDeque;

use crate::space::geometry::{Direction, Point, Size, at};

/// The side of a block in cells, a power of two: blocks where distances shrink unevenly cost their area, all others
/// their sides.
const SIDE: i32 = 32;
const AREA: usize = (SIDE * SIDE) as usize;
/// The mark of a cell that no flood has come to.
const UNKNOWN: i32 = i32::MAX;
/// The most steps that prey is followed at once; prey that went farther has not walked.
const FOLLOWED_STEPS: i32 = 4;
/// The sum of the prey's steps at which the flood begins anew, far from any overflow.
const MOST_RAISED: i32 = 1 << 24;
/// The number of cells of a block up to which they are looked at one by one, while all others are lowered alike.
const MOST_LEFT_BEHIND: usize = 128;
/// The number of cells up to which a new flood is cheaper than a followed one.
const SMALL: usize = 1 << 14;

/// A side of a block of distances.
#[derive(Clone, Copy)]
enum BlockSide {
    North,
    West,
    East,
    South,
}

impl BlockSide {
    const ALL: [BlockSide; 4] = [
        BlockSide::North,
        BlockSide::West,
        BlockSide::East,
        BlockSide::South,
    ];

    fn bit(self) -> u8 {
        1 << self as u8
    }

    fn opposite(self) -> BlockSide {
        BlockSide::ALL[3 - self as usize]
    }

    /// Returns the side's `i`-th cell, from north to south or from west to east, in a block that begins at `corner`.
    fn cell(self, corner: Point, i: i32) -> Point {
        match self {
            BlockSide::North => at(corner.x + i, corner.y),
            BlockSide::West => at(corner.x, corner.y + i),
            BlockSide::East => at(corner.x + SIDE - 1, corner.y + i),
            BlockSide::South => at(corner.x + i, corner.y + SIDE - 1),
        }
    }

    /// Returns the cell beside that one and outside of the block.
    fn beyond(self, corner: Point, i: i32) -> Point {
        let p = self.cell(corner, i);
        match self {
            BlockSide::North => p + Direction::North,
            BlockSide::West => p + Direction::West,
            BlockSide::East => p + Direction::East,
            BlockSide::South => p + Direction::South,
        }
    }
}

/// The roots of a block by side, a bit for each cell: those that have no nearer neighbour in the block.
type BlockRoots = [u32; 4];

/// A square of cells whose distances can change together.
#[derive(Clone, Copy, Default)]
struct DistanceBlock {
    flood: u32,   // the flood that the block's marks are of; marks of another one are unknown
    base: i32,    // what is added to the block's marks
    highest: i32, // no mark of the block that is known is above
    stale: u8,    // the sides beyond which labels have shrunk; the block is queued if any
    roots: Option<BlockRoots>, // none if not listed
}

/// Distances from prey, in steps in eight directions over open cells.
#[derive(Default)]
pub(super) struct PreyDistances {
    size: Size,
    columns: usize, // of blocks
    marks: Vec<i32>,
    blocks: Vec<DistanceBlock>,
    flood: u32,
    raised: i32,
    depth: i32, // every cell so near has its true distance; labels above may be too high
    farthest: i32, // the farthest answer since the prey has moved
    known: usize, // about how many cells the flood has come to
    prey: Option<Point>, // where there is one prey only
    preys_blocks: [usize; 2], // the block of the prey, and the one before its last walk: there may be roots inside
    ring: Option<Vec<Point>>, // the cells whose distance is `depth`; none if not listed
    next: Vec<Point>,
    queue: VecDeque<usize>,
    lowered: Vec<(usize, i32)>, // cells of one block whose neighbours there are still to be lowered, with their marks
    left_behind: Vec<usize>,    // cells of one block that are not lowered with the others
}

impl PreyDistances {
    /// Forgets all distances, and begins from these prey on a map of this size. Prey outside the map are left out.
    pub fn begin(&mut self, size: Size, prey: impl IntoIterator<Item = Point>) {
        if self.size != size || self.flood == u32::MAX {
            let blocks = |cells: i32| cells.div_euclid(SIDE) as usize + 1;
            self.columns = blocks(size.width);
            self.blocks = vec![DistanceBlock::default(); self.columns * blocks(size.height)];
            self.marks = vec![UNKNOWN; self.blocks.len() * AREA];
            (self.size, self.flood) = (size, 0);
        }
        self.flood += 1;
        (self.raised, self.depth, self.farthest, self.known) = (0, 0, 0, 0);
        let mut ring = self.ring.take().unwrap_or_default();
        ring.clear();
        for p in prey {
            if size.contains(p) && self.label(p) == UNKNOWN {
                self.set(p, 0);
                ring.push(p);
            }
        }
        self.prey = match *ring {
            [only] => Some(only),
            _ => None,
        };
        self.ring = Some(ring);
    }

    /// Returns the steps from the nearest prey to a cell, 0 for its own; `None` where the flood has not come, and
    /// outside of the map.
    #[inline]
    pub fn known(&self, p: Point) -> Option<u32> {
        let label = self.label(p);
        (label <= self.depth).then_some(label as u32)
    }

    /// Returns the steps from the nearest prey to a cell, over cells that are `open`; `None` when no way leads there.
    /// The answer does not depend on what was asked before. `open` must answer the same until `begin`.
    pub fn to(&mut self, goal: Point, open: impl Fn(Point) -> bool) -> Option<u32> {
        let mut found = self.known(goal);
        while found.is_none() && self.spread(&open) {
            found = self.known(goal);
        }
        let far = found.map_or(self.depth, |steps| steps as i32);
        self.farthest = self.farthest.max(far);
        found
    }

    /// Goes on from where the one prey is now; the ground is as it was. Returns whether that is done: if not, because
    /// the prey has not walked there or a new flood is cheaper, the flood must begin anew.
    pub fn follow(&mut self, prey: Point, open: impl Fn(Point) -> bool) -> bool {
        self.is_worth_following() && self.walk(prey, open)
    }

    /// Whether the flood is large, and those who ask are not all near the prey.
    fn is_worth_following(&self) -> bool {
        self.known > SMALL && self.farthest > self.depth / 2
    }

    /// Moves the one prey; returns whether that is possible.
    fn walk(&mut self, prey: Point, open: impl Fn(Point) -> bool) -> bool {
        let steps = self.label(prey);
        let way_back = self.prey.filter(|from| open(*from));
        let is_near = steps <= self.depth.min(FOLLOWED_STEPS);
        if way_back.is_none() || !is_near || self.raised > MOST_RAISED {
            return false;
        }
        let before = self.prey.unwrap_or(prey);
        self.preys_blocks = [prey, before].map(|p| self.place(p).0);
        (self.prey, self.farthest) = (Some(prey), 0);
        if steps > 0 {
            self.raised += steps;
            self.ring = None;
            self.lower(prey, 0);
            let (nth, _) = self.place(prey);
            self.relax(nth, &open);
            self.blocks[nth].roots = None; // the prey is one, wherever in the block it is
            while let Some(nth) = self.queue.pop_front() {
                self.settle(nth, &open);
            }
        }
        true
    }

    /// Lowers the labels of a block where cells beyond its stale sides are nearer than they were: all alike as far as
    /// that is right, then one by one.
    fn settle(&mut self, nth: usize, open: &impl Fn(Point) -> bool) {
        let stale = std::mem::take(&mut self.blocks[nth].stale);
        let is_stale = |side: &BlockSide| stale & side.bit() > 0;
        let sides = || BlockSide::ALL.into_iter().filter(is_stale);
        if !sides().any(|side| self.lower_side(nth, side, open).next().is_some()) {
            return;
        }
        while let Some(step) = self.common_step(nth) {
            self.lower_block(nth, step);
            self.relax(nth, open);
        }
        for side in sides() {
            let cells: Vec<_> = self.lower_side(nth, side, open).collect();
            for (i, label) in cells {
                let p = side.cell(self.corner(nth), i);
                if label < self.label(p) {
                    self.lower(p, label);
                    self.add_root(nth, p);
                }
            }
        }
        self.relax(nth, open);
    }

    /// Iterates over the cells of a side that cells beyond it lower, by their numbers on the side, with their labels to
    /// be.
    fn lower_side(
        &self,
        nth: usize,
        side: BlockSide,
        open: &impl Fn(Point) -> bool,
    ) -> impl Iterator<Item = (i32, i32)> {
        let (labels, beyond) = (self.side_labels(nth, side), self.beyond(nth, side));
        let corner = self.corner(nth);
        (0..)
            .zip(labels)
            .zip(beyond)
            .filter_map(move |((i, old), label)| {
                let is_lower = label < old && label <= self.depth;
                let is_open = || old != UNKNOWN || open(side.cell(corner, i));
                (is_lower && is_open()).then_some((i, label))
            })
    }

    /// Returns by how much nearly all labels of a block can be lowered at once, and leaves in `left_behind` those that
    /// cannot; `None` if there are too many of these. Each cell is at the end of a way through the block from a root, so
    /// what lowers all roots lowers all cells. A block in which the flood ends is lowered cell by cell, because cells of
    /// its own are still to be entered.
    fn common_step(&mut self, nth: usize) -> Option<i32> {
        let block = self.blocks[nth];
        let is_preys = self.preys_blocks.contains(&nth);
        let is_whole = block.flood == self.flood
            && block.highest.saturating_add(block.base + self.raised) < self.depth;
        if is_preys || !is_whole {
            return None;
        }
        let roots = block.roots.unwrap_or_else(|| self.list_roots(nth));
        self.blocks[nth].roots = Some(roots);
        let gains = self.root_gains(nth, roots);
        let step = gains
            .iter()
            .map(|(_, gain)| *gain)
            .filter(|gain| *gain > 0)
            .min()?;
        let stays = |gain: &i32| *gain <= 0;
        let (left, lowered): (Vec<_>, Vec<_>) =
            gains.into_iter().partition(|(_, gain)| stays(gain));
        self.left_behind.clear();
        self.left_behind.extend(left.iter().map(|(cell, _)| *cell));
        (left.len() < lowered.len() && self.follow_left_behind(nth, &lowered)).then_some(step)
    }

    /// Lists the roots of a block by the numbers of their cells, and by how much cells beyond the block lower each.
    fn root_gains(&self, nth: usize, roots: BlockRoots) -> Vec<(usize, i32)> {
        let [north, west, east, south] = BlockSide::ALL.map(|side| self.gains(nth, side, roots));
        let last = SIDE as usize - 1;
        let mut gains = [north, west, east, south];
        // A corner is reached across two sides.
        gains[0][0] = north[0].max(west[0]);
        gains[0][last] = north[last].max(east[0]);
        gains[3][0] = south[0].max(west[last]);
        gains[3][last] = south[last].max(east[last]);
        let mut listed = Vec::with_capacity(2 * SIDE as usize);
        for ((side, gains), roots) in BlockSide::ALL.into_iter().zip(gains).zip(roots) {
            for (i, gain) in (0..).zip(gains).filter(|(i, _)| roots >> i & 1 == 1) {
                let p = side.cell(at(0, 0), i);
                listed.push(((p.y * SIDE + p.x) as usize, gain));
            }
        }
        listed
    }

    /// Adds to the cells that are left behind all whose nearer neighbours in the block are left behind, but for roots that
    /// are lowered. Returns whether they stay few.
    fn follow_left_behind(&mut self, nth: usize, lowered: &[(usize, i32)]) -> bool {
        let marks = &self.marks[nth * AREA..][..AREA];
        let mut is_decided = [false; AREA];
        lowered
            .iter()
            .for_each(|(cell, _)| is_decided[*cell] = true);
        let mut is_left = [false; AREA];
        for cell in &self.left_behind {
            (is_decided[*cell], is_left[*cell]) = (true, true);
        }
        let mut done = 0;
        while let Some(&cell) = self.left_behind.get(done) {
            done += 1;
            for near in neighbours(cell).filter(|near| marks[*near] == marks[cell] + 1) {
                let mut nearer = neighbours(near).filter(|p| marks[*p] == marks[near] - 1);
                if !is_decided[near] && nearer.all(|p| is_left[p]) {
                    (is_decided[near], is_left[near]) = (true, true);
                    self.left_behind.push(near);
                }
            }
            if self.left_behind.len() > MOST_LEFT_BEHIND {
                return false;
            }
        }
        true
    }

    /// Lowers all labels of a block alike but those that are left behind, which their neighbours may yet lower.
    fn lower_block(&mut self, nth: usize, step: i32) {
        let block = &mut self.blocks[nth];
        block.base -= step;
        let marks = &mut self.marks[nth * AREA..][..AREA];
        for cell in &self.left_behind {
            marks[*cell] += step;
            block.highest = block.highest.max(marks[*cell]);
        }
        for cell in &self.left_behind {
            let nearest = neighbours(*cell).map(|near| marks[near]).min();
            let mark = nearest.map_or(UNKNOWN, |mark| mark.saturating_add(1));
            if mark < marks[*cell] {
                marks[*cell] = mark;
                self.lowered.push((*cell, mark));
            }
        }
        for way in Direction::ALL {
            self.call(nth, (way.dx(), way.dy()));
        }
    }

    /// Returns by how much each label of a side is lowered by cells beyond it; not above 0 if not at all, and 0 on a
    /// side without roots, where nobody asks.
    fn gains(&self, nth: usize, side: BlockSide, roots: BlockRoots) -> [i32; SIDE as usize] {
        const CORNERS: u32 = 1 | 1 << (SIDE - 1);
        if roots[side as usize] == 0 && (roots[0] | roots[3]) & CORNERS == 0 {
            return [0; SIDE as usize];
        }
        let (mut gains, beyond) = (self.side_labels(nth, side), self.beyond(nth, side));
        for (label, nearest) in gains.iter_mut().zip(beyond) {
            *label = label.saturating_sub(nearest);
        }
        gains
    }

    /// Lists the cells of a block that have no neighbour in the block which is a step nearer, by side; a corner counts
    /// to the north or the south.
    fn list_roots(&self, nth: usize) -> BlockRoots {
        let corner = self.corner(nth);
        BlockSide::ALL.map(|side| {
            let mut roots = 0;
            for i in 0..SIDE {
                let p = side.cell(corner, i);
                let is_counted =
                    matches!(side, BlockSide::North | BlockSide::South) || i % (SIDE - 1) != 0;
                if is_counted && self.is_root(nth, p) {
                    roots |= 1 << i;
                }
            }
            roots
        })
    }

    fn is_root(&self, nth: usize, p: Point) -> bool {
        let label = self.label(p);
        let is_nearer = |near: Point| {
            self.size.contains(near)
                && self.place(near).0 == nth
                && self.label(near) == label.wrapping_sub(1)
        };
        label != UNKNOWN && !Direction::ALL.into_iter().any(|way| is_nearer(p + way))
    }

    /// Lowers the labels around those of a block that have been lowered, within the block, and calls the blocks around.
    fn relax(&mut self, nth: usize, open: &impl Fn(Point) -> bool) {
        let corner = self.corner(nth);
        let block = &mut self.blocks[nth];
        let deepest = self.depth - block.base - self.raised;
        let marks = &mut self.marks[nth * AREA..][..AREA];
        let (mut called, mut done) = ([[false; 3]; 3], 0);
        while let Some(&(cell, mark)) = self.lowered.get(done) {
            done += 1;
            if marks[cell] < mark {
                continue; // lowered again since
            }
            let (x, y) = (cell as i32 % SIDE, cell as i32 / SIDE);
            for way in Direction::ALL {
                let (x, y) = (x + way.dx(), y + way.dy());
                if !(0..SIDE).contains(&x) || !(0..SIDE).contains(&y) {
                    let (dx, dy) = (x.div_euclid(SIDE), y.div_euclid(SIDE));
                    called[(dy + 1) as usize][(dx + 1) as usize] = true;
                    continue;
                }
                let near = (y * SIDE + x) as usize;
                let is_lower = mark + 1 < marks[near] && mark < deepest;
                let is_new = marks[near] == UNKNOWN;
                if is_lower && (!is_new || open(at(corner.x + x, corner.y + y))) {
                    self.known += usize::from(is_new);
                    marks[near] = mark + 1;
                    block.highest = block.highest.max(mark + 1);
                    self.lowered.push((near, mark + 1));
                }
            }
        }
        if done > MOST_LEFT_BEHIND {
            block.roots = None; // many of them are none any more
        }
        self.lowered.clear();
        for way in Direction::ALL.map(|way| (way.dx(), way.dy())) {
            if called[(way.1 + 1) as usize][(way.0 + 1) as usize] {
                self.call(nth, way);
            }
        }
    }

    /// Writes a label that is lower than the cell's, and keeps the cell in mind for `relax`.
    fn lower(&mut self, p: Point, label: i32) {
        let (nth, cell) = self.place(p);
        let block = self.blocks[nth];
        self.set(p, label);
        self.blocks[nth].roots = block.roots.filter(|_| block.flood == self.flood);
        self.lowered.push((cell, self.marks[nth * AREA + cell]));
    }

    /// Counts a cell to the roots of its block, because its nearer neighbour is outside.
    fn add_root(&mut self, nth: usize, p: Point) {
        let (x, y) = (p.x % SIDE, p.y % SIDE);
        let (side, i) = match (x, y) {
            (_, 0) => (BlockSide::North, x),
            (0, y) if y < SIDE - 1 => (BlockSide::West, y),
            (_, y) if y < SIDE - 1 => (BlockSide::East, y),
            _ => (BlockSide::South, x),
        };
        if let Some(roots) = &mut self.blocks[nth].roots {
            roots[side as usize] |= 1 << i;
        }
    }

    /// Lets the block beside or across the corner of another one be settled.
    fn call(&mut self, nth: usize, (dx, dy): (i32, i32)) {
        let (columns, nth) = (self.columns as i32, nth as i32);
        let (x, y) = (nth % columns + dx, nth / columns + dy);
        if !(0..columns).contains(&x) || !(0..self.blocks.len() as i32 / columns).contains(&y) {
            return;
        }
        let side = match (dx, dy) {
            (_, -1) => BlockSide::South,
            (_, 1) => BlockSide::North,
            (-1, _) => BlockSide::East,
            _ => BlockSide::West,
        };
        let called = (y * columns + x) as usize;
        if self.blocks[called].stale == 0 {
            self.queue.push_back(called);
        }
        self.blocks[called].stale |= side.bit();
    }

    /// Enters the next ring. Returns false if there is none: the flood has come to all cells that it can come to.
    fn spread(&mut self, open: &impl Fn(Point) -> bool) -> bool {
        let ring = match self.ring.take() {
            Some(ring) => ring,
            None => self.list_ring(),
        };
        let is_over = ring.is_empty();
        if !is_over {
            self.depth += 1;
        }
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        for p in &ring {
            for near in Direction::ALL.map(|way| *p + way) {
                if self.size.contains(near) && self.label(near) == UNKNOWN && open(near) {
                    self.set(near, self.depth);
                    next.push(near);
                }
            }
        }
        self.next = ring;
        self.ring = Some(next);
        !is_over
    }

    /// Lists the cells whose distance is `depth`, and forgets the labels above, which may be too high.
    fn list_ring(&mut self) -> Vec<Point> {
        let mut ring = std::mem::take(&mut self.next);
        ring.clear();
        for nth in 0..self.blocks.len() {
            let block = self.blocks[nth];
            let base = block.base + self.raised;
            if block.flood != self.flood || block.highest.saturating_add(base) < self.depth {
                continue;
            }
            let corner = self.corner(nth);
            let mut highest = i32::MIN;
            for (i, mark) in (0..).zip(&mut self.marks[nth * AREA..][..AREA]) {
                if *mark == UNKNOWN {
                    continue;
                }
                if *mark + base > self.depth {
                    *mark = UNKNOWN;
                    continue;
                }
                if *mark + base == self.depth {
                    ring.push(at(corner.x + i % SIDE, corner.y + i / SIDE));
                }
                highest = highest.max(*mark);
            }
            (self.blocks[nth].highest, self.blocks[nth].roots) = (highest, None);
        }
        ring
    }

    /// Returns the label of a cell, which may be too high if it is above `depth`; `UNKNOWN` where no flood has come, and
    /// outside of the map.
    #[inline]
    fn label(&self, p: Point) -> i32 {
        if !self.size.contains(p) {
            return UNKNOWN;
        }
        let (nth, cell) = self.place(p);
        let block = &self.blocks[nth];
        match self.marks[nth * AREA + cell] {
            mark if mark != UNKNOWN && block.flood == self.flood => mark + block.base + self.raised,
            _ => UNKNOWN,
        }
    }

    /// Writes the label of a cell of the map.
    fn set(&mut self, p: Point, label: i32) {
        let (nth, cell) = self.place(p);
        let block = &mut self.blocks[nth];
        let marks = &mut self.marks[nth * AREA..][..AREA];
        if block.flood != self.flood {
            marks.fill(UNKNOWN);
            *block = DistanceBlock {
                flood: self.flood,
                base: -self.raised,
                highest: i32::MIN,
                stale: block.stale,
                roots: None,
            };
        }
        let mark = label - block.base - self.raised;
        self.known += usize::from(marks[cell] == UNKNOWN);
        marks[cell] = mark;
        (block.highest, block.roots) = (block.highest.max(mark), None);
    }

    /// Returns the labels of the cells of a side, from north to south or from west to east.
    fn side_labels(&self, nth: usize, side: BlockSide) -> [i32; SIDE as usize] {
        let block = &self.blocks[nth];
        if block.flood != self.flood {
            return [UNKNOWN; SIDE as usize];
        }
        let marks = &self.marks[nth * AREA..][..AREA];
        let first = side.cell(at(0, 0), 0);
        let step = side.cell(at(0, 0), 1);
        let start = (first.y * SIDE + first.x) as usize;
        let step = (step.y * SIDE + step.x) as usize - start;
        let base = block.base + self.raised;
        std::array::from_fn(|i| match marks[start + i * step] {
            UNKNOWN => UNKNOWN,
            mark => mark + base,
        })
    }

    /// Returns for each cell of a side the label that the cells beyond the side give it: a step more than the nearest of
    /// the three.
    fn beyond(&self, nth: usize, side: BlockSide) -> [i32; SIDE as usize] {
        let corner = self.corner(nth);
        let outside = |i: i32| side.beyond(corner, i);
        let (before, after) = (self.label(outside(-1)), self.label(outside(SIDE)));
        let middle = match self.size.contains(outside(0)) {
            true => self.side_labels(self.place(outside(0)).0, side.opposite()),
            false => [UNKNOWN; SIDE as usize],
        };
        std::array::from_fn(|i| {
            let left = if i == 0 { before } else { middle[i - 1] };
            let right = middle.get(i + 1).copied().unwrap_or(after);
            left.min(middle[i]).min(right).saturating_add(1)
        })
    }

    /// Returns the block of a cell of the map, and the cell's number in the block.
    #[inline]
    fn place(&self, p: Point) -> (usize, usize) {
        let (x, y) = (p.x as usize, p.y as usize);
        let side = SIDE as usize;
        (
            y / side * self.columns + x / side,
            y % side * side + x % side,
        )
    }

    /// Returns the first cell of a block.
    fn corner(&self, nth: usize) -> Point {
        let (x, y) = ((nth % self.columns) as i32, (nth / self.columns) as i32);
        at(x * SIDE, y * SIDE)
    }
}

/// Iterates over the neighbours of a cell of a block that are in the block, by number.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (cell as i32 % SIDE, cell as i32 / SIDE);
    let near = Direction::ALL
        .into_iter()
        .map(move |way| (x + way.dx(), y + way.dy()));
    let inside = near.filter(|(x, y)| (0..SIDE).contains(x) && (0..SIDE).contains(y));
    inside.map(|(x, y)| (y * SIDE + x) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::mix;
    use crate::space::distances::Distances;
    use crate::space::grid::Grid;

    /// A map with so many blocked cells of a hundred, or with long walls that have a gap each.
    fn map(size: Size, blocked: u64, walls: bool, seed: u64) -> Grid<bool> {
        let mut open = Grid::filled(size, true);
        for (nth, p) in (0..).zip(size.points()) {
            let is_wall = walls && p.y % 6 == 3 && (p.x + p.y * 7) % 41 != 0;
            open.set(p, mix(seed ^ nth) % 100 >= blocked && !is_wall);
        }
        open
    }

    /// Prey walks at random; everywhere and after each step the distances are those of a new flood.
    fn walk(open: &Grid<bool>, seed: u64, asked: usize) -> u32 {
        let is_open = |p: Point| open.get(p) == Some(true);
        let size = open.size();
        let places: Vec<Point> = size.points().filter(|p| is_open(*p)).collect();
        let mut prey = places[mix(seed) as usize % places.len()];
        let (mut ours, mut oracle) = (PreyDistances::default(), Distances::default());
        ours.begin(size, [prey]);
        let mut followed = 0;
        for turn in 0..20 {
            oracle.begin(size, [prey]);
            let goals = (0..asked as u64).map(|nth| mix(seed ^ turn << 32 ^ nth));
            for goal in goals.map(|key| places[key as usize % places.len()]) {
                let steps = oracle.to(goal, is_open);
                assert_eq!(
                    ours.to(goal, is_open),
                    steps,
                    "{goal} from {prey}, seed {seed}"
                );
                for p in Direction::ALL.map(|way| goal + way) {
                    let near = |known: Option<u32>| {
                        known.filter(|n| steps.is_some_and(|steps| *n <= steps))
                    };
                    assert_eq!(
                        near(ours.known(p)),
                        near(oracle.known(p)),
                        "{p}, seed {seed}"
                    );
                }
            }
            let way = Direction::ALL[mix(seed ^ turn) as usize % 8];
            let steps = 1 + (turn % 7 == 0) as u32;
            for _ in 0..steps {
                if is_open(prey + way) {
                    prey = prey + way;
                }
            }
            match ours.walk(prey, is_open) {
                true => followed += 1,
                false => ours.begin(size, [prey]),
            }
        }
        followed
    }

    #[test]
    fn distances_from_prey_that_walks_are_those_of_a_new_flood() {
        let mut followed = 0;
        for seed in 0..6 {
            for (blocked, walls) in [(0, false), (10, false), (35, false), (5, true), (20, true)] {
                let size = Size::new(110 - 9 * seed as i32, 60 + 8 * seed as i32);
                let open = map(size, blocked, walls, seed);
                followed += walk(&open, seed, [1, 3, 200][seed as usize % 3]);
            }
        }
        assert!(followed > 400, "only {followed} steps were followed");
    }

    #[test]
    fn prey_that_jumps_or_stands_where_nobody_comes_is_not_followed() {
        let is_open = |p: Point| p.x != 9;
        let mut distances = PreyDistances::default();
        let size = Size::new(40, 40);
        distances.begin(size, [at(2, 2)]);
        assert_eq!(distances.to(at(8, 30), is_open), Some(28));
        assert!(!distances.walk(at(8, 2), is_open), "six steps off");
        assert!(!distances.walk(at(9, 2), is_open), "within a wall");
        assert!(distances.walk(at(2, 2), is_open), "it stood");
        assert!(distances.walk(at(3, 3), is_open));
        assert_eq!(distances.to(at(8, 30), is_open), Some(27));
        distances.begin(size, [at(2, 2), at(7, 7)]);
        assert_eq!(distances.to(at(8, 30), is_open), Some(23));
        assert!(!distances.walk(at(3, 3), is_open), "one of two");
    }
}
