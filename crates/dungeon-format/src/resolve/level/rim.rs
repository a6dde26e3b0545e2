//! The outermost ring of a map, in games where bodies cannot stand there (E-1).
use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::schema::context::Context;
use crate::source::Span;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{Feature, Footing, Tile, TileId};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::grid::Grid;

/// Replaces each tile of the map's outermost ring with a tile that looks the same and holds no body (E-1). Returns the
/// cells that were floor, in reading order. Reports targets of `cover=` that are on the ring, because no boulder can be
/// pushed there (G-2).
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

/// Returns a tile that looks like another tile and holds no body.
pub fn closed(cx: &mut Context<'_>, open: TileId, head: Span) -> TileId {
    let tile = cx.tables.tile(open).clone();
    let closed = Tile {
        footing: Footing::Nobody,
        // A boulder here becomes plain terrain: on the outermost ring it could never be pushed.
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
        "expected {} for `cover=` inside the perimeter, found it on the map's outermost ring, at {p}",
        with_article(name)
    );
    let finding = Diagnostic::new(Code::OnPerimeter, span, message);
    cx.report(finding.help(
        "no boulder can be pushed onto the outermost ring: move it inward, or draw the map one cell larger",
    ));
}
