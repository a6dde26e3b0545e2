//! `scatter GLYPH n …`: things that the seed places at the start of a game.
use std::sync::Arc;

use super::draft::{Draft, DraftScatter};
use super::level_records::LevelContext;
use super::mark_draws::MarkedDraw;
use super::pieces::Piece;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{IN, MIN_DISTANCE, MIN_FROM, OVERLAP, RecordKind};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::bodies_and_items;
use crate::resolve::records::features::{FeatureSpec, terrain};
use crate::resolve::records::stats::kind_name;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, not_expected, percent, within};
use crate::resolve::schema::unknowns::Unknowns;
use crate::source::{Span, Spanned};
use crate::syntax::{Integrity, KeyValue, Number, Record, Value};
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{
    Amount, KindId, Overlap, Rim, Scatter, ScatterOrigin, ScatterShare, ScatteredThing, Side,
    Spread, Stair, builtin,
};
use dungeon_model::space::geometry::{Region, at};
use dungeon_model::space::narrow::size;

/// Reads one scatter.
pub fn scatter(
    cx: &mut Context<'_>,
    level: &mut LevelContext<'_, '_>,
    record: &Record,
    glyph: Spanned<char>,
) {
    let pieces = level.legend.pieces(cx, glyph);
    let (Integrity::Whole, Some(number)) = (record.integrity, record.numbers.first()) else {
        level.unknowns.note(cx, &pieces);
        return;
    };
    if let Some(class) = level.legend.class_draw(glyph.value) {
        return scatter_class(cx, level, record, *number, &class);
    }
    if level.legend.is_by_chance(cx, glyph.value) {
        let message = format!(
            "expected one thing to scatter, found the mark `{}`, which chance decides",
            glyph.value
        );
        let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
        cx.report(finding.help("write a separate scatter for each alternative"));
        level.unknowns.note(cx, &pieces);
        return;
    }
    let Some(piece) = only_one(cx, &mut level.unknowns, glyph, pieces) else {
        return;
    };
    let mut fields = Fields::new(cx, RecordKind::Scatter, record);
    fields.numbers.clear();
    let Some(scattered) = read(level.map, &piece, *number, &mut fields) else {
        level.unknowns.note(cx, std::slice::from_ref(&piece));
        return;
    };
    if is_admitted(cx, level.map, &scattered.scatter, record.span) {
        add(cx, &mut level.draft, scattered, number.span);
    }
}

/// Reads a scatter of a class as one scatter for each thing of the class. The weights of the class decide which of
/// these scatters places each thing.
fn scatter_class(
    cx: &mut Context<'_>,
    level: &mut LevelContext<'_, '_>,
    record: &Record,
    number: Spanned<Number>,
    class: &MarkedDraw,
) {
    let map = level.map;
    let mut scattered = Vec::new();
    for piece in class.pieces() {
        let read = |cx: &mut Context<'_>| {
            let mut fields = Fields::new(cx, RecordKind::Scatter, record);
            fields.numbers.clear();
            read(map, piece, number, &mut fields)
        };
        match cx.once_more(read, |found| found) {
            Some(one) => scattered.push(one),
            None => level.unknowns.note(cx, std::slice::from_ref(piece)),
        }
    }
    let amount = scattered.first().map(|first| first.scatter.amount);
    let Some(amount) = amount.filter(|_| scattered.len() == class.options.len()) else {
        return;
    };
    if !is_admitted(cx, map, &scattered[0].scatter, record.span) {
        return;
    }
    for (nth, (mut one, option)) in scattered.into_iter().zip(&class.options).enumerate() {
        let weight = option.weight;
        one.scatter.share = match nth {
            0 => ScatterShare::First { amount, weight },
            _ => ScatterShare::Further { weight },
        };
        if let Amount::Count(most) | Amount::Between(_, most) = amount {
            one.scatter.amount = Amount::Between(0, most);
        }
        add(cx, &mut level.draft, one, number.span);
    }
}

