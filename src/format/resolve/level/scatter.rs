//! `scatter GLYPH n …`: what the seed will put down when the level is made.
use std::sync::Arc;

use super::draft::{Draft, Strew};
use super::legend::Piece;
use super::level_records::Canvas;
use super::requirements::Doubts;
use crate::dungeon::{Amount, KindId, Overlap, Rim, Scatter, Side, Strewn, builtin};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::keys::{AWAY, IN, OVERLAP};
use crate::format::resolve::map::map_text::Board;
use crate::format::resolve::records::bodies_and_items;
use crate::format::resolve::records::features::{FeatureSpec, terrain};
use crate::format::resolve::records::stats::{GivenStats, called};
use crate::format::resolve::schema::context::Desk;
use crate::format::resolve::schema::fields::{Fields, not_expected, within};
use crate::format::source::{Span, Spanned};
use crate::format::syntax::{Health, KeyValue, Number, Record, Value};
use crate::space::geometry::{Region, at};

/// Reads one scatter.
pub fn scatter(
    desk: &mut Desk<'_>,
    canvas: &mut Canvas<'_, '_>,
    record: &Record,
    glyph: Spanned<char>,
) {
    let pieces = canvas.legend.pieces(desk, glyph);
    let (Health::Whole, Some(number)) = (record.health, record.numbers.first()) else {
        canvas.doubts.note(desk, &pieces);
        return;
    };
    let Some(piece) = only_one(desk, &mut canvas.doubts, glyph, pieces) else {
        return;
    };
    let mut fields = Fields::of(record);
    fields.numbers.clear();
    let Some(strew) = read(desk, canvas.board, &piece, *number, fields) else {
        canvas.doubts.note(desk, std::slice::from_ref(&piece));
        return;
    };
    if is_admitted(desk, &strew.scatter, record.span) {
        add(desk, &mut canvas.draft, strew, number.span);
    }
}

/// The one thing that a glyph stands for; none, with a finding, where it stands for none or for several.
fn only_one(
    desk: &mut Desk<'_>,
    doubts: &mut Doubts,
    glyph: Spanned<char>,
    pieces: Vec<Piece>,
) -> Option<Piece> {
    match <[Piece; 1]>::try_from(pieces) {
        Ok([piece]) => return Some(piece),
        Err(none) if none.is_empty() => {} // an unknown glyph, which the legend reports
        Err(several) => {
            let message = format!(
                "expected one thing to scatter, found {}, since `{}` is marked so",
                several.len(),
                glyph.value
            );
            let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
            desk.report(finding.help("scatter each of them by a glyph of its own"));
            doubts.note(desk, &several);
        }
    }
    None
}

/// What a whole record says; none where its amount or its region was wrong.
fn read(
    desk: &mut Desk<'_>,
    board: &Board,
    piece: &Piece,
    number: Spanned<Number>,
    mut fields: Fields<'_>,
) -> Option<Strew> {
    let span = fields.span;
    let amount = amount(desk, number);
    let within = region(desk, board, piece, &mut fields);
    let away = fields.whole(desk, &AWAY);
    let overlap = match fields.yes(desk, &OVERLAP) {
        Some(Spanned { value: true, .. }) => Overlap::Replace,
        _ => Overlap::Avoid,
    };
    let (what, fitting) = strewn(desk, board, piece, fields);
    let scatter = Scatter {
        what,
        amount: amount?,
        within: within?,
        away: away.map(|away| away.value as u32),
        overlap,
        company: desk.customs.company,
        spares: desk.spares,
    };
    Some(Strew {
        scatter,
        fitting,
        span,
    })
}

