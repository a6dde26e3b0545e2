//! The cells where a hero arrives by stairs, pit or teleport ([E-15]): the cell that the stairs or trap name, or else
//! the first stairs that lead back, or else the level's entrance, or else the level's first free cell. If the hero has
//! no room on that cell, the hero arrives on the nearest cell with room.
//!
//! The rules know whether a cell has room, so they get a single cell. Lints and proofs only know whether a cell may
//! have room, so they get every possible cell.
//!
//! [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
use dungeon_model::dungeon::{LevelId, Stairs};
use dungeon_model::space::geometry::{Point, Size};
use dungeon_model::space::nearest::rings;

/// Whether a cell has room for a hero who arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// The cell certainly has room.
    Yes,
    /// The cell may or may not have room when the hero arrives.
    Perhaps,
    /// The cell certainly has no room.
    No,
}

impl From<bool> for Room {
    fn from(has_room: bool) -> Room {
        if has_room { Room::Yes } else { Room::No }
    }
}

/// A cell where a hero may arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrivalCell {
    /// The place of the cell on its level.
    pub at: Point,
    /// Whether the cell certainly has room, so that the hero arrives here if no earlier cell has room.
    pub has_room: bool,
}

/// Returns the target cell of stairs that name none: the first stairs that lead back to level `from`, or else the
/// `entrance`. `None` stands for the first free cell. `stairs` are the stairs of the target level in reading order.
/// Stairs at `own`, where the hero comes from, are skipped.
pub fn sent_back(
    stairs: impl IntoIterator<Item = (Point, Stairs)>,
    from: LevelId,
    own: Option<Point>,
    entrance: Option<Point>,
) -> Option<Point> {
    let leads_back = |(p, back): &(Point, Stairs)| back.to == from && Some(*p) != own;
    let back = stairs.into_iter().find(leads_back);
    back.map(|(p, _)| p).or(entrance)
}

/// Returns the cells where a hero who is sent to `to` may arrive, in the order in which the rules look for room. For a
/// `to` of `None`, the hero is sent to the first free cell of the map. The list ends at the first cell that certainly
/// has room, if there is one. Calls `room` at most once per cell.
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

/// Returns the cells where a hero may arrive, as `arrivals` does, on a level with at most `bodies` other bodies. `room`
/// returns `Yes` for floor that can never change, even if a body may stand there. The bodies occupy at most `bodies`
/// cells of such floor. So if there is one more such cell, the list ends there at the latest.
pub fn arrivals_among(
    bodies: usize,
    size: Size,
    to: Option<Point>,
    mut room: impl FnMut(Point) -> Room,
) -> impl Iterator<Item = ArrivalCell> {
    let mut floors = 0;
    arrivals(size, to, move |p| {
        let here = room(p);
        floors += usize::from(here == Room::Yes);
        if here == Room::Yes && floors <= bodies {
            Room::Perhaps
        } else {
            here
        }
    })
}
