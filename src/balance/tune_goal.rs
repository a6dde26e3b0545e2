//! The share of wins that an author wants of a bot, and how many games show it.
use std::fmt;

use super::dungeon_text::PlaySeeds;
use dungeon_players::Interval;

/// The number of games by which numbers are ordered and with which successive halving begins.
pub(super) const FEW: u64 = 256;

/// The maximum number of games of a confirmation, unless the caller asks for more.
pub(super) const MOST_CONFIRMING: u64 = 20_000;

/// The number of standard errors between a confirmed share and each bound of its range. A confirmation looks at its
/// games several times; with this distance a share on the bound passes one of twelve looks with a chance of at most
/// 2.5 % (Pocock, "Group sequential methods in the design and analysis of clinical trials", Biometrika 64, 1977).
const APART: f64 = 2.6;

/// The maximum number of games for which a message asks.
const MOST_ASKED: u64 = 1_000_000;

/// The margin at both ends of a range within which a search takes a share for reached, as a part of the range.
const MARGIN: f64 = 1.0 / 3.0;

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

/// Returns why a search with at most `most_games` games in a trial can confirm no share in a range, and what to do;
/// `None` if it can confirm one.
///
/// ```
/// use dungeon::balance::tune_goal::unconfirmable;
///
/// assert_eq!(unconfirmable([0.4, 0.5], 4_000), None);
/// assert!(unconfirmable([0.0, 0.0], 4_000).is_some_and(|why| why.starts_with("no number of games")));
/// ```
pub fn unconfirmable([from, to]: [f64; 2], most_games: u64) -> Option<String> {
    let play: &PlaySeeds<'_> = &|_, _| None;
    let goal = TuneGoal { from, to, play };
    let middle = (from + to) / 2.0;
    let can_confirm = |games: u64| {
        // The middle share is best, but for an open end.
        let mut won = [0, won_at(middle, games), games].into_iter();
        won.any(|won| goal.is_confirmed(WinCount { won, games }))
    };
    let most = most_games.max(MOST_CONFIRMING);
    if can_confirm(most) {
        return None;
    }
    let range = format!("{} % to {} %", from * 100.0, to * 100.0);
    let mut more = (1..=MOST_ASKED / 1_000).map(|thousands| thousands * 1_000);
    Some(
        match more.find(|games| *games > most && can_confirm(*games)) {
            Some(games) => format!(
                "{most} games cannot confirm a range as narrow as {range}: widen it, or permit {games} games"
            ),
            None => format!(
                "no number of games up to {MOST_ASKED} can confirm a range as narrow as {range}: widen it"
            ),
        },
    )
}

/// Returns the smallest number of won games whose share of all games is at least a given one.
fn won_at(share: f64, games: u64) -> u64 {
    let (mut least, mut most) = (0, games);
    while least < most {
        let middle = (least + most) / 2;
        if (middle as f64) < share * games as f64 {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    least
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

    /// Returns how far a share is above or, below 0, under the range.
    pub(super) fn miss(&self, share: f64) -> f64 {
        (share - self.to).max(0.0) + (share - self.from).min(0.0)
    }

    /// Returns how far a share is from where a search takes it for reached: 0 if its interval is within the range, and
    /// else its distance from the middle third of the range.
    pub(super) fn distance(&self, count: WinCount) -> f64 {
        if self.holds(count.interval()) {
            return 0.0;
        }
        self.distance_of(count.share())
    }

    /// Returns the distance from a share to the middle third of the range, below 0 if the bot wins too rarely. An end at 0 or 1
    /// needs no margin.
    pub(super) fn distance_of(&self, share: f64) -> f64 {
        let margin = (self.to - self.from) * MARGIN;
        let is_open = [self.from <= 0.0, self.to >= 1.0];
        let [low, high] = is_open.map(|is_open| if is_open { 0.0 } else { margin });
        (share - self.to + high).max(0.0) + (share - self.from - low).min(0.0)
    }

    /// Whether an interval is within the range.
    pub(super) fn holds(&self, found: Interval) -> bool {
        self.from <= found.from && found.to <= self.to
    }

    /// Whether an interval is apart from the range.
    pub(crate) fn excludes(&self, found: Interval) -> bool {
        found.to < self.from || self.to < found.from
    }

    /// Whether games with fresh seeds show that the share of wins is within the range: its interval is, and the share is
    /// `APART` errors inside. May be asked again after more games, up to twelve times.
    pub(super) fn is_confirmed(&self, count: WinCount) -> bool {
        let is_apart = |bound: f64, distance: f64| {
            let error = (bound * (1.0 - bound) / count.games.max(1) as f64).sqrt();
            distance >= APART * error
        };
        let share = count.share();
        self.holds(count.interval())
            && (self.from <= 0.0 || is_apart(self.from, share - self.from))
            && (self.to >= 1.0 || is_apart(self.to, self.to - share))
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
        let wanted = spread * ((APART + 0.84) / distance).powi(2);
        let steps = (1..=MOST_CONFIRMING / FEW).map(|nth| nth * FEW);
        let enough = steps.into_iter().find(|games| *games as f64 >= wanted);
        enough.unwrap_or(MOST_CONFIRMING)
    }
}
