//! When somebody who does a thing several times stops doing it.
use super::narrated_state::NarratedState;
use super::observer::Fact;
use crate::space::geometry::Neighbours;

/// Whether what was begun goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// It does.
    Free,
    /// Something came up.
    Halted,
}

/// Whether somebody came, or came up to him, or hurt him, or he is elsewhere. Where nobody steps slantwise one who is two
/// steps off has come up to him too: a step more would be into his arms.
pub fn is_alarming(before: &NarratedState, now: &NarratedState, ways: Neighbours) -> bool {
    let gap = |picture: &NarratedState, other: &Fact| match ways {
        Neighbours::Four => picture.stand.manhattan(other.at).min(3),
        Neighbours::Eight => picture.stand.chebyshev(other.at).min(2),
    };
    let is_met = now.others.iter().any(|(one, _)| {
        let mut others = before.others.iter();
        let then = others.find(|(other, _)| other.who == one.who);
        then.is_none_or(|(other, _)| gap(now, one) < gap(before, other))
    });
    let pairs = before.readings.iter().zip(&now.readings);
    let is_hurt = pairs.take(1).any(|(old, new)| new.value < old.value);
    is_met || is_hurt || now.is_over || before.level != now.level
}
