//! Where a way ends ([E-15]): at the cell that it names, else at the first stairs that lead back, else where the level
//! begins, else on its first free cell; and if that cell has no room, on the nearest one that has.
//!
//! Rules know of each cell whether it has room, and find the one cell. Lints and proofs know of some cells only that they may have
//! room, and find all cells that may be the one.
//!
//! [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
use dungeon_model::dungeon::{LevelId, Stairs};
use dungeon_model::space::geometry::{Point, Size};
use dungeon_model::space::nearest::rings;

/// Whether a cell has room for a hero who arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// The cell has room.
    Yes,
    /// The cell may have room when the hero arrives.
    Perhaps,
    /// The cell has no room, whenever the hero arrives.
    No,
}

impl From<bool> for Room {
    fn from(has_room: bool) -> Room {
        match has_room {
            true => Room::Yes,
            false => Room::No,
        }
    }
}

/// A cell where a hero may arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrivalCell {
    /// Its place on the level.
    pub at: Point,
    /// Whether the hero arrives there if on none of those before.
    pub has_room: bool,
}

/// The cell to which a hero is sent by a way: the one that it names, else that of the first stairs of the level that lead
/// back, else where the level begins; `None` for the first free cell. `stairs` are those of the level in reading order,
/// and stairs at `own`, from which the way begins, do not lead back.
pub fn sent_to(
    named: Option<Point>,
    stairs: impl IntoIterator<Item = (Point, Stairs)>,
    (from, own): (LevelId, Option<Point>),
    entrance: Option<Point>,
) -> Option<Point> {
    let leads_back = |(p, back): &(Point, Stairs)| back.to == from && Some(*p) != own;
    let back = || stairs.into_iter().find(leads_back).map(|(p, _)| p);
    named.or_else(back).or(entrance)
}

/// The cells of a level where a hero may arrive who is sent to a cell, or to the first free one, in the order in which the
/// rules look for room. The last one surely has room, unless no cell has. Each cell is asked about once.
pub fn arrivals(
    size: Size,
    to: Option<Point>,
    mut room: impl FnMut(Point) -> Room,
) -> impl Iterator<Item = ArrivalCell> {
    let near = to.into_iter().flat_map(move |to| rings(size, to));
    let first = to.is_none().then(|| size.points());
    let mut cells = near.chain(first.into_iter().flatten());
    let mut is_found = false;
    std::iter::from_fn(move || {
        while !is_found {
            let at = cells.next()?;
            is_found = match room(at) {
                Room::No => continue,
                Room::Perhaps => false,
                Room::Yes => true,
            };
            return Some(ArrivalCell {
                at,
                has_room: is_found,
            });
        }
        None
    })
}