/// Makes a scatter part of the level; one of heroes only if their number is known.
fn add(desk: &mut Desk<'_>, draft: &mut Draft, strew: Strew, number: Span) {
    let scatter = strew.scatter;
    match scatter.what {
        Strewn::Item(item) => {
            draft.census.has_collectables |=
                desk.tables.item(item).collectable && !scatter.amount.is_zero();
        }
        Strewn::Body(kind, _) if desk.tables.kind(kind).side == Side::Ours => {
            if !count_heroes(desk, draft, scatter.amount, number) {
                return;
            }
        }
        Strewn::Body(..) => draft.census.has_enemies |= !scatter.amount.is_zero(),
        Strewn::Tile(_) => {}
    }
    draft.scatters.push(strew);
}

/// Whether the limits let so much be scattered; if not, that is reported.
fn is_admitted(desk: &mut Desk<'_>, scatter: &Scatter, span: Span) -> bool {
    let cells = scatter.within.area() as usize;
    let things = match (scatter.amount, scatter.what) {
        (Amount::Count(count), _) => count as usize,
        // Terrain is there already, whatever it is.
        (Amount::Percent(_), Strewn::Tile(_)) => 1,
        (Amount::Percent(percent), _) => cells.saturating_mul(percent as usize).div_ceil(100),
    };
    desk.admits(things, span) && desk.admits_scatter(cells, span)
}

fn amount(desk: &mut Desk<'_>, number: Spanned<Number>) -> Option<Amount> {
    let (value, most) = match number.value {
        Number::Percent(value) => (value, 100),
        Number::Int(value) => (
            value,
            i64::try_from(desk.limits.entities).unwrap_or(i64::MAX),
        ),
    };
    if value > most && matches!(number.value, Number::Int(_)) {
        let message = format!("expected at most {most} things to scatter, found {value}");
        desk.report(Diagnostic::new(Code::Limit, number.span, message));
        return None;
    }
    let what = match number.value {
        Number::Percent(_) => "a chance in percent",
        Number::Int(_) => "how many to scatter",
    };
    let value = within(
        desk,
        what,
        Spanned {
            value,
            span: number.span,
        },
        0..=most,
    )?
    .value as u32;
    Some(match number.value {
        Number::Percent(_) => Amount::Percent(value),
        Number::Int(_) => Amount::Count(value),
    })
}

/// Where a scatter may put things: not on a rim that is nobody's, or not the hero's (E-1, S-10).
fn region(
    desk: &mut Desk<'_>,
    board: &Board,
    piece: &Piece,
    fields: &mut Fields<'_>,
) -> Option<Region> {
    let is_hero =
        matches!(piece, Piece::Body(base, _) if desk.tables.kind(*base).side == Side::Ours);
    let rim = i32::from(match desk.customs.rim {
        Rim::Closed => true,
        Rim::Heroless => is_hero,
        Rim::Open => false,
    });
    let inside = Region {
        from: at(rim, rim),
        to: at(board.size.width - 1 - rim, board.size.height - 1 - rim),
    };
    if inside.area() == 0 {
        let message = "expected cells inside the perimeter to scatter on, found a map that is all outermost ring";
        let finding = Diagnostic::new(Code::OnPerimeter, fields.span, message);
        desk.report(finding.help("a map with an inside is at least 3 wide and 3 high"));
        return None;
    }
    match fields.value(&IN) {
        Some(pair) => clipped(desk, board, pair, inside),
        None => Some(inside),
    }
}

/// `in=3,4-9,8` and `in=3,4`.
fn no_region(desk: &Desk<'_>, pair: &KeyValue) -> Diagnostic {
    let finding = not_expected(desk, pair, "a region such as `3,4..9,8`");
    let span = pair.value.span;
    let said = desk.text(span);
    let mend = match pair.value.value {
        Value::Point(..) => format!("{said}..{said}"),
        _ => said.replace('-', ".."),
    };
    match is_region(&mend) {
        true => finding.help(format!("write `in={mend}`")).fix(span, mend),
        false => finding.help("two corners with `..` between them"),
    }
}

/// Whether a text reads `x,y..x,y`.
fn is_region(text: &str) -> bool {
    let is_number = |number: &str| number.parse::<u16>().is_ok();
    let is_corner = |corner: &str| {
        let numbers = corner.split_once(',');
        numbers.is_some_and(|(x, y)| is_number(x) && is_number(y))
    };
    let corners = text.split_once("..");
    corners.is_some_and(|(from, to)| is_corner(from) && is_corner(to))
}

