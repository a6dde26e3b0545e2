//! Where bodies can ever walk: the parts of a map between which nothing that may open, clear or spring during a game
//! ever makes a way. Disproofs rely on these parts.
use crate::search::budget::Meter;
use dungeon_ground::pockets::{Passage, Pockets};
use dungeon_model::space::geometry::{Neighbours, Point, Size};

/// Splits a map into parts between which bodies never walk. `lets_in` says which cells bodies may ever enter. If the
/// budget ends, no cell belongs to any part.
pub fn walked_parts(
    size: Size,
    neighbours: Neighbours,
    lets_in: impl Fn(Point) -> bool,
    meter: &Meter<'_>,
) -> Pockets<'static> {
    let goes_on = meter.scan(size.area());
    Pockets::of_cells(size, neighbours, |p| {
        if goes_on && lets_in(p) {
            Passage::Floor
        } else {
            Passage::Solid
        }
    })
}
