//! Two ways to find the nearest cell: on a map, ring by ring around a point, or in a list of points.
use super::geometry::{Point, Size, at};

/// Returns the cells of a map, each once, ordered by their Chebyshev distance from a point, then by Manhattan distance,
/// then in reading order. A point outside the map stands for the nearest cell of the map.
pub fn rings(size: Size, to: Point) -> impl Iterator<Item = Point> {
    let last = at((size.width - 1).max(0), (size.height - 1).max(0));
    let middle = at(to.x.clamp(0, last.x), to.y.clamp(0, last.y));
    // Rings end at the edges of the map, so that on a long and narrow map the rings cost no more than the map has
    // cells.
    let columns = middle.x.max(last.x - middle.x);
    let rows = middle.y.max(last.y - middle.y);
    let cells = (0..=columns.max(rows)).flat_map(move |ring| {
        let upright = if ring <= columns { ring.min(rows) } else { 0 };
        let level = if ring <= rows { ring.min(columns) } else { 0 };
        (0..=upright.max(level)).flat_map(move |off| eight(middle, ring, off))
    });
    cells.filter(move |p| size.contains(*p))
}

/// Returns the point of a list that is nearest to the point `to`, by Manhattan distance, then in reading order; `None`
/// if the list is empty. The list must be in reading order, without repeats. Visits only rows that can contain a nearer
/// point, and in each row only the nearest point on each side, so a long list takes little more time than a short list.
pub fn nearest_of(list: &[Point], to: Point) -> Option<Point> {
    let (mut above, mut below) = list.split_at(list.partition_point(|p| p.y < to.y));
    let mut best: Option<(u32, Point)> = None;
    let mut look = |row: &[Point]| {
        let right = row.partition_point(|p| p.x < to.x);
        let beside = row.iter().skip(right.saturating_sub(1)).take(2);
        best = beside.map(|p| (p.manhattan(to), *p)).chain(best).min();
        best.map_or(u32::MAX, |(steps, _)| steps)
    };
    let mut reach = u32::MAX;
    while let Some(y) = below
        .first()
        .map(|p| p.y)
        .filter(|y| y.abs_diff(to.y) <= reach)
    {
        let (row, rest) = below.split_at(below.partition_point(|p| p.y == y));
        (reach, below) = (look(row), rest);
    }
    while let Some(y) = above
        .last()
        .map(|p| p.y)
        .filter(|y| y.abs_diff(to.y) <= reach)
    {
        let (rest, row) = above.split_at(above.partition_point(|p| p.y < y));
        (reach, above) = (look(row), rest);
    }
    best.map(|(_, p)| p)
}

/// Returns the cells at distance `ring` from a point on one axis and at distance `off` on the other axis, in reading
/// order. `off` is at most `ring`.
fn eight(Point { x, y }: Point, ring: i32, off: i32) -> impl Iterator<Item = Point> {
    // One bit per cell, lowest bit first: 1 if the cell is not equal to an earlier cell.
    let (straight, slanting) = (0b0100_1101, 0b1100_0011);
    let kept: u8 = match (off, ring) {
        (0, 0) => 1,
        (0, _) => straight,
        _ if off == ring => slanting,
        _ => u8::MAX,
    };
    let eight = [
        at(x - off, y - ring),
        at(x + off, y - ring),
        at(x - ring, y - off),
        at(x + ring, y - off),
        at(x - ring, y + off),
        at(x + ring, y + off),
        at(x - off, y + ring),
        at(x + off, y + ring),
    ];
    let numbered = eight.into_iter().enumerate();
    let once = numbered.filter(move |(nth, _)| kept >> nth & 1 == 1);
    once.map(|(_, p)| p)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Returns the first cell in the rings that `suits` accepts.
    fn nearest(size: Size, to: Point, suits: impl Fn(Point) -> bool) -> Option<Point> {
        rings(size, to).find(|p| suits(*p))
    }

    /// Returns the expected result, by sorting all cells.
    fn simply(size: Size, to: Point, suits: impl Fn(Point) -> bool) -> Option<Point> {
        let cells = size.points().filter(|p| suits(*p));
        cells.min_by_key(|p| (p.chebyshev(to), p.manhattan(to), *p))
    }

    #[test]
    fn rings_find_what_sorting_every_cell_finds() {
        for size in [Size::new(9, 7), Size::new(1, 12), Size::new(17, 3)] {
            for (nth, to) in (0u32..).zip(size.points()) {
                for rarity in [2, 9, 60] {
                    let noise = |p: Point| p.x as u32 * 7 + p.y as u32 * 131 + nth * 977;
                    let suits = |p: Point| noise(p).wrapping_mul(0x9e37_79b9) >> 16 & 63 > rarity;
                    assert_eq!(nearest(size, to, suits), simply(size, to, suits), "{to}");
                }
            }
        }
    }

    #[test]
    fn straight_comes_before_slanting_and_above_before_below() {
        let size = Size::new(5, 5);
        let taken = |cells: &'static [(i32, i32)]| move |p: Point| !cells.contains(&(p.x, p.y));
        assert_eq!(nearest(size, at(2, 2), taken(&[])), Some(at(2, 2)));
        assert_eq!(nearest(size, at(2, 2), taken(&[(2, 2)])), Some(at(2, 1)));
        let cross = taken(&[(2, 2), (2, 1), (1, 2), (3, 2), (2, 3)]);
        assert_eq!(nearest(size, at(2, 2), cross), Some(at(1, 1)));
    }

    #[test]
    fn nothing_suits_and_nothing_is_asked_twice_in_a_long_corridor() {
        let size = Size::new(65_535, 3);
        let asked = Cell::new(0);
        let never = |_| {
            asked.set(asked.get() + 1);
            false
        };
        assert_eq!(nearest(size, at(30_000, 1), never), None);
        assert_eq!(asked.get(), size.area(), "each cell is asked about once");
        assert_eq!(nearest(Size::new(0, 0), at(3, 3), |_| true), None);
    }

    #[test]
    fn of_a_list_the_nearest_is_the_one_that_sorting_finds() {
        let size = Size::new(9, 7);
        for rarity in [0, 3, 20, 45, 62] {
            for (nth, to) in (0u32..).zip(size.points()) {
                let noise = |p: &Point| p.x as u32 * 7 + p.y as u32 * 131 + nth * 977;
                let is_listed = |p: &Point| noise(p).wrapping_mul(0x9e37_79b9) >> 16 & 63 > rarity;
                let list: Vec<Point> = size.points().filter(is_listed).collect();
                let sorted = list.iter().copied().min_by_key(|p| (p.manhattan(to), *p));
                assert_eq!(nearest_of(&list, to), sorted, "{to} of {list:?}");
            }
        }
        assert_eq!(nearest_of(&[], at(3, 3)), None);
    }

    #[test]
    fn a_point_outside_is_the_edge_next_to_it() {
        let size = Size::new(4, 4);
        assert_eq!(nearest(size, at(99, -7), |_| true), Some(at(3, 0)));
        assert_eq!(
            nearest(size, at(i32::MIN, i32::MAX), |_| true),
            Some(at(0, 3))
        );
    }
}
