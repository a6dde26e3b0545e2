//! The decision to stop pressing a repeated key.
use super::facts::Fact;
use super::narrated_state::NarratedState;
use dungeon_model::space::geometry::{Neighbours, Point};

/// Whether the player needs to hear something before the next key: a body came into view or closer, the number of the
/// first reading fell, the level changed, or the game is over. If `ways` has no diagonal steps, a body two steps away
/// has also come close: one more step would lead right next to it.
pub fn is_alarming(before: &NarratedState, now: &NarratedState, ways: Neighbours) -> bool {
    let gap = |state: &NarratedState, at: Point| match ways {
        Neighbours::Four => state.stand.manhattan(at).min(3),
        Neighbours::Eight => state.stand.chebyshev(at).min(2),
    };
    let id = |fact: &Fact| fact.body().map(|body| body.id);
    let is_met = now.near().any(|one| {
        let then = before.near().find(|other| id(other) == id(one));
        then.is_none_or(|other| gap(now, one.at) < gap(before, other.at))
    });
    let pairs = before.readings.iter().zip(&now.readings);
    let is_hurt = pairs.take(1).any(|(old, new)| new.value < old.value);
    is_met || is_hurt || now.is_over || before.level != now.level
}
