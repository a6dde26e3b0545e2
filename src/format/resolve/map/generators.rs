//! The keys of `map caves` and `map rooms` (docs/format, "Made maps").
use crate::dungeon::{Caves, Rooms};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::keys::{self, KeySpec};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::{Fields, bad_value, within};
use crate::format::source::Spanned;
use crate::format::syntax::Value;

/// The keys of `map caves`.
pub fn caves(cx: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> Caves {
    Caves {
        rock: number(cx, fields, &keys::ROCK, 45),
        rounds: number(cx, fields, &keys::ROUNDS, 4),
    }
}

/// The keys of `map rooms`.
pub fn rooms(cx: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> Rooms {
    Rooms {
        count: number(cx, fields, &keys::ROOMS, 9),
        sides: sides(cx, fields).unwrap_or((3, 9)),
        doors: number(cx, fields, &keys::DOORS, 50),
    }
}

fn number(
    cx: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
    key: &'static KeySpec,
    usual: u32,
) -> u32 {
    let number = fields.whole(cx, key);
    number.map_or(usual, |number| number.value as u32)
}

/// `sides=3..9`, or `sides=5` where all are alike.
fn sides(cx: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> Option<(u32, u32)> {
    let pair = fields.value(&keys::SIDES)?;
    let span = pair.value.span;
    let (shortest, longest) = match pair.value.value {
        Value::Int(side) => (side, side),
        Value::Range(shortest, longest) => (shortest, longest),
        _ => {
            bad_value(
                cx,
                pair,
                "the shortest and the longest side, such as `3..9`,",
            );
            return None;
        }
    };
    if shortest > longest {
        let message = format!("expected the shortest side first, found {shortest}..{longest}");
        let mend = format!("{longest}..{shortest}");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        cx.report(
            finding
                .help(format!("write `sides={mend}`"))
                .fix(span, mend),
        );
        return None;
    }
    let mut side = |value| {
        within(
            cx,
            "a room's side",
            Spanned { value, span },
            keys::SIDES.range(),
        )
    };
    let (shortest, longest) = (side(shortest)?, side(longest)?);
    Some((shortest.value as u32, longest.value as u32))
}
