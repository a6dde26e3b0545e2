//! The share of wins that an author wants of a bot, and how many games show it.
use std::fmt;

use super::dungeon_text::PlaySeeds;
use dungeon_players::Interval;

/// The number of games by which numbers are ordered and with which successive halving begins.
pub(super) const FEW: u64 = 256;

/// The maximum number of games of a confirmation.
const MOST_CONFIRMING: u64 = 20_000;

/// The share of games that a bot should win.
pub struct TuneGoal<'a> {
    /// The smallest share, from 0.
    pub from: f64,
    /// The largest share, to 1.
    pub to: f64,
    /// Plays games of the bot.
    pub play: &'a PlaySeeds<'a>,
}

impl fmt::Debug for TuneGoal<'_> {
    dungeon_model::debug_fields!(TuneGoal: from, to);
}

/// The number of games that a bot played and won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinCount {
    /// The number of games won.
    pub won: u64,
    /// The number of games.
    pub games: u64,
}

impl WinCount {
    /// Returns the share of games won, 0 to 1.
    pub fn share(self) -> f64 {
        self.won as f64 / self.games.max(1) as f64
    }

    /// Returns the 95 % interval of the share.
    pub fn interval(self) -> Interval {
        Interval::wilson(self.won, self.games)
    }
}

impl TuneGoal<'_> {
    /// Returns the number of games of a trial: enough for an interval of a third of the range, at most `most`.
    pub(super) fn games(&self, most: u64) -> u64 {
        let (width, share) = (self.to - self.from, (self.from + self.to) / 2.0);
        let wanted = share * (1.0 - share) * (12.0 / width.max(0.01)).powi(2);
        let steps = (1..=64).map(|nth| nth * FEW);
        let enough = steps.into_iter().find(|games| *games as f64 >= wanted);
        enough.unwrap_or(most).min(most)
    }

    /// Returns how far a share is above or, below 0, under the middle third of the range. An end at 0 or 1 needs no
    /// margin.
    pub(super) fn miss(&self, share: f64, margin: f64) -> f64 {
        let margin = (self.to - self.from) * margin;
        let from = if self.from <= 0.0 {
            0.0
        } else {
            self.from + margin
        };
        let to = if self.to >= 1.0 {
            1.0
        } else {
            self.to - margin
        };
        (share - to).max(0.0) + (share - from).min(0.0)
    }

    /// Whether an interval is within the range.
    pub(super) fn holds(&self, found: Interval) -> bool {
        self.from <= found.from && found.to <= self.to
    }

    /// Whether an interval is apart from the range.
    pub(crate) fn excludes(&self, found: Interval) -> bool {
        found.to < self.from || self.to < found.from
    }

    /// Returns the number of games that would confirm this share, if it is the true one.
    pub(super) fn confirming(&self, share: f64) -> u64 {
        let from = if self.from <= 0.0 {
            1.0
        } else {
            share - self.from
        };
        let to = if self.to >= 1.0 { 1.0 } else { self.to - share };
        let distance = from.min(to).max(0.001);
        let spread = (share * (1.0 - share)).max(0.01);
        let wanted = spread * (2.8 / distance).powi(2);
        let steps = (1..=MOST_CONFIRMING / FEW).map(|nth| nth * FEW);
        let enough = steps.into_iter().find(|games| *games as f64 >= wanted);
        enough.unwrap_or(MOST_CONFIRMING)
    }
}