/// Returns the only thing that a scattered glyph stands for. Reports a glyph with several things and returns `None`;
/// also `None` for an unknown glyph, which the legend reports.
fn only_one(
    cx: &mut Context<'_>,
    unknowns: &mut Unknowns,
    glyph: Spanned<char>,
    pieces: Vec<Piece>,
) -> Option<Piece> {
    match <[Piece; 1]>::try_from(pieces) {
        Ok([piece]) => return Some(piece),
        Err(none) if none.is_empty() => {} // an unknown glyph, which the legend reports
        Err(several) => {
            let message = format!(
                "expected one thing to scatter, found {} from the mark `{}`",
                several.len(),
                glyph.value
            );
            let finding = Diagnostic::new(Code::BadValue, glyph.span, message);
            cx.report(finding.help("write a separate scatter for each of them"));
            unknowns.note(cx, &several);
        }
    }
    None
}

/// Reads the keys of a scatter. `None` if its amount or its region is wrong, which is reported.
fn read(
    map: &LevelMap,
    piece: &Piece,
    number: Spanned<Number>,
    fields: &mut Fields<'_, '_>,
) -> Option<DraftScatter> {
    let span = fields.span;
    fields.check_tune();
    let amount = amount(fields.cx, number);
    let within = region(map, piece, fields);
    let least: Option<Spanned<u32>> = fields.whole(&MIN_DISTANCE);
    let from = origin(map, fields);
    let overlap = match fields.yes(&OVERLAP) {
        Some(Spanned { value: true, .. }) => Overlap::Replace,
        _ => Overlap::Avoid,
    };
    let (what, spread, feature) = scattered_thing(map, piece, fields);
    let scatter = Scatter {
        what,
        spread,
        amount: amount?,
        within: within?,
        away: least.map(|least| least.value - 1),
        from: from?,
        overlap,
        sharing: fields.cx.game.sharing,
        exempt: fields.cx.exempt,
        share: ScatterShare::Whole,
    };
    Some(DraftScatter {
        scatter,
        feature,
        span,
    })
}

/// Adds a scatter to the level, except a scatter of an unknown number of heroes, which is reported.
fn add(cx: &mut Context<'_>, draft: &mut Draft, scattered: DraftScatter, number: Span) {
    let scatter = scattered.scatter;
    match scatter.what {
        ScatteredThing::Item(item) => {
            draft.requirements.has_collectables |=
                cx.tables.item(item).collectable && !scatter.amount.is_zero();
        }
        ScatteredThing::Body(kind, _) if cx.tables.kind(kind).side == Side::Ours => {
            if !count_heroes(cx, draft, scatter.amount, number) {
                return;
            }
        }
        ScatteredThing::Body(..) => draft.requirements.has_enemies |= !scatter.amount.is_zero(),
        ScatteredThing::Tile(_) => {}
    }
    draft.scatters.push(scattered);
}

/// Returns whether a scatter is within the limits, and reports a scatter that is not.
fn is_admitted(cx: &mut Context<'_>, map: &LevelMap, scatter: &Scatter, span: Span) -> bool {
    let cells = size(scatter.within.area());
    let expected = match scatter.amount {
        Amount::Count(count) | Amount::Between(_, count) => count as usize,
        Amount::Percent(percent) => cells.saturating_mul(percent as usize).div_ceil(100),
    };
    let things = match (scatter.amount, scatter.what) {
        // Scattered terrain only replaces terrain, so a percentage of it counts as one thing: the record.
        (Amount::Percent(_), ScatteredThing::Tile(_)) => 1,
        _ => expected,
    };
    let looked_for = match scatter.from {
        ScatterOrigin::Stairs(_) => map.size.area(),
        ScatterOrigin::Hero | ScatterOrigin::Cell(_) => 0,
    };
    let steps = steps(scatter, expected).saturating_add(looked_for);
    cx.admits(things, span) && cx.admits_work(steps, span)
}

/// Returns the steps of work of a scatter at the start of a game (docs/format, "Limits"). The scatter looks at all
/// cells of its region; each row counts as at least `LEAST_OF_A_ROW` cells. With a percentage, it also draws a number
/// per cell. Then it places the expected number of things.
fn steps(scatter: &Scatter, expected: usize) -> usize {
    const LEAST_OF_A_ROW: usize = 64;
    let Region { from, to } = scatter.within;
    let cells = size(scatter.within.area());
    let rows = to.y.abs_diff(from.y) as usize + 1;
    let looks = cells.max(rows.saturating_mul(LEAST_OF_A_ROW));
    let steps_a_look = match scatter.amount {
        Amount::Count(_) | Amount::Between(..) => 1,
        Amount::Percent(_) => 2,
    };
    let steps_a_thing = match scatter.what {
        ScatteredThing::Tile(_) => 25,
        ScatteredThing::Item(_) | ScatteredThing::Body(..) => 100,
    };
    let puts = expected.min(cells).saturating_mul(steps_a_thing);
    looks.saturating_mul(steps_a_look).saturating_add(puts)
}

