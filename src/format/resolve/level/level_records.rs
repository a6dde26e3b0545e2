//! The records of one level: what they describe, and what they add.
use std::sync::Arc;

use super::draft::{Body, Draft, Item};
use super::legend::{Legend, Piece};
use super::requirements::Doubts;
use crate::dungeon::{ItemId, KindId, Side};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::resolve::map::map_text::Board;
use crate::format::resolve::records::bodies_and_items;
use crate::format::resolve::records::bodies_and_items::BodySpec;
use crate::format::resolve::records::features::{FeatureSpec, PlacedFeature, terrain};
use crate::format::resolve::records::stats::called;
use crate::format::resolve::schema::context::Desk;
use crate::format::resolve::schema::fields::Fields;
use crate::format::resolve::schema::source_map::{Origin, Place};
use crate::format::source::Spanned;
use crate::format::syntax::{Health, Record};
use crate::space::geometry::Point;

/// What the records of a level are read against and drawn into.
#[derive(Debug)]
pub struct Canvas<'a, 'g> {
    /// The level's map.
    pub board: &'a Board,
    /// What its glyphs stand for.
    pub legend: Legend<'g>,
    /// The level so far.
    pub draft: Draft,
    /// What a broken record may have said.
    pub doubts: Doubts,
}

impl Doubts {
    /// A broken record of this thing.
    pub fn note(&mut self, desk: &Desk<'_>, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Item(..) => self.items = true,
                Piece::Body(base, _) => match desk.tables.kind(*base).side {
                    Side::Ours => self.hero = true,
                    Side::Theirs => self.enemies = true,
                },
                Piece::Tile(_) | Piece::Fitting(_) => {}
            }
        }
    }
}

/// Reads `GLYPH x y …`.
pub fn record(desk: &mut Desk<'_>, canvas: &mut Canvas<'_, '_>, record: &Record, glyph: char) {
    let glyph = Spanned {
        value: glyph,
        span: record.head.span,
    };
    let is_broken = record.health == Health::Broken;
    if is_broken && record.numbers.is_empty() && !canvas.legend.knows(glyph.value) {
        return; // a remark, perhaps
    }
    let pieces = canvas.legend.pieces(desk, glyph);
    if is_broken || pieces.is_empty() {
        canvas.doubts.note(desk, &pieces);
        return;
    }
    let mut fields = Fields::of(record);
    let Some(p) = place(desk, canvas.board, &mut fields) else {
        canvas.doubts.note(desk, &pieces);
        return;
    };
    let nothing_more = || Fields::classic(record.span, &[]);
    if pieces.len() > 1 {
        if fields.says_more() || !fields.numbers.is_empty() {
            only_a_place(desk, record, glyph.value);
        }
        fields = nothing_more();
    }
    for piece in pieces {
        let own = std::mem::replace(&mut fields, nothing_more());
        put(desk, canvas.board, &mut canvas.draft, p, piece, own);
    }
}

fn only_a_place(desk: &mut Desk<'_>, record: &Record, glyph: char) {
    let message = format!(
        "expected only a place for `{glyph}`, whose marks stand for several things, found more"
    );
    desk.report(
        Diagnostic::new(Code::BadValue, record.span, message)
            .help("say more with the marks themselves"),
    );
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
    fields: Fields<'_>,
) {
    match piece {
        Piece::Tile(tile) => {
            let span = fields.span;
            let tile = terrain(desk, fields, tile);
            if desk.admits(1, span) {
                draft.change(p, tile, span);
            }
        }
        Piece::Fitting(fitting) => put_fitting(desk, board, draft, p, &fitting, fields),
        Piece::Item(base, id) => put_item(desk, draft, p, (base, id), fields),
        Piece::Body(base, form) => put_body(desk, board, draft, p, (base, form), fields),
    }
}

fn put_fitting(
    desk: &mut Desk<'_>,
    board: &Board,
    draft: &mut Draft,
    p: Point,
    fitting: &Arc<FeatureSpec>,
    fields: Fields<'_>,
) {
    let record = fields.span;
    let drawn = draft
        .fitting(p)
        .filter(|site| site.fitting.base == fitting.base && site.record.is_none());
    let mut site = match drawn {
        Some(site) => PlacedFeature {
            place: Place {
                origin: Origin::Described,
                ..site.place
            },
            ..site.clone()
        },
        None => PlacedFeature::new(
            fitting.clone(),
            draft.floor_at(desk, p),
            record,
            Origin::Added,
        ),
    };
    site.fitting = Arc::new((*site.fitting).clone().read(desk, board, fields));
    site.record = Some(record);
    draft.put_fitting(desk, p, site);
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
    let own = bodies_and_items::item(desk, &mut fields, own);
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
    (base, form): (KindId, BodySpec),
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
