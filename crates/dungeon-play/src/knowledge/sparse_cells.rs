//! Sets of a few cells of a map that may be large, such as a field of view.
use dungeon_model::space::cell_set::WORD;
use dungeon_model::space::geometry::{Point, Size, cell_at};
use dungeon_model::space::narrow::count;

/// A set of cells of a map as bits, with 64 cells of a row in each word. Listing, comparing and clearing the set take
/// time in proportion to its words that are not 0.
#[derive(Clone, Debug, Default)]
pub struct SparseCells {
    size: Size,
    /// The number of words per row.
    stride: usize,
    words: Vec<u64>,
    /// The indexes of the words that are not 0, in no order.
    used: Vec<u32>,
}

/// Some cells of a set: the index of a word, and bits of the word.
pub type CellWord = (u32, u64);

impl SparseCells {
    /// Creates an empty set for a map of this size.
    pub fn new(size: Size) -> SparseCells {
        let stride = count(size.width.max(0) as usize).div_ceil(u64::BITS) as usize;
        SparseCells {
            size,
            stride,
            words: vec![0; stride * size.height.max(0) as usize],
            used: Vec::new(),
        }
    }

    /// Returns the columns and rows of the map.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether a cell is in the set; false outside the map.
    #[inline]
    pub fn contains(&self, p: Point) -> bool {
        self.size.contains(p) && {
            let (word, bit) = self.place(p);
            self.words[word as usize] & bit != 0
        }
    }

    /// Adds a cell; ignores points outside the map.
    #[inline]
    pub fn insert(&mut self, p: Point) {
        if self.size.contains(p) {
            self.add(self.place(p));
        }
    }

    /// Adds the cells of a word of another set for the same map.
    #[inline]
    pub fn add(&mut self, (nth, bits): CellWord) {
        let word = &mut self.words[nth as usize];
        if *word == 0 && bits != 0 {
            self.used.push(nth);
        }
        *word |= bits;
    }

    /// Removes all cells.
    pub fn clear(&mut self) {
        for nth in &self.used {
            self.words[*nth as usize] = 0;
        }
        self.used.clear();
    }

    /// Iterates over the words that are not 0.
    pub fn words(&self) -> impl Iterator<Item = CellWord> {
        let word = |nth: &u32| (*nth, self.words[*nth as usize]);
        self.used.iter().map(word)
    }

    /// Iterates over the cells of a word of a set for the same map.
    pub fn cells_of(&self, (nth, bits): CellWord) -> impl Iterator<Item = Point> + use<> {
        let (row, word) = (nth as usize / self.stride, nth as usize % self.stride);
        let mut bits = bits;
        std::iter::from_fn(move || {
            let column = (bits != 0).then_some(word * WORD + bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(cell_at(column, row))
        })
    }

    /// Iterates over the cells.
    pub fn cells(&self) -> impl Iterator<Item = Point> {
        self.words().flat_map(|word| self.cells_of(word))
    }

    /// Adds the cells to a list that another set for the same map lacks.
    pub fn list_without(&self, other: &SparseCells, out: &mut Vec<Point>) {
        for nth in &self.used {
            let mut bits = self.words[*nth as usize] & !other.words[*nth as usize];
            if bits != 0 {
                let row = *nth as usize / self.stride;
                let first = cell_at((*nth as usize - row * self.stride) * WORD, row);
                out.extend((0..bits.count_ones()).map(|_| {
                    let x = first.x + bits.trailing_zeros().cast_signed();
                    bits &= bits - 1;
                    Point { x, ..first }
                }));
            }
        }
    }

    /// Returns the place of a cell, which must be on the map.
    #[inline]
    fn place(&self, p: Point) -> CellWord {
        let (x, y) = (p.x.cast_unsigned(), p.y.cast_unsigned());
        let nth = y as usize * self.stride + x as usize / WORD;
        (count(nth), 1 << (x % u64::BITS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::space::geometry::at;
    use std::collections::BTreeSet;

    #[test]
    fn a_set_has_the_cells_that_were_added_since_it_was_cleared() {
        for (width, height) in [(1, 1), (63, 2), (64, 3), (65, 2), (130, 3)] {
            let size = Size::new(width, height);
            let mut set = SparseCells::new(size);
            set.insert(at(width - 1, height - 1));
            set.clear();
            let added = |p: &Point| (p.x * 7 + p.y * 3) % 5 == 0;
            let around = Size::new(width + 2, height + 2).points();
            for p in around.map(|p| at(p.x - 1, p.y - 1)).filter(added) {
                set.insert(p);
                set.insert(p);
            }
            let wanted: BTreeSet<Point> = size.points().filter(added).collect();
            assert_eq!(set.cells().collect::<BTreeSet<_>>(), wanted);
            assert_eq!(set.cells().count(), wanted.len(), "each once");
            assert!(!set.contains(at(-1, 0)) && !set.contains(at(width, 0)));
            assert!(size.points().all(|p| set.contains(p) == added(&p)));
            let mut other = SparseCells::new(size);
            set.words().for_each(|word| other.add(word));
            let mut without = Vec::new();
            set.list_without(&other, &mut without);
            assert_eq!(without, []);
            other.clear();
            set.list_without(&other, &mut without);
            assert!(set.cells().eq(without));
        }
    }
}