/// Reads `from=`, which counts from the heroes if it is not said. Reports a cell that the level does not have, and
/// returns `None`.
fn origin(map: &LevelMap, fields: &mut Fields<'_, '_>) -> Option<ScatterOrigin> {
    let Some(pair) = fields.value(&MIN_FROM) else {
        return Some(ScatterOrigin::Hero);
    };
    Some(match fields.cx.text(pair.value.span) {
        ">" => ScatterOrigin::Stairs(Stair::Down),
        "<" => ScatterOrigin::Stairs(Stair::Up),
        _ => ScatterOrigin::Cell(map.named(fields.cx, pair, "this level")?.value),
    })
}

fn amount(cx: &mut Context<'_>, number: Spanned<Number>) -> Option<Amount> {
    let span = number.span;
    let mut count = |value: i64| {
        let most = i64::try_from(cx.limits.entities).unwrap_or(i64::MAX);
        if value > most {
            let message = format!("expected at most {most} things to scatter, found {value}");
            cx.report(Diagnostic::new(Code::Limit, span, message));
            return None;
        }
        let value = within(
            cx,
            "a number of things to scatter",
            Spanned::new(value, span),
            0..=most,
        )?;
        Some(value.value)
    };
    Some(match number.value {
        Number::Int(value) => Amount::Count(count(value)?),
        Number::Range(least, most) => {
            let (least, most) = (count(least)?, count(most)?);
            if least > most {
                let message = format!("expected the smaller number first, found {least}..{most}");
                let finding = Diagnostic::new(Code::BadValue, span, message);
                cx.report(finding.write(format!("{most}..{least}")));
                return None;
            }
            Amount::Between(least, most)
        }
        Number::Percent(value) => {
            let value = percent(cx, Spanned::new(value, span))?;
            Amount::Percent(value.value)
        }
    })
}

/// Returns the region of a scatter, without the outermost ring in games where the scattered thing cannot be there (E-1,
/// S-10). Reports a region without cells and returns `None`.
fn region(map: &LevelMap, piece: &Piece, fields: &mut Fields<'_, '_>) -> Option<Region> {
    let is_hero =
        matches!(piece, Piece::Body(base, _) if fields.cx.tables.kind(*base).side == Side::Ours);
    let rim = i32::from(match fields.cx.game.rim {
        Rim::Closed => true,
        Rim::Heroless => is_hero,
        Rim::Open => false,
    });
    let inside = Region {
        from: at(rim, rim),
        to: at(map.size.width - 1 - rim, map.size.height - 1 - rim),
    };
    if inside.area() == 0 {
        let message = "expected cells inside the perimeter to scatter on, found a map without any";
        let finding = Diagnostic::new(Code::OnPerimeter, fields.span, message);
        fields.report(finding.help("make the map at least 3 wide and 3 high"));
        return None;
    }
    match fields.value(&IN) {
        Some(pair) => clipped(fields.cx, map, pair, inside),
        None => Some(inside),
    }
}

/// Makes the finding for a wrong region, such as `in=3,4-9,8` or `in=3,4`.
fn no_region(cx: &Context<'_>, pair: &KeyValue) -> Diagnostic {
    let finding = not_expected(cx, pair, "a region such as `3,4..9,8`");
    let span = pair.value.span;
    let said = cx.text(span);
    let mend = match pair.value.value {
        Value::Point(..) => format!("{said}..{said}"),
        _ => said.replace('-', ".."),
    };
    if is_region(&mend) {
        finding.write_value(IN.word, mend)
    } else {
        finding.help("write two corners with `..` between them")
    }
}