/// The part of the region of `in=` that lies inside the perimeter.
fn clipped(desk: &mut Desk<'_>, board: &Board, pair: &KeyValue, inside: Region) -> Option<Region> {
    let span = pair.value.span;
    let Value::Region([x1, y1, x2, y2]) = pair.value.value else {
        desk.report_once(no_region(desk, pair));
        return None;
    };
    let (a, b) = (
        board.cell(desk, x1, y1, span)?,
        board.cell(desk, x2, y2, span)?,
    );
    let from = at(a.x.min(b.x), a.y.min(b.y));
    let to = at(a.x.max(b.x), a.y.max(b.y));
    if from != a {
        let message =
            format!("expected the top left corner before the bottom right one, found {a}..{b}");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        desk.report(
            finding
                .help(format!("write `{from}..{to}`"))
                .fix(span, format!("{from}..{to}")),
        );
        return None;
    }
    let clipped = Region {
        from: at(from.x.max(inside.from.x), from.y.max(inside.from.y)),
        to: at(to.x.min(inside.to.x), to.y.min(inside.to.y)),
    };
    if clipped.area() == 0 {
        let message = "expected a region that reaches inside the perimeter, found only cells of the outermost ring";
        let help = format!("the inside of this map is `{}..{}`", inside.from, inside.to);
        desk.report(Diagnostic::new(Code::OnPerimeter, span, message).help(help));
        return None;
    }
    Some(clipped)
}

/// What is put down, with the keys of its record; a fitting is floor until it is a tile.
fn strewn(
    desk: &mut Desk<'_>,
    board: &Board,
    piece: &Piece,
    mut fields: Fields<'_>,
) -> (Strewn, Option<Arc<FeatureSpec>>) {
    let what = match piece {
        Piece::Item(base, id) => {
            let own = desk.tables.item(*id).clone();
            let what = format!("a scatter of the {}", own.name);
            let own = bodies_and_items::item(desk, &mut fields, own);
            let id = desk.item(own, fields.span, *base);
            fields.finish(desk, &what);
            Strewn::Item(id)
        }
        Piece::Body(base, form) => {
            let what = format!("a scatter of {}", called(desk.tables.kind(*base)));
            let mut form = form.clone();
            let kind: KindId = form.kind;
            if form.way.is_some() {
                let message = format!(
                    "expected a body without a route to scatter, found {}, whose mark has `via=`",
                    called(desk.tables.kind(kind))
                );
                let finding = Diagnostic::new(Code::BadValue, fields.span, message);
                desk.report(finding.help("scatter it by a glyph whose mark has no `via=`"));
            }
            form.read_keys(desk, None, &mut fields, GivenStats::default());
            let kind = form.with_its_words(desk, fields.span);
            fields.finish(desk, &what);
            Strewn::Body(kind, form.stats)
        }
        Piece::Tile(tile) => Strewn::Tile(terrain(desk, fields, *tile)),
        Piece::Fitting(fitting) => {
            let own = (**fitting).clone().read(desk, board, fields);
            return (Strewn::Tile(builtin::FLOOR), Some(Arc::new(own)));
        }
    };
    (what, None)
}

/// Counts scattered heroes, whose number must be known.
fn count_heroes(desk: &mut Desk<'_>, draft: &mut Draft, amount: Amount, span: Span) -> bool {
    match amount {
        Amount::Count(count) => {
            draft.census.count_heroes(count as usize, span);
            true
        }
        Amount::Percent(_) => {
            draft.census.count_heroes(1, span);
            let message = "expected how many heroes, found a chance, which may give none or many";
            desk.report(
                Diagnostic::new(Code::BadValue, span, message)
                    .help("write `scatter @ 1`")
                    .fix(span, "1"),
            );
            false
        }
    }
}
