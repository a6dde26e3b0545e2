//! The statistics of a game, shown at its end (K-14). The counts come from events, and no rule reads them.
use dungeon_model::dungeon::Side;

/// Counts over a whole game; each saturates.
///
/// ```
/// use dungeon::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n######\n#@$$$#\n######\nend\n")?;
/// game.press("ll")?;
/// let so_far = game.game().world().ledger();
/// assert_eq!((so_far.items, so_far.hits(), so_far.taken), (2, 0, 0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of turns played, including the turn in which the game ended ([X-16]).
    ///
    /// [X-16]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-16
    pub turns: u32,
    /// The highest index of a level that a hero has traveled to. Levels are counted from 0 in file order.
    pub farthest: u8,
    /// The number of shots of the player's bodies, at bodies and at terrain.
    pub shots: u32,
    /// The number of shots of the player's bodies that missed.
    pub misses: u32,
    /// The points of life that monsters lost, from any cause.
    pub given: u32,
    /// The points of life that heroes lost, from any cause.
    pub taken: u32,
    /// The number of items that heroes took.
    pub items: u32,
}

impl Statistics {
    /// Returns the number of the player's shots that hit.
    pub fn hits(&self) -> u32 {
        self.shots.saturating_sub(self.misses)
    }

    /// Counts a loss of life of a body on a side; `by` is the negative change.
    pub(super) fn count_wound(&mut self, side: Side, by: i32) {
        let count = match side {
            Side::Ours => &mut self.taken,
            Side::Theirs => &mut self.given,
        };
        *count = count.saturating_add(by.unsigned_abs());
    }

    /// Counts a shot of the player's side; ignores shots of monsters.
    pub(super) fn count_shot(&mut self, side: Side) {
        let ours = u32::from(side == Side::Ours);
        self.shots = self.shots.saturating_add(ours);
    }

    /// Counts a miss of the player's side; ignores misses of monsters.
    pub(super) fn count_miss(&mut self, side: Side) {
        let ours = u32::from(side == Side::Ours);
        self.misses = self.misses.saturating_add(ours);
    }
}
