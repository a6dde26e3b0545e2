//! The turn and the weapon of a unit, as keys give them: `ap=2 steps=10 damage=2..6 accuracy=70 shot-range=8` (K-2,
//! K-10, K-11).
use crate::keys;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::ranges::points;
use dungeon_model::dungeon::{Kind, Weapon};

/// Reads a body's action points and steps into its kind. Returns whether the record has any of these keys.
pub fn read_turn(fields: &mut Fields<'_, '_>, kind: &mut Kind) -> bool {
    let has_points = fields.set(&keys::AP, &mut kind.points);
    // A unit may have 0 steps, a monster has at least 1.
    let has_a_range = fields.set(&keys::UNIT_STEPS, &mut kind.range)
        || fields.set(&keys::KIND_STEPS, &mut kind.range);
    has_points || has_a_range
}

/// Reads the keys of a weapon into a kind. They change the weapon of the kind or, if the kind has none, the weapon
/// `usual`. Returns whether the record has any of these keys.
pub fn read_weapon(fields: &mut Fields<'_, '_>, kind: &mut Kind, usual: Weapon) -> bool {
    let mut weapon = kind.weapon.unwrap_or(usual);
    let damage = points(fields, &keys::DAMAGE).map(|damage| damage.value);
    weapon.damage = damage.unwrap_or(weapon.damage);
    let has_accuracy = fields.set(&keys::ACCURACY, &mut weapon.accuracy);
    let has_reach = fields.set(&keys::SHOT_RANGE, &mut weapon.reach);
    let is_said = damage.is_some() || has_accuracy || has_reach;
    if is_said {
        kind.weapon = Some(weapon);
    }
    is_said
}
