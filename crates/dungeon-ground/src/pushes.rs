//! How far boulders can be pushed ([T-1], [T-2]). Boulders never hinder each other here, so the result errs on one side
//! only: a boulder that cannot be pushed somewhere here can never be pushed there.
//!
//! [T-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-1
//! [T-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-2
use std::collections::HashSet;

use dungeon_model::dungeon::{Boulder, Dungeon, Feature, TileId};
use dungeon_model::space::geometry::{Neighbours, Point};

/// The cells of a level that pushes change.
#[derive(Clone, Debug, Default)]
pub struct PushedCells {
    /// The cells from which a boulder may be pushed away.
    pub left: HashSet<Point>,
    /// The cells onto which a boulder may be pushed, even if it fills them.
    pub onto: HashSet<Point>,
    /// The cells that a boulder may fill.
    pub filled: HashSet<Point>,
}

/// Returns the sort of the boulder (`Boulder::sort`) if the tile is a boulder; `None` for any other tile.
pub fn boulder(dungeon: &Dungeon, tile: TileId) -> Option<TileId> {
    match dungeon.tile(tile).feature {
        Feature::Boulder(Boulder { sort, .. }) => Some(sort),
        _ => None,
    }
}

/// Pushes boulders from their cells as far as possible. `stands` says where a hero may stand, and `tiles` returns the
/// terrain that a cell may have when a boulder comes there: none if no boulder can come there. Returns `None` if
/// `goes_on` returns false.
pub fn pushed_cells(
    dungeon: &Dungeon,
    boulders: Vec<(Point, TileId)>,
    ways: Neighbours,
    stands: impl Fn(Point) -> bool,
    tiles: impl Fn(Point) -> Vec<TileId>,
    mut goes_on: impl FnMut() -> bool,
) -> Option<PushedCells> {
    let mut cells = PushedCells::default();
    let mut known: HashSet<(Point, TileId)> = HashSet::new();
    let mut open = boulders;
    while let Some((p, sort)) = open.pop() {
        if !known.insert((p, sort)) {
            continue;
        }
        for way in ways.directions().iter().copied() {
            let to = p + way;
            if !goes_on() {
                return None;
            }
            if !stands(p + way.opposite()) {
                continue;
            }
            for becomes in tiles(to)
                .into_iter()
                .filter_map(|tile| dungeon.pushed(sort, tile))
            {
                cells.left.insert(p);
                cells.onto.insert(to);
                match boulder(dungeon, becomes) {
                    Some(sort) => open.push((to, sort)),
                    None => drop(cells.filled.insert(to)),
                }
            }
        }
    }
    Some(cells)
}
