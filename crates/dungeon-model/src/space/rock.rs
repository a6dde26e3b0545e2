//! Rock to dig in: the connected pieces of its hollow cells, and tunnels that join all pieces.
use std::ops::Range;

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

/// The pieces of a grid of rock. A piece is a largest possible set of hollow cells that four-way steps connect.
#[derive(Clone, Debug)]
pub struct Pieces {
    runs: Vec<HollowRun>, // in reading order
    sizes: Vec<u32>,      // by piece
}

/// A run of hollow cells of a row, as long as possible. The cells of the grid are numbered in reading order.
#[derive(Clone, Debug)]
struct HollowRun {
    cells: Range<usize>,
    piece: u32,
}

impl Pieces {
    /// Finds the pieces of a grid, in the reading order of their first cells.
    pub fn new(rock: &Grid<Rock>) -> Pieces {
        Pieces::of(rock, |cell| cell == Rock::Hollow)
    }

    /// Finds the pieces that a grid would have if the cells that `is_hollow` accepts were its hollow cells. Connects
    /// each run of hollow cells to the runs in the row above that touch it.
    pub fn of(rock: &Grid<Rock>, is_hollow: impl Fn(Rock) -> bool) -> Pieces {
        let width = rock.size().width.max(1) as usize;
        let mut runs: Vec<HollowRun> = Vec::with_capacity(4 * rock.rows().count());
        let mut sets = DisjointSets::new(0);
        let mut above = 0; // the first run that may touch the next run from above
        for (y, row) in rock.rows().enumerate() {
            let first = runs.len();
            let start = y * width;
            let mut x = 0;
            while let Some(skipped) = row[x..].iter().position(|cell| is_hollow(*cell)) {
                x += skipped;
                let length = row[x..].iter().position(|cell| !is_hollow(*cell));
                let end = length.map_or(row.len(), |length| x + length);
                let (piece, cells) = (sets.push(), start + x..start + end);
                while above < first && runs[above].cells.end + width <= cells.start {
                    above += 1;
                }
                let upper = runs[above..first].iter();
                let touching = upper.take_while(|upper| upper.cells.start + width < cells.end);
                touching.for_each(|upper| _ = sets.union(piece, upper.piece));
                runs.push(HollowRun { cells, piece });
                x = end;
            }
            above = first;
        }
        let sizes = number_in_order(&mut runs, &mut sets);
        Pieces { runs, sizes }
    }

    /// Returns the number of pieces.
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// Returns the number of cells of the largest piece; 0 if there is none.
    pub fn largest(&self) -> u32 {
        self.sizes.iter().copied().max().unwrap_or(0)
    }

    /// Iterates over runs of hollow cells, numbered in reading order, each with the size of its piece.
    pub fn runs(&self) -> impl Iterator<Item = (Range<usize>, u32)> {
        let run = |run: &HollowRun| (run.cells.clone(), self.sizes[run.piece as usize]);
        self.runs.iter().map(run)
    }
}

/// Replaces the piece of each run with the number of its set. Sets are numbered from 0 in the reading order of their
/// first cells. Returns the number of cells of each set.
fn number_in_order(runs: &mut [HollowRun], sets: &mut DisjointSets) -> Vec<u32> {
    let mut numbers = vec![NONE; sets.count()];
    let mut sizes = Vec::new();
    for run in runs {
        let root = sets.find(run.piece).unwrap_or(run.piece) as usize;
        if numbers[root] == NONE {
            numbers[root] = count(sizes.len());
            sizes.push(0);
        }
        run.piece = numbers[root];
        sizes[run.piece as usize] += count(run.cells.len());
    }
    sizes
}

/// Digs tunnels until all hollow cells form one piece, unless fixed rock separates them. Tunnels consist of four-way
/// steps, and are approximately as short as possible. Takes time proportional to the number of cells.
///
/// All pieces grow into the rock at the same time, ring by ring. Where two pieces meet that are not connected yet, the
/// paths back to both pieces become a tunnel.
pub fn join(rock: &mut Grid<Rock>) {
    let pieces = Pieces::new(rock);
    let Some(missing) = pieces.count().checked_sub(1).filter(|missing| *missing > 0) else {
        return;
    };
    let mut growth = Growth {
        sets: DisjointSets::new(pieces.count()),
        missing,
        ..Growth::new(rock, &pieces)
    };
    let mut ring = growth.shores(&pieces);
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

/// The label of rock that no piece has reached yet, and of pieces without a number.
const NONE: u32 = u32::MAX;

/// The label of fixed rock, which no piece can reach.
const NEVER: u32 = u32::MAX - 1;

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
    fn new(rock: &Grid<Rock>, pieces: &Pieces) -> Growth {
        let stride = rock.size().width.max(0) as usize + 2;
        let mut reached = vec![NEVER; stride * (rock.size().height.max(0) as usize + 2)];
        let rows = reached.chunks_mut(stride).skip(1);
        for (reached, rock) in rows.zip(rock.rows()) {
            for (reached, rock) in reached[1..].iter_mut().zip(rock) {
                *reached = if *rock == Rock::Solid { NONE } else { NEVER };
            }
        }
        for run in &pieces.runs {
            reached[bordered(&run.cells, stride)].fill(run.piece);
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

    /// Returns the hollow cells next to solid rock, in reading order. Pieces can grow only from these cells.
    fn shores(&self, pieces: &Pieces) -> Vec<u32> {
        let is_solid = |near: usize| self.reached[near] == NONE;
        let mut shores = Vec::new();
        for run in &pieces.runs {
            let run = bordered(&run.cells, self.stride);
            for cell in run.clone() {
                // Only the ends of a run have a neighbor in their row that is not hollow.
                if is_solid(cell - self.stride)
                    || is_solid(cell + self.stride)
                    || cell == run.start && is_solid(cell - 1)
                    || cell + 1 == run.end && is_solid(cell + 1)
                {
                    shores.push(count(cell));
                }
            }
        }
        shores
    }

    /// Reaches the neighbors of a cell. Adds the neighbors that were not reached before to the ring.
    #[inline]
    fn spread(&mut self, cell: usize, ring: &mut Vec<u32>) {
        let own = self.reached[cell];
        for near in [cell - self.stride, cell - 1, cell + 1, cell + self.stride] {
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

/// Converts the numbers of cells of a row from a grid to a grid with a border, whose rows have `stride` cells.
fn bordered(cells: &Range<usize>, stride: usize) -> Range<usize> {
    let first = cells.start + 2 * (cells.start / (stride - 2)) + stride + 1;
    first..first + cells.len()
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
        let runs: Vec<_> = pieces.runs().collect();
        assert_eq!(runs, [(0..2, 2), (6..7, 3), (10..12, 3)]);
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
