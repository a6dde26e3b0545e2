//! The outermost ring of a map that nobody ever steps on (E-1).
use std::collections::HashMap;

use crate::dungeon::{Footing, Tile, TileId};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::source::Span;
use crate::space::geometry::Point;
use crate::space::grid::Grid;

/// E-1: every tile of the rim becomes its like that nobody can stand on. Returns what was floor there.
pub fn close(cx: &mut ResolveContext<'_>, tiles: &mut Grid<TileId>, head: Span) -> Vec<Point> {
    let mut closed: HashMap<TileId, TileId> = HashMap::new();
    let mut floor = Vec::new();
    for p in tiles.size().rim() {
        let Some(open) = tiles.get(p) else {
            continue;
        };
        let tile = cx.tables.tile(open).clone();
        if tile.footing == Footing::Anyone {
            floor.push(p);
        }
        let nobodys = Tile {
            footing: Footing::Nobody,
            ..tile
        };
        let id = *closed
            .entry(open)
            .or_insert_with(|| cx.tile(nobodys, head, open));
        tiles.set(p, id);
    }
    floor
}
