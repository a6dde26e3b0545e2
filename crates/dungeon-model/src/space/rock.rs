//! Rock to dig in: the connected pieces of its hollow cells, and tunnels that join all pieces.
use super::cell_set::{CellSet, WORD, bits_between, nth_bit};
use super::disjoint_sets::DisjointSets;
use super::geometry::{Neighbours, Point, Region, Size, at, cell_at};
use super::narrow::count;

/// Rock, into which levels are dug. A cell is hollow, solid, or fixed: then it can never be dug away.
#[derive(Clone, Debug)]
pub struct Rock {
    size: Size,
    /// The cells that can be dug away.
    pub solid: CellSet,
    /// The cells that were dug away.
    pub hollow: CellSet,
}

impl Rock {
    /// Creates rock without solid and hollow cells.
    pub fn fixed(size: Size) -> Rock {
        Rock {
            size,
            solid: CellSet::new(size),
            hollow: CellSet::new(size),
        }
    }

    /// Returns the columns and rows of the rock.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Digs away the solid cells of a region.
    pub fn dig(&mut self, region: Region) {
        let Region { from, to } = region;
        let [left, right] = [from.x.max(0), to.x.min(self.size.width - 1)].map(|x| x as usize);
        if from.x > to.x || left > right {
            return;
        }
        for y in from.y.max(0)..=to.y.min(self.size.height - 1) {
            let (solid, hollow) = (self.solid.row_mut(y), self.hollow.row_mut(y));
            for nth in left / WORD..=right / WORD {
                let dug = solid[nth] & bits_between(nth, left, right);
                solid[nth] &= !dug;
                hollow[nth] |= dug;
            }
        }
    }

    /// Makes a cell hollow, even if it is fixed. The cell must be on the map.
    pub fn open(&mut self, p: Point) {
        self.solid.take_out(p);
        self.hollow.insert(p);
    }

    /// Makes a cell fixed. The cell must be on the map.
    pub fn fix(&mut self, p: Point) {
        self.solid.take_out(p);
        self.hollow.take_out(p);
    }

    /// Digs tunnels until all hollow cells form one piece, unless fixed rock separates them. Tunnels consist of
    /// four-way steps, and are approximately as short as possible. Takes time proportional to the number of cells.
    ///
    /// All pieces grow into the rock at the same time, ring by ring. Where two pieces meet that are not connected yet,
    /// the paths back to both pieces become a tunnel.
    pub fn join(&mut self) {
        let pieces = Pieces::of(&self.hollow);
        let Some(missing) = pieces.count().checked_sub(1).filter(|missing| *missing > 0) else {
            return;
        };
        let mut growth = Growth::new(self, &pieces, missing);
        let mut ring = growth.shores(self);
        let mut next = 0;
        while growth.missing > 0
            && let Some(cell) = ring.get(next)
        {
            growth.spread(*cell as usize, &mut ring);
            next += 1;
        }
        for end in &growth.tunnels {
            let mut cell = *end;
            // The way back from a hollow cell is hollow already.
            while let p = growth.point(cell)
                && !self.hollow.contains(p)
            {
                self.open(p);
                cell = growth.back[cell] as usize;
            }
        }
    }
}

/// The pieces of a set of cells. A piece is a largest possible set of cells that four-way steps connect.
#[derive(Clone, Debug)]
pub struct Pieces {
    runs: Vec<PieceRun>, // in reading order
    sizes: Vec<u32>,     // by piece
}

/// A run of cells of a row, as long as possible.
#[derive(Clone, Copy, Debug)]
struct PieceRun {
    cells: Region,
    piece: u32,
}

