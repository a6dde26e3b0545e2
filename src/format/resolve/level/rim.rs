//! The outermost ring of a map where the game has no place for bodies (E-1).
use std::collections::HashMap;

use crate::dungeon::{Feature, Footing, Tile, TileId};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::source::Span;
use crate::space::geometry::Point;
use crate::space::grid::Grid;

/// E-1: replaces each tile of the rim by one that looks alike and carries no body. Returns the cells that were floor,
/// in reading order.
pub fn close(cx: &mut ResolveContext<'_>, tiles: &mut Grid<TileId>, head: Span) -> Vec<Point> {
    let mut known: HashMap<TileId, TileId> = HashMap::new();
    let mut floor = Vec::new();
    for p in tiles.size().rim() {
        let Some(open) = tiles.get(p) else {
            continue;
        };
        if cx.tables.tile(open).footing == Footing::Anyone {
            floor.push(p);
        }
        let id = *known.entry(open).or_insert_with(|| closed(cx, open, head));
        tiles.set(p, id);
    }
    floor
}

/// The tile that looks like another and carries no body.
pub fn closed(cx: &mut ResolveContext<'_>, open: TileId, head: Span) -> TileId {
    let tile = cx.tables.tile(open).clone();
    let closed = Tile {
        footing: Footing::Nobody,
        // A boulder of the rim cannot be pushed: no cell lies behind it.
        feature: match tile.feature {
            Feature::Boulder(_) => Feature::Plain,
            feature => feature,
        },
        ..tile
    };
    cx.tile(closed, head, open)
}
