//! Rock to dig in: the connected pieces of its hollow cells, and tunnels that join all pieces.
use std::collections::VecDeque;

use super::disjoint_sets::DisjointSets;
use super::geometry::Direction::{self, East, North, South, West};
use super::geometry::{Point, at};
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
    let mut growth = Growth {
        reached: labels,
        sets: DisjointSets::new(sizes.len()),
        missing: sizes.len().saturating_sub(1),
        back: Grid::filled(rock.size(), None),
        tunnels: Vec::new(),
    };
    let cells = growth.reached.cells_mut().iter_mut().zip(rock.cells());
    for (reached, _) in cells.filter(|(_, cell)| **cell == Rock::Fixed) {
        *reached = NEVER;
    }
    let mut ring = VecDeque::new();
    if growth.missing > 0 {
        for p in shores(rock) {
            growth.spread(p, &mut ring);
        }
    }
    while let Some(p) = ring.pop_front() {
        growth.spread(p, &mut ring);
    }
    let Growth { back, tunnels, .. } = growth;
    for end in tunnels {
        let mut p = end;
        rock.set(p, Rock::Hollow);
        while let Some(way) = back.get(p).flatten() {
            p = p + way;
            rock.set(p, Rock::Hollow);
        }
    }
}

struct Growth {
    /// The piece that each cell belongs to, or from which it was reached; `NONE` for rock that was not reached, and
    /// `NEVER` for fixed rock. Pieces and special values are in one number, because the search reads it for every
    /// neighbor of every cell.
    reached: Grid<u32>,
    sets: DisjointSets,
    /// The number of tunnels that are still needed to join all pieces.
    missing: usize,
    /// For each cell of rock that was reached, the direction of the step back toward the piece; otherwise `None`.
    back: Grid<Option<Direction>>,
    /// The cells where two pieces met: two neighboring cells for each tunnel.
    tunnels: Vec<Point>,
}

impl Growth {
    /// Reaches the neighbors of a cell, unless all pieces are joined already. Adds the neighbors that were not reached
    /// before to the ring.
    fn spread(&mut self, p: Point, ring: &mut VecDeque<Point>) {
        let Some(nth) = self.reached.index(p).filter(|_| self.missing > 0) else {
            return;
        };
        let size = self.reached.size();
        let width = size.width as usize;
        let own = self.reached.cells()[nth];
        let around = [
            (p.y > 0, nth.wrapping_sub(width)),
            (p.x > 0, nth.wrapping_sub(1)),
            (p.x + 1 < size.width, nth + 1),
            (p.y + 1 < size.height, nth + width),
        ];
        for ((way, behind), (is_inside, near)) in FOUR.into_iter().zip(BEHIND).zip(around) {
            if !is_inside {
                continue;
            }
            match self.reached.cells()[near] {
                NONE => {
                    self.reached.cells_mut()[near] = own;
                    self.back.cells_mut()[near] = Some(behind);
                    ring.push_back(p + way);
                }
                other if other == own || other == NEVER => {}
                other if self.sets.union(own, other) => {
                    self.missing -= 1;
                    self.tunnels.extend([p, p + way]);
                }
                _ => {}
            }
        }
    }
}

/// Returns the hollow cells next to solid rock, in reading order. Pieces can grow only from these cells.
fn shores(rock: &Grid<Rock>) -> impl Iterator<Item = Point> {
    let is_solid = |cell: Option<&Rock>| cell == Some(&Rock::Solid);
    let width = rock.size().width.max(1) as usize;
    let cells = rock.cells();
    let beside = move |nth: usize, x: usize| {
        is_solid(cells.get(nth + width))
            || x + 1 < width && is_solid(cells.get(nth + 1))
            || x > 0 && is_solid(cells.get(nth - 1))
            || nth >= width && is_solid(cells.get(nth - width))
    };
    let rows = (0..).zip(cells.chunks(width));
    rows.flat_map(move |(y, row)| {
        let shores = (0..).zip(row).filter(move |(x, cell)| {
            **cell == Rock::Hollow && beside(y as usize * width + *x as usize, *x as usize)
        });
        shores.map(move |(x, _)| at(x, y))
    })
}

const FOUR: [Direction; 4] = [North, West, East, South];
const BEHIND: [Direction; 4] = [South, East, West, North];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::Size;

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
