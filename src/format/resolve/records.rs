//! The records of one level: what they describe, and what they add.
use super::board::Board;
use super::desk::Desk;
use super::draft::{Body, Draft, Item};
use super::fields::Fields;
use super::forms::{self, Form, called, later_text};
use super::legend::{Legend, Piece};
use super::places::Origin;
use crate::dungeon::{ItemId, KindId, Side};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::Spanned;
use crate::format::syntax::{Health, Record};
use crate::space::geometry::Point;

/// What may be missing only because a record that could have said it was broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    /// Perhaps there is a hero.
    pub hero: bool,
    /// Perhaps there is something to collect.
    pub items: bool,
}

impl Doubts {
    /// A broken record of this thing.
    pub fn note(&mut self, desk: &Desk<'_>, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Item(..) => self.items = true,
                Piece::Body(base, _) => self.hero |= desk.tables.kind(*base).side == Side::Ours,
                Piece::Tile(_) | Piece::Later(_) => {}
            }
        }
    }
}

/// Reads `GLYPH x y …`.
pub fn record(
    desk: &mut Desk<'_>,
    board: &Board,
    legend: &mut Legend<'_>,
    draft: &mut Draft,
    doubts: &mut Doubts,
    (record, glyph): (&Record, char),
) {
    let glyph = Spanned {
        value: glyph,
        span: record.head.span,
    };
    if record.health == Health::Broken && record.numbers.is_empty() && !legend.knows(glyph.value) {
        return; // a remark, perhaps
    }
    let pieces = legend.pieces(desk, glyph);
    if let Some(Piece::Later(what)) = pieces.iter().find(|piece| matches!(piece, Piece::Later(_))) {
        legend.later(desk, glyph, what);
        return;
    }
    if record.health == Health::Broken || pieces.is_empty() {
        doubts.note(desk, &pieces);
        return;
    }
    let mut fields = Fields::of(record);
    let Some(p) = place(desk, board, &mut fields) else {
        doubts.note(desk, &pieces);
        return;
    };
    if pieces.len() > 1 && (fields.says_more() || !fields.numbers.is_empty()) {
        let message = format!(
            "expected only a place, since the mark `{}` stands for several things",
            glyph.value
        );
        desk.report(
            Diagnostic::new(Code::BadValue, record.span, message)
                .help("say more with the marks themselves"),
        );
        fields = Fields::classic(record.span, &[]);
    }
    let count = pieces.len();
    for piece in pieces {
        let own = match count {
            1 => std::mem::replace(&mut fields, Fields::classic(record.span, &[])),
            _ => Fields::classic(record.span, &[]),
        };
        put(desk, board, draft, p, piece, own);
    }
}

/// Takes the two numbers of a place, which `parse` has made sure of.
pub fn place(desk: &mut Desk<'_>, board: &Board, fields: &mut Fields<'_>) -> Option<Point> {
    let &[x, y, ..] = fields.numbers.as_slice() else {
        return None;
    };
    fields.numbers.drain(..2);
    board.cell(desk, x.value, y.value, x.span.to(y.span))
}

/// Puts one thing at a cell, or describes the same thing drawn there.
pub fn put(
    desk: &mut Desk<'_>,
    board: &Board,
    draft: &mut Draft,
    p: Point,
    piece: Piece,
    mut fields: Fields<'_>,
) {
    match piece {
        Piece::Tile(tile) => {
            later_text(desk, &mut fields);
            let span = fields.span;
            fields.finish(desk, "terrain");
            if desk.admits(1, span) {
                draft.change(p, tile, span);
            }
        }
        Piece::Item(base, id) => put_item(desk, draft, p, (base, id), fields),
        Piece::Body(base, form) => put_body(desk, board, draft, p, (base, form), fields),
        Piece::Later(_) => {}
    }
}

fn put_item(
    desk: &mut Desk<'_>,
    draft: &mut Draft,
    p: Point,
    (base, id): (ItemId, ItemId),
    mut fields: Fields<'_>,
) {
    let span = fields.span;
    let drawn = draft
        .item_mut(p)
        .filter(|item| item.base == base && item.record.is_none())
        .map(|item| item.id);
    let own = desk.tables.item(drawn.unwrap_or(id)).clone();
    let what = format!("the {}", own.name);
    let own = forms::item(desk, &mut fields, own);
    fields.finish(desk, &what);
    let id = desk.item(own, span, base);
    match draft.item_mut(p) {
        Some(item) if drawn.is_some() => {
            (item.id, item.origin, item.record) = (id, Origin::Described, Some(span));
            desk.admits(1, span);
        }
        _ => draft.put_item(
            desk,
            Item {
                at: p,
                base,
                id,
                span,
                origin: Origin::Added,
                record: Some(span),
            },
        ),
    }
}

fn put_body(
    desk: &mut Desk<'_>,
    board: &Board,
    draft: &mut Draft,
    p: Point,
    (base, form): (KindId, Form),
    mut fields: Fields<'_>,
) {
    let span = fields.span;
    let drawn = draft
        .body_mut(p)
        .filter(|body| body.base == base && body.record.is_none());
    let (is_drawn, mut form) = match drawn {
        Some(body) => (true, body.form.clone()),
        None => (false, form),
    };
    let what = called(desk.tables.kind(form.kind));
    let given = form.read_numbers(desk, board, &mut fields);
    form.read_keys(desk, Some(board), &mut fields, given);
    fields.finish(desk, &what);
    match draft.body_mut(p) {
        Some(body) if is_drawn => {
            (body.form, body.origin, body.record) = (form, Origin::Described, Some(span));
            desk.admits(1, span);
        }
        _ => draft.put_body(
            desk,
            Body {
                at: p,
                base,
                form,
                span,
                origin: Origin::Added,
                record: Some(span),
            },
        ),
    }
}
