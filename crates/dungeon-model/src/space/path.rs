//! The path to an unreachable cell with the fewest walls to open (`cheapest`).
use std::collections::VecDeque;

use super::geometry::{Neighbours, Point, Size};
use super::grid::Grid;

/// The cost of entering a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Entering costs nothing.
    Free,
    /// Entering costs 1, because the cell must be opened first.
    One,
    /// The cell cannot be entered.
    Never,
}

/// Returns the cells to open (`Cost::One`) on a cheapest path from `from` to any cell that `goal` accepts, in the order
/// of the path; empty if nothing must be opened. Returns `None` if no path exists, or if `from` is outside a map of
/// this size. The cost of `from` does not count. Among equally cheap paths, prefers directions that come first in
/// reading order.
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
        for (way, d) in (0..).zip(neighbours.directions()) {
            let near = p + *d;
            let step_cost = match cost(near) {
                Cost::Free => 0,
                Cost::One => 1,
                Cost::Never => continue,
            };
            let Some(cell) = best.get_mut(near).filter(|cell| spent + step_cost < cell.0) else {
                continue;
            };
            *cell = (spent + step_cost, way);
            match step_cost {
                0 => queue.push_front((spent, near)),
                _ => queue.push_back((spent + step_cost, near)),
            }
        }
    }
    None
}

/// Follows the path of a finished search back from `to`, and collects the cells to open.
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
        let back = ways[ways.len() - 1 - usize::from(way)]; // the opposite direction
        p = p + back;
    }
    cells.reverse();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::at;

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
