//! The keys of `map caves` and `map rooms` (docs/format, "Made maps").
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{self, KeySpec};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::{Fields, bad_value, within};
use crate::source::Spanned;
use crate::syntax::Value;
use dungeon_model::dungeon::{Caves, Rooms};

/// The keys of `map caves`.
pub fn caves(cx: &mut Context<'_>, fields: &mut Fields<'_>) -> Caves {
    let mut caves = Caves {
        rock: 45,
        rounds: 4,
    };
    fields.set(cx, &keys::ROCK, &mut caves.rock);
    fields.set(cx, &keys::ROUNDS, &mut caves.rounds);
    caves
}

/// The keys of `map rooms`.
pub fn rooms(cx: &mut Context<'_>, fields: &mut Fields<'_>) -> Rooms {
    let mut rooms = Rooms {
        count: 9,
        sides: (3, 9),
        doors: 50,
    };
    fields.set(cx, &keys::ROOMS, &mut rooms.count);
    rooms.sides = sides(cx, fields).unwrap_or(rooms.sides);
    fields.set(cx, &keys::DOORS, &mut rooms.doors);
    rooms
}

/// `sides=3..9`, or `sides=5` where all are alike.
fn sides(cx: &mut Context<'_>, fields: &mut Fields<'_>) -> Option<(u32, u32)> {
    let words = [
        "the shortest and the longest side, such as `3..9`,",
        "the shortest side",
        "a room's side",
    ];
    bounds(cx, fields, &keys::SIDES, words)
}

/// `vaults=yes`, or how many at most; 0 for none.
pub fn vaults(cx: &mut Context<'_>, fields: &mut Fields<'_>) -> u32 {
    let words = ["how many vaults", "how many at most"];
    let most = fields.yes_or_number(cx, &keys::VAULTS, words);
    most.unwrap_or_default()
}

/// A key's two whole numbers, the smaller first, or one that stands for both. The words say what is expected, what comes
/// first, and what each number is.
pub fn bounds(
    cx: &mut Context<'_>,
    fields: &mut Fields<'_>,
    key: &'static KeySpec,
    [expected, first, each]: [&str; 3],
) -> Option<(u32, u32)> {
    let pair = fields.value(key)?;
    let span = pair.value.span;
    let (least, most) = match pair.value.value {
        Value::Int(both) => (both, both),
        Value::Range(least, most) => (least, most),
        _ => {
            bad_value(cx, pair, expected);
            return None;
        }
    };
    if least > most {
        let message = format!("expected {first} first, found {least}..{most}");
        let finding = Diagnostic::new(Code::BadValue, span, message);
        cx.report(finding.write_value(key.word, format!("{most}..{least}")));
        return None;
    }
    let mut bound = |value| within(cx, each, Spanned::new(value, span), key.range());
    let (least, most) = (bound(least)?, bound(most)?);
    Some((least.value, most.value))
}
