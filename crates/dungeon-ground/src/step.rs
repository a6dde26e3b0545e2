//! The cells where steps end ([T-5]). Only this module decides from which sides a tile can be entered.
//!
//! [T-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-5
use dungeon_model::space::geometry::{Direction, Directions, Point};

/// The effect of a tile on steps of bodies that do not pass walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tread {
    /// The directions in which a step can enter the tile.
    pub enter: Directions,
}

impl Tread {
    /// The tread of plain floor, which steps can enter in every direction.
    pub const PLAIN: Tread = Tread {
        enter: Directions::ALL,
    };
}

/// Returns the cell where a step ends; `None` if the next cell cannot be entered in this direction. `tread` returns the
/// tread of a cell. Does not check whether a body can stand on the cell.
#[inline]
pub fn step(from: Point, way: Direction, tread: impl Fn(Point) -> Tread) -> Option<Point> {
    let to = from + way;
    tread(to).enter.contains(way).then_some(to)
}

/// Returns the cell from which a step in the direction `way` ends on the cell `to`; empty if `to` cannot be entered in
/// this direction.
#[inline]
pub fn steps_to(
    to: Point,
    way: Direction,
    tread: impl Fn(Point) -> Tread,
) -> impl Iterator<Item = Point> {
    let back = way.opposite();
    let cells = std::iter::successors(Some(to + back), move |p| Some(*p + back));
    cells.take_while(move |from| step(*from, way, &tread) == Some(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::space::geometry::Size;

    #[test]
    fn steps_to_a_cell_are_the_steps_that_end_there() {
        let size = Size::new(5, 4);
        for seed in 0..64_u32 {
            let bits = |p: Point| seed.wrapping_mul(2_654_435_761) >> ((p.x * 7 + p.y * 5) & 15);
            let tread = |p: Point| {
                let enters = Direction::ALL.into_iter().zip(0..);
                let enters = enters.filter(|(_, nth)| bits(p) >> nth & 1 == 1);
                let enter = enters.map(|(way, _)| way).collect();
                if size.contains(p) {
                    Tread { enter }
                } else {
                    Tread::PLAIN
                }
            };
            for (to, way) in size
                .points()
                .flat_map(|p| Direction::ALL.map(|way| (p, way)))
            {
                let back: Vec<Point> = steps_to(to, way, tread).collect();
                let ends = |p: &Point| step(*p, way, tread) == Some(to);
                let all: Vec<Point> = size.points().filter(ends).collect();
                let inside = back.iter().filter(|p| size.contains(**p));
                assert_eq!(inside.count(), all.len(), "{to} {way:?}");
                assert!(all.iter().all(|p| back.contains(p)));
            }
        }
    }
}
