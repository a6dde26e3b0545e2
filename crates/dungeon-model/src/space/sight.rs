//! Lines of sight. A line (E-23) is an iterator that allocates nothing.
use super::geometry::{Point, at};

/// An iterator over the cells of a line, without its start and with its target. Rounds as in [E-23]: at an exact half,
/// the line does not shift aside. The line in the opposite direction can therefore pass through other cells.
///
/// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
#[derive(Clone, Copy, Debug)]
pub struct Line {
    here: Point,
    steps: i32,
    long: i32,
    short: i32,
    error: i32,
    along: (i32, i32),
    across: (i32, i32),
}

/// Returns the line of [E-23] from `from` to `to`; empty if both are equal. The points must be within 2³⁰ of each
/// other.
///
/// ```
/// use dungeon::geometry::{at, line};
///
/// let cells: Vec<_> = line(at(0, 0), at(4, 2)).collect();
/// assert_eq!(cells, [at(1, 0), at(2, 1), at(3, 1), at(4, 2)]);
/// ```
///
/// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
pub fn line(from: Point, to: Point) -> Line {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (horizontal, vertical) = ((dx.signum(), 0), (0, dy.signum()));
    let (long, short, along, across) = if dx.abs() >= dy.abs() {
        (dx.abs(), dy, horizontal, vertical)
    } else {
        (dy.abs(), dx, vertical, horizontal)
    };
    Line {
        here: from,
        steps: long,
        long,
        short,
        error: short,
        along,
        across,
    }
}

impl Iterator for Line {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.steps == 0 {
            return None;
        }
        self.steps -= 1;
        if 2 * self.error.abs() > self.long {
            self.here = at(self.here.x + self.across.0, self.here.y + self.across.1);
            self.error -= self.short.signum() * self.long;
        }
        self.error += self.short;
        self.here = at(self.here.x + self.along.0, self.here.y + self.along.1);
        Some(self.here)
    }
}

/// Returns the first cell of the line from `from` to `to` if this line is a line of sight ([E-23]); otherwise `None`.
/// In a line of sight, the ends differ, `place` accepts both ends, the line has at most `max` steps, and every cell
/// after `from`, including `to`, is `clear`. Points at most `max` steps apart must be within 2³⁰ of each other.
///
/// ```
/// use dungeon::geometry::{at, sees};
///
/// let (monster, hero, wall) = (at(0, 0), at(5, 0), at(3, 0));
/// let first = sees(monster, hero, 10, |_| true, |_| true);
/// assert_eq!(first, Some(at(1, 0)), "the first cell of the way to him");
/// assert_eq!(sees(monster, hero, 10, |_| true, |p| p != wall), None);
/// ```
///
/// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
#[inline]
pub fn sees(
    from: Point,
    to: Point,
    max: u32,
    place: impl Fn(Point) -> bool,
    clear: impl Fn(Point) -> bool,
) -> Option<Point> {
    if from == to || from.chebyshev(to) > max || !place(from) || !place(to) {
        return None;
    }
    let mut cells = line(from, to);
    let first = cells.next()?;
    (clear(first) && cells.all(clear)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::Region;

    fn offsets(x: i32, y: i32) -> Vec<(i32, i32)> {
        line(at(0, 0), at(x, y)).map(|p| (p.x, p.y)).collect()
    }

    #[test]
    fn e23_line_of_sight_vectors() {
        assert_eq!(
            offsets(3, 7),
            [(0, 1), (1, 2), (1, 3), (2, 4), (2, 5), (3, 6), (3, 7)]
        );
        assert_eq!(offsets(1, 2), [(0, 1), (1, 2)]);
        assert_eq!(offsets(-1, 2), [(0, 1), (-1, 2)]);
        assert_eq!(offsets(2, 4), [(0, 1), (1, 2), (1, 3), (2, 4)]);
        assert_eq!(
            offsets(3, 10).iter().map(|p| p.0).collect::<Vec<_>>(),
            [0, 1, 1, 1, 1, 2, 2, 2, 3, 3]
        );
        assert_eq!(
            offsets(10, 10),
            (1..=10).map(|n| (n, n)).collect::<Vec<_>>()
        );
        assert_eq!(sees(at(0, 0), at(11, 0), 10, |_| true, |_| true), None);
        assert_eq!(sees(at(0, 0), at(0, 0), 10, |_| true, |_| true), None);
    }

    #[test]
    fn e23_on_an_open_floor_it_reaches_every_offset_within_10() {
        for to in (Region {
            from: at(-10, -10),
            to: at(10, 10),
        })
        .points()
        .filter(|p| *p != at(0, 0))
        {
            assert!(sees(at(0, 0), to, 10, |_| true, |_| true).is_some(), "{to}");
            assert_eq!(line(at(0, 0), to).last(), Some(to));
        }
    }

    #[test]
    fn e23_a_wall_on_either_end_or_on_the_way_hides() {
        for wall in [at(0, 0), at(1, 0), at(3, 0)] {
            let open = |p| p != wall;
            assert_eq!(sees(at(0, 0), at(3, 0), 10, open, open), None, "{wall}");
        }
        assert_eq!(
            sees(at(0, 0), at(3, 0), 10, |_| true, |p| p != at(1, 1)),
            Some(at(1, 0))
        );
    }

    #[test]
    fn e23_sight_passes_over_terrain_without_footing_and_ends_in_what_hides() {
        let water = |p: Point| p != at(1, 0);
        assert!(sees(at(0, 0), at(2, 0), 10, water, |_| true).is_some());
        assert_eq!(sees(at(0, 0), at(1, 0), 10, water, |_| true), None);
        // A body in high grass can see other bodies, but is not seen.
        let grass = |p: Point| p != at(0, 0);
        assert!(sees(at(0, 0), at(2, 0), 10, |_| true, grass).is_some());
        assert_eq!(sees(at(2, 0), at(0, 0), 10, |_| true, grass), None);
    }

    #[test]
    fn e23_is_not_symmetric() {
        let wall = |p: Point| p != at(0, 1);
        assert_eq!(sees(at(0, 0), at(1, 2), 10, wall, wall), None);
        assert!(sees(at(1, 2), at(0, 0), 10, wall, wall).is_some());
    }
}
