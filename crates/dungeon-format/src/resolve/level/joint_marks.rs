//! Marks that are drawn together (`with=`): the draw of one mark decides the alternative of another (docs/format,
//! "Marks that belong together").
use super::mark_draws::{MarkedDraw, MarkedOption, MarkedScope};
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::schema::context::Context;
use crate::source::{Span, Spanned};
use crate::syntax::{Alternatives, Number, Record};
use dungeon_model::dungeon::grammar::lists::enumeration;

/// Reports a percentage, weights and classes of several things in a mark with `with=`, since another mark draws.
/// Returns whether the mark has none of them.
pub fn draws_nothing_itself(
    cx: &mut Context<'_>,
    record: &Record,
    all: &Alternatives,
    draw: &MarkedDraw,
) -> bool {
    let mut faults = Vec::new();
    let mut numbers = record.numbers.iter();
    if let Some(share) = numbers.find(|number| matches!(number.value, Number::Percent(_))) {
        let message = "expected no percentage on a mark that follows another, found one";
        let help = "remove it, and write `.` as the alternative that leaves the cell empty";
        faults.push((share.span, message, help));
    }
    if let Some(weighed) = all.0.iter().find(|one| one.value.weight != 1) {
        let message = "expected no weights on a mark that follows another, found one";
        let help = "write the weight on the other mark, whose draw decides";
        faults.push((weighed.span, message, help));
    }
    let options = draw.options.windows(2);
    if let Some(pair) = { options }.find(|pair| pair[0].nth == pair[1].nth) {
        let span = all.0.get(pair[0].nth).map_or(record.span, |one| one.span);
        let message =
            "expected single things on a mark that follows another, found a class of several";
        let help = "write one of its things, or let the other mark choose from the class";
        faults.push((span, message, help));
    }
    let is_sound = faults.is_empty();
    for (span, message, help) in faults {
        cx.report_once(Diagnostic::new(Code::BadValue, span, message).help(help));
    }
    is_sound
}

/// Returns the number of the draw that decides a mark with `with=`, among the draws of the other mark. Reports another
/// mark without such a draw and returns `None`.
pub fn decider(cx: &mut Context<'_>, other: Spanned<char>, draws: &[MarkedDraw]) -> Option<usize> {
    let glyph = other.value;
    let mut shared = { draws.iter().enumerate() }
        .filter(|(_, draw)| draw.scope == MarkedScope::Mark && !draw.is_certain());
    if let Some((nth, draw)) = shared.next() {
        let Some((_, second)) = shared.next() else {
            return Some(nth);
        };
        let message = format!("expected one mark `{glyph}` with `same=yes`, found two");
        let finding = Diagnostic::new(Code::BadValue, other.span, message);
        let finding = finding.label(draw.span, "this could decide");
        let finding = finding.label(second.span, "and so could this");
        cx.report_once(finding.help("give one of the two a glyph of its own"));
        return None;
    }
    let follows = draws.iter().find_map(|draw| match draw.scope {
        MarkedScope::Follows(Spanned { value, .. }) | MarkedScope::With(value, _) => Some(value),
        MarkedScope::Cell | MarkedScope::Mark => None,
    });
    let separate = draws.iter().find(|draw| !draw.is_certain());
    let found = |message: String| Diagnostic::new(Code::BadValue, other.span, message);
    let finding = match (follows, separate, draws.first()) {
        (Some(first), ..) if first != glyph => {
            let message = format!(
                "expected a mark with `same=yes`, found `{glyph}`, which follows `{first}`"
            );
            found(message).write(first.to_string())
        }
        (Some(_), ..) => {
            let message = format!("expected another mark, found `{glyph}` itself");
            found(message).help("name a mark with `same=yes`")
        }
        (None, Some(draw), _) => {
            let message = format!(
                "expected a mark with `same=yes`, found `{glyph}`, of which each cell is drawn separately"
            );
            let end = Span {
                start: draw.span.end,
                ..draw.span
            };
            let finding = found(message).label(draw.span, "one draw must decide all its cells");
            let help = format!("add `same=yes` to the mark `{glyph}`");
            finding.help(help).fix(end, " same=yes")
        }
        (None, None, Some(draw)) => {
            let message = format!(
                "expected a mark with alternatives, found `{glyph}`, which leaves nothing to chance"
            );
            let finding = found(message).label(draw.span, "this mark always brings the same");
            finding.help(format!(
                "write alternatives, such as `mark {glyph} w|g same=yes`"
            ))
        }
        (None, None, None) => return None, // the other mark has its own finding
    };
    cx.report_once(finding);
    None
}

/// Returns the options of a mark with `with=` in the order of the deciding draw's options, one for each. Reports another
/// number of alternatives and returns `None`. `other` is the glyph of the deciding mark.
pub fn paired(
    cx: &mut Context<'_>,
    other: Spanned<char>,
    draw: &MarkedDraw,
    decider: &MarkedDraw,
) -> Option<Vec<MarkedOption>> {
    let count = |draw: &MarkedDraw| draw.options.last().map_or(0, |last| last.nth + 1);
    let (expected, found) = (count(decider), count(draw));
    if expected != found {
        let glyph = other.value;
        let message = format!(
            "expected {expected} alternatives, one for each of the mark `{glyph}`, found {found}"
        );
        let mut glyphs: Vec<(usize, String)> = Vec::new();
        for option in &decider.options {
            match glyphs.last_mut() {
                Some((nth, glyphs)) if *nth == option.nth => glyphs.push(option.glyph),
                _ => glyphs.push((option.nth, option.glyph.to_string())),
            }
        }
        let glyphs: Vec<String> = glyphs
            .iter()
            .map(|(_, glyphs)| format!("`{glyphs}`"))
            .collect();
        let finding = Diagnostic::new(Code::BadValue, draw.span, message);
        let finding = finding.label(decider.span, "this mark draws");
        let help = format!(
            "write one alternative each for {}, in this order; `.` leaves the cell empty",
            enumeration(&glyphs)
        );
        cx.report_once(finding.help(help));
        return None;
    }
    let option = |one: &MarkedOption| MarkedOption {
        weight: one.weight,
        ..draw.options[one.nth].clone()
    };
    Some(decider.options.iter().map(option).collect())
}
