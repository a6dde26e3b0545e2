//! The outermost ring of a map where the game has no place for bodies (E-1).
use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::schema::context::Context;
use crate::source::Span;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{Feature, Footing, Tile, TileId};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::grid::Grid;

/// E-1: replaces each tile of the rim by one that looks alike and carries no body. Returns the cells that were floor,
/// in reading order. No boulder comes to a cell of the rim: one that is to be covered is reported (G-2), at its place in
/// the text.
pub fn close(
    cx: &mut Context<'_>,
    tiles: &mut Grid<TileId>,
    head: Span,
    place: impl Fn(&Context<'_>, Point) -> Option<Span>,
) -> Vec<Point> {
    let mut known: HashMap<TileId, TileId> = HashMap::new();
    let mut floor = Vec::new();
    for p in tiles.size().rim() {
        let Some(open) = tiles.get(p) else {
            continue;
        };
        let tile = cx.tables.tile(open).clone();
        if tile.is_target {
            let span = place(cx, p).unwrap_or(head);
            report_target(cx, p, span, &tile.name);
        } else if tile.footing == Footing::Anyone {
            floor.push(p);
        }
        let id = *known.entry(open).or_insert_with(|| closed(cx, open, head));
        tiles.set(p, id);
    }
    floor
}

/// The tile that looks like another and carries no body.
pub fn closed(cx: &mut Context<'_>, open: TileId, head: Span) -> TileId {
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

fn report_target(cx: &mut Context<'_>, p: Point, span: Span, name: &str) {
    let message = format!(
        "expected {} that is to be covered inside the perimeter, found it on the map's outermost ring, at {p}",
        with_article(name)
    );
    let finding = Diagnostic::new(Code::OnPerimeter, span, message);
    cx.report(finding.help(
        "no boulder is ever pushed onto the outermost ring; move it inwards, or draw the map one cell larger",
    ));
}