/// Whether a text has the form `x,y..x,y`.
fn is_region(text: &str) -> bool {
    let is_number = |number: &str| number.parse::<u16>().is_ok();
    let is_corner = |corner: &str| {
        let numbers = corner.split_once(',');
        numbers.is_some_and(|(x, y)| is_number(x) && is_number(y))
    };
    let corners = text.split_once("..");
    corners.is_some_and(|(from, to)| is_corner(from) && is_corner(to))
}

/// Returns the part of the region of `in=` that is inside the region `inside`. Reports a wrong region, and one without
/// a cell inside, and returns `None`.
fn clipped(
    cx: &mut Context<'_>,
    map: &LevelMap,
    pair: &KeyValue,
    inside: Region,
) -> Option<Region> {
    let span = pair.value.span;
    let Value::Region([x1, y1, x2, y2]) = pair.value.value else {
        cx.report_once(no_region(cx, pair));
        return None;
    };
    let (a, b) = (map.cell(cx, x1, y1, span)?, map.cell(cx, x2, y2, span)?);
    let from = at(a.x.min(b.x), a.y.min(b.y));
    let to = at(a.x.max(b.x), a.y.max(b.y));
    if from != a {
        let message =
            format!("expected the top left corner before the bottom right corner, found {a}..{b}");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        cx.report(finding.write(format!("{from}..{to}")));
        return None;
    }
    let clipped = Region { from, to }.clipped(inside);
    if clipped.area() == 0 {
        let message = "expected a region that reaches inside the perimeter, found only cells of the outermost ring";
        let whole = format!("{}..{}", inside.from, inside.to);
        let help = format!("write a region inside `{whole}`");
        let finding = Diagnostic::new(Code::OnPerimeter, span, message).help(help);
        cx.report(finding.suggest(span, whole));
        return None;
    }
    Some(clipped)
}

/// Reads the scattered thing with its keys. A door, stairs, a trap or a sign is floor until it becomes a tile.
fn scattered_thing(
    map: &LevelMap,
    piece: &Piece,
    fields: &mut Fields<'_, '_>,
) -> (ScatteredThing, Spread, Option<Arc<FeatureSpec>>) {
    let mut spread = Spread::default();
    let what = match piece {
        Piece::Item(base, id) => {
            let own = fields.cx.tables.item(*id).clone();
            let what = format!("a scatter of {}", with_article(&own.name));
            let own = bodies_and_items::item(fields, own);
            let id = fields.cx.item(own, fields.span, *base);
            fields.finish(&what);
            ScatteredThing::Item(id)
        }
        Piece::Body(base, spec) => {
            let what = format!("a scatter of {}", kind_name(fields.cx.tables.kind(*base)));
            let mut spec = spec.clone();
            let kind: KindId = spec.kind;
            if spec.route.is_some() {
                let message = format!(
                    "expected a body without a route to scatter, found {} with a `via=` in its mark",
                    kind_name(fields.cx.tables.kind(kind))
                );
                let finding = Diagnostic::new(Code::BadValue, fields.span, message);
                fields.report(finding.help("scatter a glyph whose mark has no `via=`"));
            }
            spec.read_keys(None, fields);
            let kind = spec.with_its_words(fields.cx, fields.span);
            fields.finish(&what);
            spread = spec.numbers.spread;
            ScatteredThing::Body(kind, spec.numbers.least)
        }
        Piece::Tile(tile) => ScatteredThing::Tile(terrain(fields, *tile)),
        Piece::Feature(feature) => {
            let own = (**feature).clone().read(map, fields);
            return (
                ScatteredThing::Tile(builtin::FLOOR),
                spread,
                Some(Arc::new(own)),
            );
        }
    };
    (what, spread, None)
}

/// Counts scattered heroes. Reports an amount that chance decides, such as `50%`. Returns whether the number is known.
fn count_heroes(cx: &mut Context<'_>, draft: &mut Draft, amount: Amount, span: Span) -> bool {
    match amount {
        Amount::Count(count) => {
            draft.requirements.count_heroes(count as usize, span);
            true
        }
        Amount::Percent(_) | Amount::Between(..) => {
            draft.requirements.count_heroes(1, span);
            let message = "expected an exact number of heroes, found a chance";
            cx.report(
                Diagnostic::new(Code::BadValue, span, message)
                    .help("write `scatter @ 1`")
                    .fix(span, "1"),
            );
            false
        }
    }
}
