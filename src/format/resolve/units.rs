//! What a unit can do in its turn: `ap=2 range=10 damage=2..6 accuracy=70 reach=8` (K-2, K-10, K-11).
use super::desk::Desk;
use super::fields::{Fields, bad_value, within};
use crate::dungeon::{FARTHEST, Kind, Weapon};
use crate::format::source::Spanned;
use crate::format::syntax::Value;

/// More action points are no turn any more.
const MOST_POINTS: i64 = 20;

/// No hit takes more.
const HARDEST: i64 = 1_000_000;

/// Takes the keys that say what a body can do with its turn; whether there were any.
pub fn read_turn(desk: &mut Desk<'_>, fields: &mut Fields<'_>, kind: &mut Kind) -> bool {
    let points = fields.whole(desk, "ap", 1..=MOST_POINTS);
    let range = fields.whole(desk, "range", 0..=FARTHEST.into());
    if let Some(points) = points {
        kind.points = points.value as u32;
    }
    if let Some(range) = range {
        kind.range = range.value as u32;
    }
    points.is_some() || range.is_some()
}

/// Takes the keys of a weapon, which start from what it has, or else from this; whether there were any.
pub fn read_weapon(
    desk: &mut Desk<'_>,
    fields: &mut Fields<'_>,
    kind: &mut Kind,
    usual: Weapon,
) -> bool {
    let damage = damage(desk, fields);
    let accuracy = fields.whole(desk, "accuracy", 0..=100);
    let reach = fields.whole(desk, "reach", 1..=FARTHEST.into());
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
fn damage(desk: &mut Desk<'_>, fields: &mut Fields<'_>) -> Option<(i32, i32)> {
    let pair = fields.value("damage")?;
    let (least, most) = match pair.value.value {
        Value::Range(least, most) => (least, most),
        Value::Int(always) => (always, always),
        _ => {
            bad_value(desk, pair, "a range such as 2..6");
            return None;
        }
    };
    let span = pair.value.span;
    let mut bound = |value| within(desk, "damage", Spanned { value, span }, 0..=HARDEST);
    let (least, most) = (bound(least)?.value, bound(most)?.value);
    if least > most {
        bad_value(desk, pair, "a range whose first number is the smaller one");
        return None;
    }
    Some((least as i32, most as i32))
}
