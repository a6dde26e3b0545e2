//! What a unit can do in its turn: `ap=2 range=10 damage=2..6 accuracy=70 reach=8` (K-2, K-10, K-11).
use crate::keys::{self, KeySpec};
use crate::resolve::schema::context::ResolveContext;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::ranges::damage;
use dungeon_model::dungeon::{Kind, Side, Weapon};

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
        kind.points = points.value;
    }
    if let Some(range) = range {
        kind.range = range.value;
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
        weapon.accuracy = accuracy.value;
    }
    if let Some(reach) = reach {
        weapon.reach = reach.value;
    }
    true
}
