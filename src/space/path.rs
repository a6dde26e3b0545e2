//! What can be reached, and the cheapest way to open what cannot: searches through closures.
use std::collections::VecDeque;

use super::geometry::{Direction, Point, Size};
use super::grid::Grid;

/// Every cell that eight-way steps over `open` cells reach from the sources; the sources count as open.
pub fn reached(
    size: Size,
    sources: impl IntoIterator<Item = Point>,
    open: impl Fn(Point) -> bool,
) -> Grid<bool> {
    let mut seen = Grid::filled(size, false);
    let mut queue: Vec<Point> = Vec::new();
    let mut visit = |p: Point, queue: &mut Vec<Point>| {
        if let Some(cell) = seen.get_mut(p)
            && !*cell
        {
            *cell = true;
            queue.push(p);
        }
    };
    sources.into_iter().for_each(|p| visit(p, &mut queue));
    while let Some(p) = queue.pop() {
        for near in Direction::ALL
            .map(|d| p + d)
            .into_iter()
            .filter(|n| open(*n))
        {
            visit(near, &mut queue);
        }
    }
    seen
}

/// What a cell costs a `cheapest` search to enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Walks in.
    Free,
    /// Has to be opened first.
    One,
    /// Never.
    Never,
}

/// The cells that have to be opened (`Cost::One`) on the cheapest eight-way path from `from` to any cell
/// that is a `goal`, in order; none when no path exists. Ties fall by reading order of directions.
pub fn cheapest(
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
            return Some(opened(&best, from, p, cost));
        }
        for (way, d) in Direction::ALL.into_iter().enumerate() {
            let near = p + d;
            let toll = match cost(near) {
                Cost::Free => 0,
                Cost::One => 1,
                Cost::Never => continue,
            };
            let Some(cell) = best.get_mut(near).filter(|cell| spent + toll < cell.0) else {
                continue;
            };
            *cell = (spent + toll, way as u8);
            match toll {
                0 => queue.push_front((spent, near)),
                _ => queue.push_back((spent + toll, near)),
            }
        }
    }
    None
}

/// Walks a finished search back from `to` and keeps what had to be opened.
fn opened(
    best: &Grid<(u32, u8)>,
    from: Point,
    to: Point,
    cost: impl Fn(Point) -> Cost,
) -> Vec<Point> {
    let mut cells = Vec::new();
    let mut p = to;
    while p != from {
        if cost(p) == Cost::One {
            cells.push(p);
        }
        let Some((_, way)) = best.get(p) else { break };
        let back = Direction::ALL[7 - usize::from(way)]; // the keypad mirrored through its middle
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
    fn a_flood_stays_on_its_side_of_a_wall() {
        let seen = reached(Size::new(5, 4), [at(0, 0)], |p| cost(p) == Cost::Free);
        assert_eq!(seen.cells().iter().filter(|c| **c).count(), 8);
    }

    #[test]
    fn the_cheapest_way_names_the_thinnest_wall() {
        let walls = |goal: Point| cheapest(Size::new(5, 4), at(0, 0), |p| p == goal, cost);
        assert_eq!(walls(at(3, 0)).map(|w| w.len()), Some(1));
        assert_eq!(walls(at(1, 3)), Some(vec![]));
        assert_eq!(walls(at(9, 9)), None);
    }
}
