//! Sets of cells as bits, with 64 cells of a row in each word. The flood enters many cells of a word at once.
use super::geometry::{Neighbours, Point, Size, cell_at};
use super::narrow::{count, length};

/// The number of cells in a word.
pub const WORD: usize = u64::BITS as usize;

/// The bit of a word's first cell.
const FIRST: u64 = 1;

/// The bit of a word's last cell.
const LAST: u64 = 1 << (WORD - 1);

/// A set of cells of one map. Each row of words is at least one bit longer than a row of cells, so no step leads from
/// the end of a row into the next row. An empty row above the map and another below it keep steps inside the words.
#[derive(Clone, Debug)]
pub struct CellSet {
    stride: usize, // words per row
    words: Vec<u64>,
}

impl CellSet {
    /// Creates an empty set for a map of this size.
    pub fn new(size: Size) -> CellSet {
        let stride = size.width.max(0) as usize / WORD + 1;
        CellSet {
            stride,
            words: vec![0; stride * (size.height.max(0) as usize + 2)],
        }
    }

    /// Adds a cell, which must be on the map. Returns whether the cell was not in the set before.
    #[inline]
    pub fn insert(&mut self, p: Point) -> bool {
        let (word, bit) = (p.x as usize / WORD, 1 << (p.x as usize % WORD));
        let word = &mut self.row_mut(p.y)[word];
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Removes a cell, which must be on the map.
    #[inline]
    pub fn take_out(&mut self, p: Point) {
        let (word, bit) = (p.x as usize / WORD, 1 << (p.x as usize % WORD));
        self.row_mut(p.y)[word] &= !bit;
    }

    /// Adds the columns `from..=to` of a row, which must be on the map.
    pub fn add(&mut self, y: i32, from: i32, to: i32) {
        self.change(y, from, to, |word, bits| *word |= bits);
    }

    /// Removes the columns `from..=to` of a row; `y` must be on the map.
    pub fn remove(&mut self, y: i32, from: i32, to: i32) {
        self.change(y, from, to, |word, bits| *word &= !bits);
    }

    /// Calls `change` for each word of a row that overlaps the columns `from..=to`, with the bits of these columns.
    #[inline]
    fn change(&mut self, y: i32, from: i32, to: i32, change: impl Fn(&mut u64, u64)) {
        let from = usize::try_from(from.max(0)).unwrap_or(0);
        let Some(to) = usize::try_from(to).ok().filter(|to| from <= *to) else {
            return;
        };
        let words = self.row_mut(y).iter_mut().enumerate().skip(from / WORD);
        for (nth, word) in words.take(to / WORD - from / WORD + 1) {
            change(word, bits_between(nth, from, to));
        }
    }

    /// Returns the words of a row for modification; `y` must be on the map. Bit `x` & 63 of word `x` / 64 is the cell
    /// in column `x`.
    #[inline]
    pub fn row_mut(&mut self, y: i32) -> &mut [u64] {
        let first = (y as usize + 1) * self.stride;
        &mut self.words[first..first + self.stride]
    }

    /// Returns the words of a row, as in `row_mut`; without cells if the row is not on the map.
    #[inline]
    pub fn row(&self, y: i32) -> &[u64] {
        // The cast turns coordinates above the map into huge ones.
        let first = (y as usize).wrapping_add(1).saturating_mul(self.stride);
        let row = self.words.get(first..first.saturating_add(self.stride));
        row.unwrap_or(&[])
    }

    /// Whether a cell is in the set; false outside the map.
    #[inline]
    pub fn contains(&self, p: Point) -> bool {
        let column = usize::try_from(p.x).ok();
        let word = column.and_then(|x| self.row(p.y).get(x / WORD));
        word.is_some_and(|word| word >> (p.x as usize % WORD) & 1 == 1)
    }

    /// Returns the rows of the map from top to bottom, each with its y coordinate.
    pub fn rows(&self) -> impl Iterator<Item = (i32, &[u64])> {
        let rows = self.words.chunks(self.stride).skip(1);
        (0..).zip(rows.take(self.words.len() / self.stride - 2))
    }

    /// Returns the cells of the set that are next to a cell of another set of the same map.
    #[must_use]
    pub fn next_to(&self, other: &CellSet, neighbours: Neighbours) -> CellSet {
        let mut near = self.clone();
        for (y, row) in self.rows() {
            let rows @ [above, own, below] = [y - 1, y, y + 1].map(|y| other.row(y));
            for (nth, near) in near.row_mut(y).iter_mut().enumerate() {
                let upright = above[nth] | below[nth];
                *near = row[nth]
                    & match neighbours {
                        Neighbours::Four => upright | beside(own, nth),
                        Neighbours::Eight => rows
                            .into_iter()
                            .fold(upright, |all, row| all | beside(row, nth)),
                    };
            }
        }
        near
    }

    /// Whether any cell in the columns `from..=to` of a row is in the set.
    pub fn any(&self, y: i32, from: i32, to: i32) -> bool {
        self.words(y, from, to).any(|(_, word)| word != 0)
    }

    /// Returns the number of cells of the set in the columns `from..=to` of a row.
    pub fn count(&self, y: i32, from: i32, to: i32) -> u32 {
        let words = self.words(y, from, to);
        words.map(|(_, word)| word.count_ones()).sum()
    }

    /// Iterates over the words of a row that overlap the columns `from..=to`, each as the column of its first bit and
    /// its cells in these columns.
    pub fn words(&self, y: i32, from: i32, to: i32) -> impl Iterator<Item = (usize, u64)> {
        let [from, to] = [from, to.saturating_add(1)].map(|x| x.max(0) as usize);
        let (first, row) = (from / WORD, self.row(y));
        let words = row.get(first..to.div_ceil(WORD).min(row.len()));
        let words = (first..).zip(words.unwrap_or(&[]));
        words.map(move |(nth, word)| (nth * WORD, word & bits_between(nth, from, to - 1)))
    }

    /// Returns the cells that are the top left corner of a rectangle of this size whose cells are all in the set.
    #[must_use]
    pub fn corners(&self, size: Size) -> CellSet {
        let mut words = self.words.clone();
        // Each round makes the rectangles up to twice as wide or high as before.
        for step in doublings(size.width) {
            match self.stride {
                1 if step < WORD => words.iter_mut().for_each(|word| *word &= *word >> step),
                stride => words
                    .chunks_mut(stride)
                    .for_each(|row| keep_followed(row, step)),
            }
        }
        for step in doublings(size.height) {
            let step = words.len().min(step * self.stride);
            let last = words.len() - step;
            for nth in 0..last {
                words[nth] &= words[nth + step];
            }
            words[last..].fill(0);
        }
        CellSet {
            stride: self.stride,
            words,
        }
    }

    /// Returns the number of cells in the set.
    pub fn cell_count(&self) -> usize {
        let counts = self.words.iter().map(|word| word.count_ones() as usize);
        counts.sum()
    }

    /// Returns the cell with this number, counted from 0 in reading order; `None` if the set has fewer cells.
    pub fn nth(&self, number: usize) -> Option<Point> {
        let mut left = count(number);
        for (nth, word) in self.words.iter().enumerate() {
            let here = word.count_ones();
            if left < here {
                let column = nth % self.stride * WORD + nth_bit(*word, left);
                return Some(cell_at(column, (nth / self.stride).checked_sub(1)?));
            }
            left -= here;
        }
        None
    }

    /// Returns the runs of consecutive cells of the set in the columns `from..=to` of a row, each as its first and last
    /// column.
    pub fn runs(&self, y: i32, from: i32, to: i32) -> impl Iterator<Item = (i32, i32)> {
        let mut words = self.words(y, from, to);
        let (mut column, mut word) = (0, 0_u64);
        std::iter::from_fn(move || {
            while word == 0 {
                (column, word) = words.next()?;
            }
            let first = word.trailing_zeros();
            let mut end = first + (word >> first).trailing_ones();
            let from = length(column) + first as i32;
            word &= word.wrapping_add(1 << first); // without the run
            // A run at the end of a word may go on in the next word.
            while end == u64::BITS
                && let Some(next) = words.next()
            {
                (column, word) = next;
                end = word.trailing_ones();
                word &= word.wrapping_add(1);
            }
            Some((from, length(column) + end as i32 - 1))
        })
    }

    /// Removes a cell and all cells that are connected to it, and returns the removed cells as a set; empty if the cell
    /// is not in the set. Two cells are connected if steps over cells of the set lead from one to the other.
    #[must_use]
    pub fn take_connected(&mut self, from: Point, neighbours: Neighbours) -> CellSet {
        let mut taken = CellSet {
            stride: self.stride,
            words: vec![0; self.words.len()],
        };
        if !self.contains(from) {
            return taken;
        }
        let mut flood = Flood {
            left: &mut self.words,
            taken: &mut taken.words,
            work: Vec::new(),
        };
        let word = (from.y as usize + 1) * self.stride + from.x as usize / WORD;
        flood.enter(word, 1 << (from.x as usize % WORD));
        while let Some((word, bits)) = flood.work.pop() {
            let is_eight = neighbours == Neighbours::Eight;
            let beside = match neighbours {
                Neighbours::Four => bits,
                Neighbours::Eight => bits | bits << 1 | bits >> 1,
            };
            let rows = [word - self.stride, word, word + self.stride];
            flood.enter(rows[0], beside);
            flood.enter(rows[2], beside);
            if bits & FIRST != 0 {
                // The first word has no word to its left.
                flood.enter(word.wrapping_sub(1), LAST);
                if is_eight {
                    flood.enter(rows[0].wrapping_sub(1), LAST);
                    flood.enter(rows[2] - 1, LAST);
                }
            }
            if bits & LAST != 0 {
                flood.enter(word + 1, FIRST);
                if is_eight {
                    flood.enter(rows[0] + 1, FIRST);
                    flood.enter(rows[2] + 1, FIRST);
                }
            }
        }
        taken
    }
}

/// Returns the number of a word's bit 1 that comes after `before` other bits 1, counted from bit 0. The word must have
/// more bits 1 than `before`.
#[inline]
pub fn nth_bit(word: u64, before: u32) -> usize {
    let rest = (0..before).fold(word, |word, _| word & word.wrapping_sub(1));
    rest.trailing_zeros() as usize
}

/// Returns the steps by which a length grows from 1 to `length`; each step is at most as long as the length before it.
fn doublings(length: i32) -> impl Iterator<Item = usize> {
    let length = usize::try_from(length).unwrap_or(0);
    let mut now = 1;
    std::iter::from_fn(move || {
        let step = (now < length).then(|| now.min(length - now))?;
        now += step;
        Some(step)
    })
}

/// Returns the cells of the nth word of a row that are left or right of a cell of the row. The last word may get a cell
/// after the end of the map.
#[inline]
pub fn beside(row: &[u64], nth: usize) -> u64 {
    let before = nth.checked_sub(1).map_or(0, |nth| row[nth]);
    let behind = row.get(nth + 1).copied().unwrap_or(0);
    row[nth] << 1 | before >> (WORD - 1) | row[nth] >> 1 | behind << (WORD - 1)
}

/// Keeps the cells of a row for which the cell `step` columns to the right is in the row, too.
fn keep_followed(row: &mut [u64], step: usize) {
    let (words, bits) = (step / WORD, step % WORD);
    for nth in 0..row.len() {
        let word = |nth: usize| row.get(nth).copied().unwrap_or(0);
        let low = word(nth + words) >> bits;
        let high = word(nth + words + 1).checked_shl(u64::BITS - count(bits));
        row[nth] &= low | high.unwrap_or(0);
    }
}

/// Returns the bits for the columns `from..=to` in the nth word of a row. The columns must overlap the word.
pub(super) fn bits_between(nth: usize, from: usize, to: usize) -> u64 {
    let before = from.saturating_sub(nth * WORD);
    let behind = ((nth + 1) * WORD - 1).saturating_sub(to);
    u64::MAX << before & u64::MAX >> behind
}

struct Flood<'a> {
    /// The cells not yet reached.
    left: &'a mut [u64],
    /// The cells reached.
    taken: &'a mut [u64],
    /// Words whose cells must still be expanded.
    work: Vec<(usize, u64)>,
}

