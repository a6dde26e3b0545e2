//! Rock that is dug: what is hollow in it, which pieces that makes, and the tunnels that make one piece of them.
use std::collections::VecDeque;

use super::disjoint_sets::DisjointSets;
use super::geometry::Direction::{self, East, North, South, West};
use super::geometry::Point;
use super::grid::Grid;

/// A cell of rock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rock {
    /// The rock was dug away.
    Hollow,
    /// The rock can be dug away.
    Solid,
    /// The rock can never be dug away.
    Fixed,
}

/// The label of cells that belong to no piece.
const NONE: u32 = u32::MAX;

/// The hollow pieces of a grid of rock: cells that hang together by four-way steps.
#[derive(Clone, Debug)]
pub struct Pieces {
    labels: Grid<u32>,
    sizes: Vec<u32>,
}

impl Pieces {
    /// Finds the pieces of a grid, in reading order of their first cells.
    pub fn new(rock: &Grid<Rock>) -> Pieces {
        let mut labels = Grid::filled(rock.size(), NONE);
        let mut sizes = Vec::new();
        let mut stack = Vec::new();
        for start in rock.size().points() {
            if !is_new(rock, &labels, start) {
                continue;
            }
            let label = sizes.len() as u32;
            let mut cells = 0;
            labels.set(start, label);
            stack.push(start);
            while let Some(p) = stack.pop() {
                cells += 1;
                for near in FOUR.map(|way| p + way) {
                    if is_new(rock, &labels, near) {
                        labels.set(near, label);
                        stack.push(near);
                    }
                }
            }
            sizes.push(cells);
        }
        Pieces { labels, sizes }
    }

    /// How many pieces there are.
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// How many cells the largest piece has; 0 without any.
    pub fn largest(&self) -> u32 {
        self.sizes.iter().copied().max().unwrap_or(0)
    }

    /// How many cells the piece of a cell has; 0 where nothing is hollow.
    pub fn size_at(&self, p: Point) -> u32 {
        let label = self.labels.get(p).unwrap_or(NONE);
        self.sizes.get(label as usize).copied().unwrap_or(0)
    }
}

/// Digs tunnels until all hollow cells are one piece, if fixed rock lets them: about the shortest that do, four-way,
/// in time proportional to the cells.
///
/// Every piece grows into the rock a ring at a time. Where two of them meet that do not hang together yet, the ways
/// back into both are a tunnel.
pub fn join(rock: &mut Grid<Rock>) {
    let Pieces { mut labels, sizes } = Pieces::new(rock);
    let mut sets = DisjointSets::new(sizes.len());
    let mut missing = sizes.len().saturating_sub(1);
    let mut back: Grid<Option<Direction>> = Grid::filled(rock.size(), None);
    let is_hollow = |p: &Point| rock.get(*p) == Some(Rock::Hollow);
    let mut ring: VecDeque<Point> = match missing {
        0 => VecDeque::new(),
        _ => rock.size().points().filter(is_hollow).collect(),
    };
    let mut tunnels = Vec::new();
    while let Some(p) = ring.pop_front() {
        if missing == 0 {
            break;
        }
        let own = labels.get(p).unwrap_or(NONE);
        for (way, behind) in FOUR.into_iter().zip(BEHIND) {
            let near = p + way;
            match (rock.get(near), labels.get(near)) {
                (Some(Rock::Solid), Some(NONE)) => {
                    labels.set(near, own);
                    back.set(near, Some(behind));
                    ring.push_back(near);
                }
                (Some(Rock::Solid | Rock::Hollow), Some(other)) if sets.union(own, other) => {
                    missing -= 1;
                    tunnels.extend([p, near]);
                }
                _ => {}
            }
        }
    }
    for end in tunnels {
        let mut p = end;
        rock.set(p, Rock::Hollow);
        while let Some(way) = back.get(p).flatten() {
            p = p + way;
            rock.set(p, Rock::Hollow);
        }
    }
}

const FOUR: [Direction; 4] = [North, West, East, South];
const BEHIND: [Direction; 4] = [South, East, West, North];

fn is_new(rock: &Grid<Rock>, labels: &Grid<u32>, p: Point) -> bool {
    rock.get(p) == Some(Rock::Hollow) && labels.get(p) == Some(NONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::{Size, at};

    /// `.` hollow, ` ` solid, `#` fixed.
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
        assert_eq!(
            [(1, 0), (2, 1), (0, 2)].map(|(x, y)| pieces.size_at(at(x, y))),
            [2, 3, 0]
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
