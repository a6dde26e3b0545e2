//! From the characters of a map to cells and what stands on them.
use super::draft::{Body, Draft, Item};
use super::legend::{Legend, Piece};
use crate::dungeon::{Tile, TileId, builtin};
use crate::format::characters::fault;
use crate::format::resolve::map::map_text::{Board, Style};
use crate::format::resolve::records::features::PlacedFeature;
use crate::format::resolve::schema::context::Desk;
use crate::format::resolve::schema::source_map::Origin;
use crate::format::source::{Span, Spanned};
use crate::space::geometry::Point;

/// A level as its map shows it.
pub fn draw(desk: &mut Desk<'_>, board: &Board, legend: &mut Legend<'_>) -> Draft {
    match board.style {
        Style::Drawn => drawn(desk, board, legend),
        Style::Pasted => pasted(desk, board, Some(legend)),
        Style::Open => open(desk, board),
    }
}

/// A level as a classic map shows it: a blank is floor, everything else is solid and looks as drawn (E-1).
pub fn classic(desk: &mut Desk<'_>, board: &Board) -> Draft {
    pasted(desk, board, None)
}

fn drawn(desk: &mut Desk<'_>, board: &Board, legend: &mut Legend<'_>) -> Draft {
    let mut draft = Draft::filled(board.size, builtin::ROCK, builtin::FLOOR);
    let mut last = (' ', Some(builtin::ROCK));
    for (p, glyph, span) in board.cells(desk.source) {
        if glyph != last.0 {
            last = (glyph, None);
        }
        if last.1.is_none() {
            last.1 = put(
                desk,
                board,
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

fn pasted(desk: &mut Desk<'_>, board: &Board, mut legend: Option<&mut Legend<'_>>) -> Draft {
    let floor = builtin::CLASSIC_FLOOR;
    let mut draft = Draft::filled(board.size, floor, floor);
    let mut last = (' ', Some(floor));
    for (p, glyph, span) in board.cells(desk.source) {
        if glyph != last.0 {
            let marks = legend
                .as_deref_mut()
                .filter(|legend| legend.is_marked(glyph));
            last = match marks {
                Some(_) => (glyph, None),
                None => (glyph, Some(scenery(desk, glyph, span))),
            };
        }
        match (last.1, legend.as_deref_mut()) {
            (Some(tile), _) => draft.tiles.set(p, tile),
            (None, Some(legend)) => {
                put(desk, board, legend, &mut draft, (p, glyph, span), floor);
            }
            (None, None) => {}
        }
    }
    draft
}

/// Floor everywhere, or rock where the level is yet to be made, in a rim of wall where nobody plays on it.
fn open(desk: &Desk<'_>, board: &Board) -> Draft {
    let ground = match board.maker {
        Some(_) => builtin::ROCK,
        None => builtin::FLOOR,
    };
    let mut draft = Draft::filled(board.size, ground, builtin::FLOOR);
    let is_played_on = desk.customs.rim.is_played_on() && board.maker.is_none();
    let is_rim = |p: &Point| !is_played_on && !board.size.contains_inside_rim(*p);
    for p in board.size.points().filter(is_rim) {
        draft.tiles.set(p, builtin::WALL);
    }
    draft
}

/// The tile of a classic map's character.
fn scenery(desk: &mut Desk<'_>, glyph: char, span: Span) -> TileId {
    match glyph {
        ' ' => builtin::CLASSIC_FLOOR,
        '#' => builtin::WALL,
        // Reported while parsing, and probably meant for a blank.
        _ if fault(glyph).is_some() => builtin::CLASSIC_FLOOR,
        _ => {
            let tile = Tile {
                glyph,
                ..desk.tables.tile(builtin::WALL).clone()
            };
            desk.tile(tile, span, builtin::WALL)
        }
    }
}

/// Puts down what a drawn character stands for. Returns its tile if it is nothing but terrain, to be
/// remembered for the next cells.
fn put(
    desk: &mut Desk<'_>,
    board: &Board,
    legend: &mut Legend<'_>,
    draft: &mut Draft,
    (p, glyph, span): (Point, char, Span),
    floor: TileId,
) -> Option<TileId> {
    // What nobody can read yet is taken for whatever raises no further question: floor, and wall on a rim that is not
    // the hero's.
    let is_his = desk.customs.rim.is_the_heros() || board.size.contains_inside_rim(p);
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
    let pieces = legend.pieces(desk, glyph);
    if let [Piece::Tile(tile)] = pieces.as_slice() {
        draft.tiles.set(p, *tile);
        return Some(*tile);
    }
    draft
        .tiles
        .set(p, if pieces.is_empty() { unread } else { floor });
    for piece in pieces {
        put_down(desk, draft, p, piece, span, origin);
    }
    None
}

/// Puts down one of the things that a drawn character stands for.
fn put_down(
    desk: &mut Desk<'_>,
    draft: &mut Draft,
    at: Point,
    piece: Piece,
    span: Span,
    origin: Origin,
) {
    match piece {
        Piece::Tile(tile) => draft.tiles.set(at, tile),
        Piece::Item(base, id) => draft.put_item(
            desk,
            Item {
                at,
                base,
                id,
                span,
                origin,
                record: None,
            },
        ),
        Piece::Body(base, form) => draft.put_body(
            desk,
            Body {
                at,
                base,
                form,
                span,
                origin,
                record: None,
            },
        ),
        Piece::Fitting(fitting) => {
            let site = PlacedFeature::new(fitting, draft.floor, span, origin);
            draft.put_fitting(desk, at, site);
        }
    }
}
