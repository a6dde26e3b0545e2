//! What a unit can do in its turn: `ap=2 range=10 damage=2..6 accuracy=70 reach=8` (K-2, K-10, K-11).
use crate::dungeon::{Kind, Side, Weapon};
use crate::format::diagnostic::Diagnostic;
use crate::format::keys::{self, KeySpec};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::{Fields, not_expected, within};
use crate::format::source::Spanned;
use crate::format::syntax::{KeyValue, Value};

/// The keys of a weapon.
pub static WEAPON_KEYS: [&KeySpec; 3] = [&keys::DAMAGE, &keys::ACCURACY, &keys::REACH];

/// The keys of a turn.
pub static TURN_KEYS: [&KeySpec; 2] = [&keys::AP, &keys::KIND_RANGE];

/// Takes the keys that say what a body can do with its turn, and gives them to the kind; true if there were any.
pub fn read_turn(cx: &mut ResolveContext<'_>, fields: &mut Fields<'_>, kind: &mut Kind) -> bool {
    let points = fields.whole(cx, &keys::AP);
    // A unit may be too lame to move; an act of a monster is one step at least.
    let range = match kind.side {
        Side::Ours => fields.whole(cx, &keys::UNIT_RANGE),
        Side::Theirs => fields.whole(cx, &keys::KIND_RANGE),
    };
    if let Some(points) = points {
        kind.points = points.value as u32;
    }
    if let Some(range) = range {
        kind.range = range.value as u32;
    }
    points.is_some() || range.is_some()
}

/// Takes the keys of a weapon and changes the kind's weapon by them, or `usual` if the kind has none; true if there
/// were any keys.
pub fn read_weapon(
    cx: &mut ResolveContext<'_>,
    fields: &mut Fields<'_>,
    kind: &mut Kind,
    usual: Weapon,
) -> bool {
    let damage = damage(cx, fields);
    let accuracy = fields.whole(cx, &keys::ACCURACY);
    let reach = fields.whole(cx, &keys::REACH);
    if damage.is_none() && accuracy.is_none() && reach.is_none() {
        return false;
    }
    let weapon = kind.weapon.get_or_insert(usual);
    if let Some(damage) = damage {
        weapon.damage = damage;
    }
    if let Some(accuracy) = accuracy {
        weapon.accuracy = accuracy.value as i32;
    }
    if let Some(reach) = reach {
        weapon.reach = reach.value as u32;
    }
    true
}

/// `damage=2..6`, or `damage=4` for always the same.
fn damage(cx: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> Option<(i32, i32)> {
    let pair = fields.value(&keys::DAMAGE)?;
    let (least, most) = match pair.value.value {
        Value::Range(least, most) => (least, most),
        Value::Int(always) => (always, always),
        _ => {
            let finding = not_expected(cx, pair, "a range such as `2..6`");
            let said = cx.text(pair.value.span);
            cx.report_once(match dice(said) {
                Some((least, most)) => {
                    let mend = format!("{least}..{most}");
                    let help = format!(
                        "write `{}={mend}`: {said} is at least {least} and at most {most}, and here every number of a range is alike",
                        keys::DAMAGE.word
                    );
                    finding.help(help).fix(pair.value.span, mend)
                }
                None => as_range(finding, pair, bounds(said)),
            });
            return None;
        }
    };
    let span = pair.value.span;
    let mut bound = |value| {
        within(
            cx,
            keys::DAMAGE.word,
            Spanned { value, span },
            keys::DAMAGE.range(),
        )
    };
    let (least, most) = (bound(least)?.value, bound(most)?.value);
    if least > most {
        let finding = not_expected(cx, pair, "the smaller number first");
        cx.report_once(as_range(finding, pair, Some((least, most))));
        return None;
    }
    Some((least as i32, most as i32))
}

/// The finding with these bounds as they should be written; what they are is not always to be guessed.
fn as_range(finding: Diagnostic, pair: &KeyValue, bounds: Option<(i64, i64)>) -> Diagnostic {
    let Some((one, other)) = bounds else {
        return finding.help("the least and the most that a hit takes, with `..` between them");
    };
    let mend = format!("{}..{}", one.min(other), one.max(other));
    let help = format!("write `{}={mend}`", keys::DAMAGE.word);
    finding.help(help).fix(pair.value.span, mend)
}

/// The least and the most that dice come to: `2d6`, `d8`, `1d4+1`.
fn dice(text: &str) -> Option<(i64, i64)> {
    let (count, rest) = text.split_once(['d', 'D'])?;
    let (sides, more) = match rest.split_once('+') {
        Some((sides, more)) => (sides, more.parse::<u16>().ok()?),
        None => (rest, 0),
    };
    let count = match count {
        "" => 1,
        count => count.parse::<u16>().ok()?,
    };
    let (count, more) = (i64::from(count), i64::from(more));
    let sides = i64::from(sides.parse::<u16>().ok()?);
    (count > 0 && sides > 0).then_some((count + more, count * sides + more))
}

/// The only two numbers of a text, such as `2-6` and `"2..6"`.
fn bounds(text: &str) -> Option<(i64, i64)> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    let mut numbers = words.filter(|word| !word.is_empty()).map(str::parse);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(one)), Some(Ok(other)), None) => Some((one, other)),
        _ => None,
    }
}
