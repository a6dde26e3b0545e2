//! The fewest walls to open towards what cannot be reached (`cheapest`): a search through closures.
use std::collections::VecDeque;

use super::geometry::{Neighbours, Point, Size};
use super::grid::Grid;

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
