//! Where steps lead ([T-5]): the one place that knows which tiles let steps in.
//!
//! [T-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-5
use super::passage::TilePassage;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::{Direction, Directions, Point};

/// What a tile does to steps onto it, by bodies that do not pass walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tread {
    /// The directions of the steps that lead onto it.
    pub enter: Directions,
}

impl Tread {
    /// The tread of plain floor: every step onto it ends there.
    pub const PLAIN: Tread = Tread {
        enter: Directions::ALL,
    };
}

/// Returns the cell where a step ends; `None` if the step leads nowhere. `tread` tells what a cell does to steps. Whether
/// bodies can stand there is up to the caller.
#[inline]
pub fn step(from: Point, way: Direction, tread: impl Fn(Point) -> Tread) -> Option<Point> {
    let to = from + way;
    tread(to).enter.contains(way).then_some(to)
}

/// Returns the cells where a step in a direction ends at a cell, the nearest first.
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

/// Whether any tile of a dungeon does something to steps, so that steps need asking about.
pub fn has_treads(dungeon: &Dungeon) -> bool {
    let mut treads = dungeon.tiles.iter().map(|tile| TilePassage::of(tile).tread);
    treads.any(|tread| tread != Tread::PLAIN)
}