impl Flood<'_> {
    /// Enters the given cells of a word that are still in `left`, and all cells of the word that are connected to these
    /// cells.
    #[inline]
    fn enter(&mut self, word: usize, bits: u64) {
        let Some(left) = self.left.get_mut(word) else {
            return;
        };
        if bits & *left == 0 {
            return;
        }
        let gained = spread(bits & *left, *left);
        *left &= !gained;
        self.taken[word] |= gained;
        self.work.push((word, gained));
    }
}

/// Returns the bits of all runs of consecutive 1 bits in `open` that contain a bit of `seeds`. `seeds` must be a subset
/// of `open`.
fn spread(seeds: u64, open: u64) -> u64 {
    // The addition carries from each seed through the higher bits of its run, and flips all of them except other seeds.
    let up = (open.wrapping_add(seeds) ^ open | seeds) & open;
    if up >> 1 & open & !up == 0 {
        return up;
    }
    // Each step doubles the distance to which the bits have spread downward.
    let (mut down, mut open) = (up, open);
    for distance in [1, 2, 4, 8, 16, 32] {
        down |= open & (down >> distance);
        open &= open >> distance;
    }
    down
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::{Direction, at};

    /// A set of the cells marked true.
    fn drawn(size: Size, cells: &[bool]) -> CellSet {
        let mut set = CellSet::new(size);
        for (p, _) in size.points().zip(cells).filter(|(_, is_in)| **is_in) {
            assert!(set.insert(p) && !set.insert(p));
        }
        set
    }

    /// Finds the cells that steps connect to `from`, one cell at a time.
    fn by_cells(size: Size, cells: &[bool], from: Point, neighbours: Neighbours) -> Vec<bool> {
        let index = |p: Point| size.contains(p).then(|| (p.y * size.width + p.x) as usize);
        let mut entered = vec![false; cells.len()];
        let mut work = vec![from];
        while let Some(p) = work.pop() {
            let Some(index) = index(p).filter(|index| cells[*index] && !entered[*index]) else {
                continue;
            };
            entered[index] = true;
            let ways = Direction::ALL.into_iter();
            let near = ways.map(|way| p + way).filter(|near| match neighbours {
                Neighbours::Four => near.manhattan(p) == 1,
                Neighbours::Eight => true,
            });
            work.extend(near);
        }
        entered
    }

    /// A hash for test data, the same in every run.
    fn noise(seed: u32, n: u32) -> u32 {
        let x = (seed.wrapping_mul(0x9E37_79B9) ^ n.wrapping_add(0x7F4A_7C15))
            .wrapping_mul(0x85EB_CA6B);
        let x = (x ^ x >> 15).wrapping_mul(0xC2B2_AE35);
        x ^ x >> 16
    }

    /// A map whose width is near the end of a word, with a mark for each cell, and one of its cells.
    fn map(seed: u32) -> (Size, Vec<bool>, Point) {
        let width = [
            1 + noise(seed, 1) % 7,
            60 + noise(seed, 1) % 10,
            125 + noise(seed, 1) % 6,
        ];
        let width = width[seed as usize % 3] as i32;
        let size = Size::new(width, 1 + (noise(seed, 2) % 23) as i32);
        let share = [30, 50, 60, 80, 98][noise(seed, 3) as usize % 5];
        let cells = (0..size.area() as u32).map(|nth| noise(seed, 100 + nth) % 100 < share);
        let nth = noise(seed, 4) as usize % size.area();
        (
            size,
            cells.collect(),
            size.points().nth(nth).expect("a cell"),
        )
    }

    #[test]
    fn a_flood_by_words_enters_what_a_flood_by_cells_does() {
        for seed in 0..300 {
            let (size, cells, from) = map(seed);
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                let mut left = drawn(size, &cells);
                let taken = left.take_connected(from, neighbours);
                let expected = by_cells(size, &cells, from, neighbours);
                for (p, (was_in, is_entered)) in size.points().zip(cells.iter().zip(expected)) {
                    assert_eq!(taken.contains(p), is_entered, "seed {seed}, {p}");
                    assert_eq!(left.contains(p), *was_in && !is_entered, "seed {seed}, {p}");
                }
            }
        }
    }

    #[test]
    fn the_runs_of_a_row_are_its_cells() {
        for seed in 0..300 {
            let (size, cells, from) = map(seed);
            let set = drawn(size, &cells);
            let to = (from.x + (noise(seed, 5) % 140) as i32).min(size.width - 1);
            let runs: Vec<(i32, i32)> = set.runs(from.y, from.x, to).collect();
            let listed = runs.iter().flat_map(|(first, last)| *first..=*last);
            let there = (from.x..=to).filter(|x| set.contains(at(*x, from.y)));
            assert!(listed.eq(there), "seed {seed}");
            let is_parted = |two: &[(i32, i32)]| two[0].1 + 1 < two[1].0;
            assert!(runs.windows(2).all(is_parted), "seed {seed}");
            let cells: i32 = runs.iter().map(|(first, last)| last - first + 1).sum();
            assert_eq!(set.count(from.y, from.x, to), cells as u32, "seed {seed}");
            assert_eq!(set.count(from.y, to + 1, from.x), 0, "seed {seed}");
            assert_eq!(set.any(from.y, from.x, to), !runs.is_empty());
            let (mut less, all) = (set.clone(), set.count(from.y, 0, size.width));
            less.remove(from.y, from.x, to);
            assert!(!less.any(from.y, from.x, to), "seed {seed}");
            assert_eq!(less.count(from.y, 0, size.width), all - cells as u32);
            let mut more = less.clone();
            more.add(from.y, from.x, to);
            assert_eq!(more.count(from.y, from.x, to), from.x.abs_diff(to) + 1);
            assert_eq!(
                more.count(from.y, 0, size.width) - more.count(from.y, from.x, to),
                all - cells as u32
            );
            more.take_out(from);
            assert!(!more.contains(from), "seed {seed}");
            less.remove(from.y, to + 1, from.x);
            assert_eq!(less.count(from.y, 0, size.width), all - cells as u32);
        }
    }

    #[test]
    fn a_cell_is_next_to_a_set_by_a_step() {
        for seed in 0..60 {
            let (size, cells, _) = map(seed);
            let others: Vec<bool> = { 0..cells.len() as u32 }
                .map(|nth| noise(seed, 9000 + nth).is_multiple_of(9))
                .collect();
            let (set, other) = (drawn(size, &cells), drawn(size, &others));
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                let near = set.next_to(&other, neighbours);
                for p in size.points() {
                    let mut ways = Direction::ALL.into_iter().filter(|way| match neighbours {
                        Neighbours::Four => way.dx() == 0 || way.dy() == 0,
                        Neighbours::Eight => true,
                    });
                    let is_near = ways.any(|way| other.contains(p + way));
                    assert_eq!(
                        near.contains(p),
                        set.contains(p) && is_near,
                        "seed {seed}, {p}"
                    );
                }
            }
        }
    }

    #[test]
    fn corners_are_those_of_rectangles_within_the_set() {
        for seed in 0..300 {
            let (size, mut cells, from) = map(seed);
            let gaps = (0..).zip(&mut cells);
            gaps.for_each(|(nth, is_in)| *is_in |= !noise(seed, 9000 + nth).is_multiple_of(8));
            let set = drawn(size, &cells);
            let sides = [1 + noise(seed, 6) % 9, 1 + noise(seed, 7) % 5].map(|side| side as i32);
            let sides = Size::new(if seed % 7 == 0 { 64 } else { sides[0] }, sides[1]);
            let is_whole = |p: &Point| {
                let to = at(p.x + sides.width - 1, p.y + sides.height - 1);
                let mut rows = p.y..=to.y;
                rows.all(|y| i64::from(set.count(y, p.x, to.x)) == i64::from(sides.width))
            };
            let wanted: Vec<Point> = size.points().filter(is_whole).collect();
            let corners = set.corners(sides);
            assert_eq!(corners.cell_count(), wanted.len(), "seed {seed}");
            let found = (0..=wanted.len()).map_while(|nth| corners.nth(nth));
            assert!(found.eq(wanted), "seed {seed}, {sides} in {size}, {from}");
        }
    }

    #[test]
    fn no_cell_is_outside_the_map() {
        let size = Size::new(64, 2);
        let set = drawn(size, &[true; 128]);
        let outside = [
            at(-1, 0),
            at(64, 0),
            at(0, -1),
            at(0, 2),
            at(0, -2),
            at(0, 3),
        ];
        assert!(outside.iter().all(|p| !set.contains(*p)));
        assert!(!set.any(-1, 0, 63) && !set.any(2, 0, 63) && !set.any(-5, 0, 63));
        let all = CellSet::new(size).take_connected(at(0, 0), Neighbours::Eight);
        assert!(!all.any(0, 0, 63), "a flood from no cell of the set");
    }
}