impl Pieces {
    /// Finds the pieces of a set, in the reading order of their first cells. Connects each run of cells to the runs in
    /// the row above that touch it.
    pub fn of(cells: &CellSet) -> Pieces {
        let expected = 8 * cells.rows().count();
        let mut runs: Vec<PieceRun> = Vec::with_capacity(expected);
        let mut sets = DisjointSets::with_capacity(expected);
        let mut above = 0; // the first run that may touch the next run from above
        for (y, _) in cells.rows() {
            let first = runs.len();
            for (from, to) in cells.runs(y, 0, i32::MAX) {
                let piece = sets.push();
                while above < first && runs[above].cells.to.x < from {
                    above += 1;
                }
                let upper = runs[above..first].iter();
                let touching = upper.take_while(|upper| upper.cells.from.x <= to);
                touching.for_each(|upper| _ = sets.union(piece, upper.piece));
                let cells = Region {
                    from: at(from, y),
                    to: at(to, y),
                };
                runs.push(PieceRun { cells, piece });
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

    /// Iterates over the runs of cells in reading order, each with the size of its piece.
    pub fn runs(&self) -> impl Iterator<Item = (Region, u32)> {
        let run = |run: &PieceRun| (run.cells, self.sizes[run.piece as usize]);
        self.runs.iter().map(run)
    }
}

/// Replaces the piece of each run with the number of its set. Sets are numbered from 0 in the reading order of their
/// first cells. Returns the number of cells of each set.
fn number_in_order(runs: &mut [PieceRun], sets: &mut DisjointSets) -> Vec<u32> {
    let mut numbers = vec![NONE; sets.count()];
    let mut sizes = Vec::new();
    for PieceRun { cells, piece } in runs {
        let root = sets.find(*piece).unwrap_or(*piece) as usize;
        if numbers[root] == NONE {
            numbers[root] = count(sizes.len());
            sizes.push(0);
        }
        *piece = numbers[root];
        sizes[*piece as usize] += cells.from.x.abs_diff(cells.to.x) + 1;
    }
    sizes
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
    /// For each cell of rock that was reached, the cell from which it was reached; `NEVER` for other cells.
    back: Vec<u32>,
    /// The cells where two pieces met: two neighboring cells for each tunnel.
    tunnels: Vec<usize>,
}

impl Growth {
    fn new(rock: &Rock, pieces: &Pieces, missing: usize) -> Growth {
        let [width, height] = [rock.size.width, rock.size.height].map(|side| side.max(0) as usize);
        let stride = width + 2;
        let mut reached = vec![NEVER; stride * (height + 2)];
        let mut fill = |y: i32, from: i32, to: i32, label| {
            let first = (y as usize + 1) * stride + 1;
            reached[first + from as usize..=first + to as usize].fill(label);
        };
        for (y, _) in rock.solid.rows() {
            let runs = rock.solid.runs(y, 0, i32::MAX);
            runs.for_each(|(from, to)| fill(y, from, to, NONE));
        }
        for PieceRun { cells, piece } in &pieces.runs {
            fill(cells.from.y, cells.from.x, cells.to.x, *piece);
        }
        Growth {
            stride,
            back: vec![NEVER; reached.len()],
            reached,
            sets: DisjointSets::new(pieces.count()),
            missing,
            tunnels: Vec::new(),
        }
    }

    /// Returns the hollow cells next to solid rock, in reading order. Pieces can grow only from these cells.
    fn shores(&self, rock: &Rock) -> Vec<u32> {
        let mut shores = Vec::with_capacity(self.reached.len());
        let near = rock.hollow.next_to(&rock.solid, Neighbours::Four);
        for (nth, (_, row)) in (1..).zip(near.rows()) {
            for (first, word) in (nth * self.stride + 1..).step_by(WORD).zip(row) {
                let mut word = *word;
                while word != 0 {
                    shores.push(count(first + nth_bit(word, 0)));
                    word &= word - 1;
                }
            }
        }
        shores
    }

    /// Reaches the neighbors of a cell. Adds the neighbors that were not reached before to the ring.
    #[inline]
    fn spread(&mut self, cell: usize, ring: &mut Vec<u32>) {
        let (own, stride) = (self.reached[cell], self.stride);
        let mut reach = |near: usize| {
            let other = self.reached[near];
            if other == NONE {
                self.reached[near] = own;
                self.back[near] = count(cell);
                ring.push(count(near));
            } else if other != own && other != NEVER {
                self.meet((own, cell), (other, near));
            }
        };
        reach(cell - stride);
        reach(cell - 1);
        reach(cell + 1);
        reach(cell + stride);
    }

    /// Makes a tunnel between two neighboring cells of different pieces, unless the pieces are connected already.
    #[cold]
    fn meet(&mut self, (own, cell): (u32, usize), (other, near): (u32, usize)) {
        if self.sets.union(own, other) {
            self.missing -= 1;
            self.tunnels.extend([cell, near]);
        }
    }

    fn point(&self, cell: usize) -> Point {
        cell_at(cell % self.stride - 1, cell / self.stride - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses `.` as hollow, a blank as solid, and `#` as fixed rock.
    fn rock(rows: &[&str]) -> Rock {
        let size = Size::new(rows[0].len() as i32, rows.len() as i32);
        let mut rock = Rock::fixed(size);
        for (y, row) in (0..).zip(rows) {
            for (x, cell) in (0..).zip(row.chars()) {
                match cell {
                    '.' => rock.open(at(x, y)),
                    '#' => {}
                    _ => _ = rock.solid.insert(at(x, y)),
                }
            }
        }
        rock
    }

    fn joined(rows: &[&str]) -> Vec<String> {
        let mut rock = rock(rows);
        rock.join();
        let glyph = |p: Point| match (rock.hollow.contains(p), rock.solid.contains(p)) {
            (true, _) => '.',
            (false, true) => ' ',
            (false, false) => '#',
        };
        let Size { width, height } = rock.size();
        let row = |y| (0..width).map(|x| glyph(at(x, y))).collect();
        (0..height).map(row).collect()
    }

    #[test]
    fn pieces_hang_together_by_four_way_steps() {
        let pieces = Pieces::of(&rock(&["..  ", "  . ", "# ..", "    "]).hollow);
        assert_eq!((pieces.count(), pieces.largest()), (2, 3));
        let run = |y, from, to| Region {
            from: at(from, y),
            to: at(to, y),
        };
        let runs: Vec<_> = pieces.runs().collect();
        assert_eq!(
            runs,
            [(run(0, 0, 1), 2), (run(1, 2, 2), 3), (run(2, 2, 3), 3)]
        );
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
