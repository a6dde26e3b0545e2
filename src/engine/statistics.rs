//! What a game comes to in numbers, for its end (K-14): counted from the events, and nothing that rules go by.
use crate::dungeon::Side;

/// Counts over a whole game; each stops at its type's end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Shots of ours, at bodies and at terrain.
    pub shots: u32,
    /// Those of them that missed.
    pub misses: u32,
    /// Life that monsters lost, by whatever.
    pub given: u32,
    /// Life that heroes lost, by whatever.
    pub taken: u32,
    /// Items that heroes took.
    pub items: u32,
}

impl Statistics {
    /// Shots of ours that did not miss.
    pub fn hits(&self) -> u32 {
        self.shots.saturating_sub(self.misses)
    }

    /// Somebody of this side lost life: `by` is below 0.
    pub(super) fn wounds(&mut self, whose: Side, by: i32) {
        let count = match whose {
            Side::Ours => &mut self.taken,
            Side::Theirs => &mut self.given,
        };
        *count = count.saturating_add(by.unsigned_abs());
    }

    /// Somebody of this side shot.
    pub(super) fn shot(&mut self, whose: Side) {
        let ours = u32::from(whose == Side::Ours);
        self.shots = self.shots.saturating_add(ours);
    }

    /// A shot of this side missed.
    pub(super) fn miss(&mut self, whose: Side) {
        let ours = u32::from(whose == Side::Ours);
        self.misses = self.misses.saturating_add(ours);
    }
}
