//! From the characters of a map to cells and what stands on them.
use super::draft::{Draft, DraftBody, DraftItem};
use super::legend::{Legend, Piece};
use crate::dungeon::{Tile, TileId, builtin};
use crate::format::characters::fault;
use crate::format::resolve::map::map_text::{LevelMap, MapStyle};
use crate::format::resolve::records::features::PlacedFeature;
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::source_map::Origin;
use crate::format::source::{Span, Spanned};
use crate::space::geometry::Point;

/// A level as its map shows it.
pub fn draw(cx: &mut ResolveContext<'_>, map: &LevelMap, legend: &mut Legend<'_>) -> Draft {
    match map.style {
        MapStyle::Drawn => drawn(cx, map, legend),
        MapStyle::Pasted => pasted(cx, map, Some(legend)),
        MapStyle::Open => open(cx, map),
    }
}

/// A level as a classic map shows it: a blank is floor, everything else is solid and looks as drawn (E-1).
pub fn classic(cx: &mut ResolveContext<'_>, map: &LevelMap) -> Draft {
    pasted(cx, map, None)
}

fn drawn(cx: &mut ResolveContext<'_>, map: &LevelMap, legend: &mut Legend<'_>) -> Draft {
    let mut draft = Draft::filled(map.size, builtin::ROCK, builtin::FLOOR);
    let mut last = (' ', Some(builtin::ROCK));
    for (p, glyph, span) in map.cells(cx.source) {
        if glyph != last.0 {
            last = (glyph, None);
        }
        if last.1.is_none() {
            last.1 = put(
                cx,
                map,
                legend,
                &mut draft,
                (p, glyph, span),
                builtin::FLOOR,
            );
        }
        if let Some(tile) = last.1 {
            draft.tiles.set(p, tile);
        }
    }
    draft
}

fn pasted(
    cx: &mut ResolveContext<'_>,
    map: &LevelMap,
    mut legend: Option<&mut Legend<'_>>,
) -> Draft {
    let floor = builtin::CLASSIC_FLOOR;
    let mut draft = Draft::filled(map.size, floor, floor);
    let mut last = (' ', Some(floor));
    for (p, glyph, span) in map.cells(cx.source) {
        if glyph != last.0 {
            let marks = legend
                .as_deref_mut()
                .filter(|legend| legend.is_marked(glyph));
            last = match marks {
                Some(_) => (glyph, None),
                None => (glyph, Some(scenery(cx, glyph, span))),
            };
        }
        match (last.1, legend.as_deref_mut()) {
            (Some(tile), _) => draft.tiles.set(p, tile),
            (None, Some(legend)) => {
                put(cx, map, legend, &mut draft, (p, glyph, span), floor);
            }
            (None, None) => {}
        }
    }
    draft
}

/// Floor everywhere, or rock where the level is yet to be made, in a rim of wall where the game has no place for bodies
/// there.
fn open(cx: &ResolveContext<'_>, map: &LevelMap) -> Draft {
    let ground = match map.generator {
        Some(_) => builtin::ROCK,
        None => builtin::FLOOR,
    };
    let mut draft = Draft::filled(map.size, ground, builtin::FLOOR);
    let is_played_on = cx.game.rim.is_played_on() && map.generator.is_none();
    if !is_played_on {
        for p in map.size.rim() {
            draft.tiles.set(p, builtin::WALL);
        }
    }
    draft
}

/// The tile of a classic map's character.
fn scenery(cx: &mut ResolveContext<'_>, glyph: char, span: Span) -> TileId {
    match glyph {
        ' ' => builtin::CLASSIC_FLOOR,
        '#' => builtin::WALL,
        // Reported while parsing, and probably meant for a blank.
        _ if fault(glyph).is_some() => builtin::CLASSIC_FLOOR,
        _ => {
            let tile = Tile {
                glyph,
                ..cx.tables.tile(builtin::WALL).clone()
            };
            cx.tile(tile, span, builtin::WALL)
        }
    }
}

/// Puts down what a drawn character stands for. Returns its tile if it is nothing but terrain, to be
/// remembered for the next cells.
fn put(
    cx: &mut ResolveContext<'_>,
    map: &LevelMap,
    legend: &mut Legend<'_>,
    draft: &mut Draft,
    (p, glyph, span): (Point, char, Span),
    floor: TileId,
) -> Option<TileId> {
    // A character that cannot be read is taken for what raises no further question: floor, and wall on a rim that is
    // not the hero's.
    let is_his = cx.game.rim.is_the_heros() || map.size.contains_inside_rim(p);
    let unread = if is_his { floor } else { builtin::WALL };
    if fault(glyph).is_some() {
        draft.tiles.set(p, unread);
        return None;
    }
    let is_marked = legend.is_marked(glyph);
    let origin = if is_marked {
        Origin::Described
    } else {
        Origin::Drawn
    };
    let glyph = Spanned { value: glyph, span };
    let pieces = legend.pieces(cx, glyph);
    if let [Piece::Tile(tile)] = pieces.as_slice() {
        draft.tiles.set(p, *tile);
        return Some(*tile);
    }
    draft
        .tiles
        .set(p, if pieces.is_empty() { unread } else { floor });
    for piece in pieces {
        put_down(cx, draft, p, piece, span, origin);
    }
    None
}

/// Puts down one of the things that a drawn character stands for.
fn put_down(
    cx: &mut ResolveContext<'_>,
    draft: &mut Draft,
    at: Point,
    piece: Piece,
    span: Span,
    origin: Origin,
) {
    match piece {
        Piece::Tile(tile) => draft.tiles.set(at, tile),
        Piece::Item(base, id) => draft.put_item(
            cx,
            DraftItem {
                at,
                base,
                id,
                span,
                origin,
                record: None,
            },
        ),
        Piece::Body(base, spec) => draft.put_body(
            cx,
            DraftBody {
                at,
                base,
                spec,
                span,
                origin,
                record: None,
            },
        ),
        Piece::Feature(feature) => {
            let feature = PlacedFeature::new(feature, draft.floor, span, origin);
            draft.put_feature(cx, at, feature);
        }
    }
}
