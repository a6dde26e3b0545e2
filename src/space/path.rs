//! What can be reached (`flood`), and the fewest walls to open towards what cannot (`cheapest`): searches through
//! closures.
use std::collections::VecDeque;

use super::geometry::{Neighbours, Point, Size, at};
use super::grid::Grid;

/// Enters every cell that steps to such neighbours lead to from the sources. `enter` answers whether a cell is open
/// and was not entered before, and remembers it; it is asked about three times a cell, since whole runs of
/// a row are entered at once.
pub fn flood(
    neighbours: Neighbours,
    sources: impl IntoIterator<Item = Point>,
    mut enter: impl FnMut(Point) -> bool,
) {
    let corner = match neighbours {
        Neighbours::Four => 0,
        Neighbours::Eight => 1,
    };
    let mut runs: Vec<Run> = Vec::new();
    for source in sources {
        if enter(source) {
            runs.push(Run::through(source, &mut enter));
        }
        while let Some(run) = runs.pop() {
            for y in [run.y - 1, run.y + 1] {
                let mut x = run.from - corner;
                while x <= run.to + corner {
                    if enter(at(x, y)) {
                        let next = Run::through(at(x, y), &mut enter);
                        x = next.to + 1;
                        runs.push(next);
                    }
                    x += 1;
                }
            }
        }
    }
}

/// Neighbours in a row, both ends included.
struct Run {
    y: i32,
    from: i32,
    to: i32,
}

impl Run {
    /// Enters what lies to the left and to the right of a cell.
    fn through(p: Point, enter: &mut impl FnMut(Point) -> bool) -> Run {
        let (mut from, mut to) = (p.x, p.x);
        while enter(at(from - 1, p.y)) {
            from -= 1;
        }
        while enter(at(to + 1, p.y)) {
            to += 1;
        }
        Run { y: p.y, from, to }
    }
}

/// What a cell costs a `cheapest` search to enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Entering costs nothing.
    Free,
    /// The cell has to be opened first.
    One,
    /// The cell is never entered.
    Never,
}

/// The cells that have to be opened (`Cost::One`) on the cheapest path over such neighbours from `from` to any cell
/// that is a `goal`, in order; empty when the path is open, none when no path exists, or `from` lies outside a map of
/// this size. The cost of `from` itself is not asked. Ties fall by reading order of directions.
pub fn cheapest(
    neighbours: Neighbours,
    size: Size,
    from: Point,
    goal: impl Fn(Point) -> bool,
    cost: impl Fn(Point) -> Cost,
) -> Option<Vec<Point>> {
    const UNSEEN: (u32, u8) = (u32::MAX, 0);
    let mut best = Grid::filled(size, UNSEEN);
    best.set(from, (0, 0));
    let mut queue = VecDeque::from([(0, from)]);
    while let Some((spent, p)) = queue.pop_front() {
        if best.get(p)?.0 < spent {
            continue;
        }
        if goal(p) {
            return Some(opened(neighbours, &best, from, p, cost));
        }
        for (way, d) in neighbours.directions().iter().enumerate() {
            let near = p + *d;
            let step_cost = match cost(near) {
                Cost::Free => 0,
                Cost::One => 1,
                Cost::Never => continue,
            };
            let Some(cell) = best.get_mut(near).filter(|cell| spent + step_cost < cell.0) else {
                continue;
            };
            *cell = (spent + step_cost, way as u8);
            match step_cost {
                0 => queue.push_front((spent, near)),
                _ => queue.push_back((spent + step_cost, near)),
            }
        }
    }
    None
}

/// Walks a finished search back from `to` and keeps what had to be opened.
fn opened(
    neighbours: Neighbours,
    best: &Grid<(u32, u8)>,
    from: Point,
    to: Point,
    cost: impl Fn(Point) -> Cost,
) -> Vec<Point> {
    let ways = neighbours.directions();
    let mut cells = Vec::new();
    let mut p = to;
    while p != from {
        if cost(p) == Cost::One {
            cells.push(p);
        }
        let Some((_, way)) = best.get(p) else { break };
        let back = ways[ways.len() - 1 - usize::from(way)]; // the keypad mirrored through its middle
        p = p + back;
    }
    cells.reverse();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::Direction;

    const MAP: [&str; 4] = ["..#..", "..#..", "..#.#", "..###"];

    fn cost(p: Point) -> Cost {
        match MAP
            .get(p.y as usize)
            .and_then(|row| row.as_bytes().get(p.x as usize))
        {
            Some(b'.') => Cost::Free,
            Some(_) => Cost::One,
            None => Cost::Never,
        }
    }

    fn reached(size: Size, start: Point, open: impl Fn(Point) -> bool) -> Grid<bool> {
        let mut seen = Grid::filled(size, false);
        flood(Neighbours::Eight, [start], |p| match seen.get_mut(p) {
            Some(cell) if !*cell && open(p) => {
                *cell = true;
                true
            }
            _ => false,
        });
        seen
    }

    #[test]
    fn a_flood_stays_on_its_side_of_a_wall() {
        let seen = reached(Size::new(5, 4), at(0, 0), |p| cost(p) == Cost::Free);
        assert_eq!(seen.cells().iter().filter(|c| **c).count(), 8);
    }

    #[test]
    fn a_flood_by_runs_enters_what_a_flood_by_steps_enters() {
        let size = Size::new(13, 9);
        for seed in 0..200u32 {
            let noise =
                |p: Point| (p.x as u32 * 7 + p.y as u32 * 131 + seed).wrapping_mul(0x9e37_79b9);
            let open = |p: Point| size.contains(p) && noise(p) >> 28 < 7;
            let start = at(6, 4);
            let mut stepped = Grid::filled(size, false);
            let mut left = vec![start];
            while let Some(p) = left.pop() {
                if open(p) && stepped.get(p) == Some(false) {
                    stepped.set(p, true);
                    left.extend(Direction::ALL.map(|way| p + way));
                }
            }
            assert_eq!(reached(size, start, open), stepped, "seed {seed}");
        }
    }

    #[test]
    fn the_cheapest_way_names_the_thinnest_wall() {
        let walls = |goal: Point| {
            cheapest(
                Neighbours::Eight,
                Size::new(5, 4),
                at(0, 0),
                |p| p == goal,
                cost,
            )
        };
        assert_eq!(walls(at(3, 0)).map(|w| w.len()), Some(1));
        assert_eq!(walls(at(1, 3)), Some(vec![]));
        assert_eq!(walls(at(9, 9)), None);
    }
}
