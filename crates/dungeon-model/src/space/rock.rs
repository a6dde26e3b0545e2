//! Rock to dig in: the connected pieces of its hollow cells, and tunnels that join all pieces.
use super::disjoint_sets::DisjointSets;
use super::geometry::{Point, cell_at};
use super::grid::Grid;
use super::narrow::count;

/// The state of a cell of rock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rock {
    /// Rock that was dug away.
    Hollow,
    /// Rock that can be dug away.
    Solid,
    /// Rock that can never be dug away.
    Fixed,
}

/// The label of a cell that belongs to no piece, and that no piece has reached yet.
const NONE: u32 = u32::MAX;

/// The label of fixed rock, which no piece can reach.
const NEVER: u32 = u32::MAX - 1;

/// The pieces of a grid of rock. A piece is a largest possible set of hollow cells that four-way steps connect.
#[derive(Clone, Debug)]
pub struct Pieces {
    labels: Grid<u32>,
    sizes: Vec<u32>,
}

impl Pieces {
    /// Finds the pieces of a grid, in the reading order of their first cells.
    pub fn new(rock: &Grid<Rock>) -> Pieces {
        Pieces::of(rock, |cell| cell == Rock::Hollow)
    }

    /// Finds the pieces that a grid would have if the cells that `is_hollow` accepts were its hollow cells. Visits the
    /// cells row by row: each hollow cell gets the label of its left or upper hollow neighbor, and connects the two if
    /// both are hollow.
    pub fn of(rock: &Grid<Rock>, is_hollow: impl Fn(Rock) -> bool) -> Pieces {
        let mut labels = Grid::filled(rock.size(), NONE);
        let mut sets = DisjointSets::new(0);
        let width = rock.size().width.max(1) as usize;
        let mut above: &mut [u32] = &mut [];
        for (rock, own) in rock.rows().zip(labels.cells_mut().chunks_mut(width)) {
            let mut left = NONE;
            for (x, cell) in rock.iter().enumerate() {
                if !is_hollow(*cell) {
                    left = NONE;
                    continue;
                }
                let up = above.get(x).copied().unwrap_or(NONE);
                left = match (left, up) {
                    (NONE, NONE) => sets.push(),
                    (NONE, one) | (one, NONE) => one,
                    (left, up) => {
                        if left != up {
                            sets.union(left, up);
                        }
                        up
                    }
                };
                own[x] = left;
            }
            above = own;
        }
        let sizes = number_in_order(labels.cells_mut(), &mut sets);
        Pieces { labels, sizes }
    }

    /// Returns the number of pieces.
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// Returns the number of cells of the largest piece; 0 if there is none.
    pub fn largest(&self) -> u32 {
        self.sizes.iter().copied().max().unwrap_or(0)
    }

    /// Returns the size of the piece of each cell, in reading order; 0 for cells that are not hollow.
    pub fn cell_sizes(&self) -> impl Iterator<Item = u32> {
        let size = |label: &u32| self.sizes.get(*label as usize).copied().unwrap_or(0);
        self.labels.cells().iter().map(size)
    }
}

/// Replaces each label with the number of its set. Sets are numbered from 0 in the reading order of their first cells.
/// Returns the number of cells of each set.
fn number_in_order(labels: &mut [u32], sets: &mut DisjointSets) -> Vec<u32> {
    let mut numbers = vec![NONE; sets.count()];
    let mut sizes = Vec::new();
    let (mut last, mut last_number) = (NONE, NONE); // neighbors mostly share a label
    for label in labels.iter_mut().filter(|label| **label != NONE) {
        if *label != last {
            last = *label;
            let root = sets.find(last).unwrap_or(last) as usize;
            if numbers[root] == NONE {
                numbers[root] = count(sizes.len());
                sizes.push(0);
            }
            last_number = numbers[root];
        }
        *label = last_number;
        sizes[last_number as usize] += 1;
    }
    sizes
}

/// Digs tunnels until all hollow cells form one piece, unless fixed rock separates them. Tunnels consist of four-way
/// steps, and are approximately as short as possible. Takes time proportional to the number of cells.
///
/// All pieces grow into the rock at the same time, ring by ring. Where two pieces meet that are not connected yet, the
/// paths back to both pieces become a tunnel.
pub fn join(rock: &mut Grid<Rock>) {
    let Pieces { labels, sizes } = Pieces::new(rock);
    let Some(missing) = sizes.len().checked_sub(1).filter(|missing| *missing > 0) else {
        return;
    };
    let mut growth = Growth {
        sets: DisjointSets::new(sizes.len()),
        missing,
        ..Growth::new(rock, labels)
    };
    let mut ring = growth.shores();
    let mut next = 0;
    while growth.missing > 0
        && let Some(cell) = ring.get(next)
    {
        growth.spread(*cell as usize, &mut ring);
        next += 1;
    }
    for end in &growth.tunnels {
        let mut cell = *end;
        while cell != 0 {
            rock.set(growth.point(cell), Rock::Hollow);
            cell = growth.back[cell] as usize;
        }
    }
}

