//! Where stairs, pits and teleports end ([E-15]): on the cell that they name, else on the first stairs that lead back,
//! else on the level's entrance, else on its first free cell. If that cell has no room, on the nearest cell with room.
//!
//! The rules know whether each cell has room, and get one cell. Lints and proofs only know which cells may have room,
//! and get every possible cell.
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
        if has_room { Room::Yes } else { Room::No }
    }
}

/// A cell where a hero may arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrivalCell {
    /// The place of the cell on its level.
    pub at: Point,
    /// Whether the hero certainly arrives here if no earlier cell has room.
    pub has_room: bool,
}

/// Returns the target cell of a way that names none: the first stairs that lead back, else the `entrance`; `None` means
/// the first free cell. `stairs` are the stairs of the target level in reading order. Stairs at `own`, where the hero
/// comes from, do not count.
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

/// Returns the cells where a hero sent to a cell (or to the first free one) may arrive, in the order in which the rules
/// look for room. The last one certainly has room, unless no cell has. `room` is asked once per cell.
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

/// Returns the cells where a hero may arrive on a level with at most this many other bodies. `room` is `Yes` for
/// lasting floor, which only a body can occupy: with n bodies, one of the first n + 1 such cells has room.
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
