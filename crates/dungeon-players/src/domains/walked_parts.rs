//! Where bodies can ever walk, though all be opened, wiped away and sprung: what certain disproofs are made of.
use crate::search::budget::Meter;
use dungeon_ground::pockets::{Passage, Pockets};
use dungeon_model::space::geometry::{Neighbours, Point, Size};

/// The parts of a map between which bodies never walk that these cells let in; they lack cells if the budget ends.
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