/// The growth of all pieces into the rock. The cells are numbered row by row, with a border of fixed rock around them.
struct Growth {
    /// The number of cells in a row, with the border.
    stride: usize,
    /// The piece that each cell belongs to, or from which it was reached; `NONE` for rock that was not reached, and
    /// `NEVER` for fixed rock. Pieces and special values are in one number, because the search reads it for every
    /// neighbor of every cell.
    reached: Vec<u32>,
    sets: DisjointSets,
    /// The number of tunnels that are still needed to join all pieces.
    missing: usize,
    /// For each cell of rock that was reached, the cell from which it was reached; 0 for other cells.
    back: Vec<u32>,
    /// The cells where two pieces met: two neighboring cells for each tunnel.
    tunnels: Vec<usize>,
}

impl Growth {
    fn new(rock: &Grid<Rock>, labels: Grid<u32>) -> Growth {
        let stride = rock.size().width.max(0) as usize + 2;
        let mut reached = vec![NEVER; stride * (rock.size().height.max(0) as usize + 2)];
        let rows = reached.chunks_mut(stride).skip(1);
        for (reached, (rock, labels)) in rows.zip(rock.rows().zip(labels.rows())) {
            for (reached, (rock, label)) in reached[1..].iter_mut().zip(rock.iter().zip(labels)) {
                if *rock != Rock::Fixed {
                    *reached = *label;
                }
            }
        }
        Growth {
            stride,
            back: vec![0; reached.len()],
            reached,
            sets: DisjointSets::new(0),
            missing: 0,
            tunnels: Vec::new(),
        }
    }

    fn around(&self, cell: usize) -> [usize; 4] {
        [cell - self.stride, cell - 1, cell + 1, cell + self.stride]
    }

    /// Returns the hollow cells next to solid rock, in reading order. Pieces can grow only from these cells.
    fn shores(&self) -> Vec<u32> {
        let is_solid = |near: usize| self.reached[near] == NONE;
        let mut shores = Vec::new();
        for (cell, label) in self.reached.iter().enumerate() {
            if *label < NEVER && self.around(cell).into_iter().any(is_solid) {
                shores.push(count(cell));
            }
        }
        shores
    }

    /// Reaches the neighbors of a cell. Adds the neighbors that were not reached before to the ring.
    #[inline]
    fn spread(&mut self, cell: usize, ring: &mut Vec<u32>) {
        let own = self.reached[cell];
        for near in self.around(cell) {
            match self.reached[near] {
                NONE => {
                    self.reached[near] = own;
                    self.back[near] = count(cell);
                    ring.push(count(near));
                }
                other if other == own || other == NEVER => {}
                other if self.sets.union(own, other) => {
                    self.missing -= 1;
                    self.tunnels.extend([cell, near]);
                }
                _ => {}
            }
        }
    }

    fn point(&self, cell: usize) -> Point {
        cell_at(cell % self.stride - 1, cell / self.stride - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::{Size, at};

    /// Parses `.` as hollow, a blank as solid, and `#` as fixed rock.
    fn rock(rows: &[&str]) -> Grid<Rock> {
        let size = Size::new(rows[0].len() as i32, rows.len() as i32);
        let mut rock = Grid::filled(size, Rock::Solid);
        for (y, row) in (0..).zip(rows) {
            for (x, cell) in (0..).zip(row.chars()) {
                match cell {
                    '.' => rock.set(at(x, y), Rock::Hollow),
                    '#' => rock.set(at(x, y), Rock::Fixed),
                    _ => {}
                }
            }
        }
        rock
    }

    fn joined(rows: &[&str]) -> Vec<String> {
        let mut rock = rock(rows);
        join(&mut rock);
        let glyph = |cell: &Rock| match cell {
            Rock::Hollow => '.',
            Rock::Solid => ' ',
            Rock::Fixed => '#',
        };
        rock.rows()
            .map(|row| row.iter().map(glyph).collect())
            .collect()
    }

    #[test]
    fn pieces_hang_together_by_four_way_steps() {
        let pieces = Pieces::new(&rock(&["..  ", "  . ", "# ..", "    "]));
        assert_eq!((pieces.count(), pieces.largest()), (2, 3));
        let sizes: Vec<u32> = pieces.cell_sizes().collect();
        assert_eq!([sizes[1], sizes[6], sizes[8]], [2, 3, 0]);
    }

    #[test]
    fn join_digs_the_shortest_tunnels_and_no_more_than_it_needs() {
        assert_eq!(
            joined(&[".    .", ".   ..", "..... ", ".     ", "...   "]),
            [".    .", ".   ..", "..... ", ".     ", "...   "]
        );
    }

    #[test]
    fn join_goes_round_fixed_rock_and_gives_up_where_it_encloses() {
        assert_eq!(joined(&[".#.", " # ", "   "]), [".#.", ".#.", "..."]);
        assert_eq!(joined(&[".#.", " # ", "## "]), [".#.", " # ", "## "]);
    }
}
