//! The results of many games of one player, as numbers that can be added in any order, by any number of threads.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::iter::Sum;
use std::sync::Arc;

use super::percent::tenths;
use super::player::Player;
use super::record::{GameRecord, LevelCost, LifeCurve, play};
use super::seen_game::SeenGame;
use dungeon_engine::ending::LossCause;
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::{Dungeon, ItemId, KindId, LevelId};
use dungeon_model::space::geometry::Point;

/// The two-sided 95 % quantile of the normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// A confidence interval, such as of a share from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub from: f64,
    /// The upper bound.
    pub to: f64,
}

impl Interval {
    /// Returns Wilson's 95 % interval for a share with `hits` hits in `of` trials; 0 to 1 for no trials.
    ///
    /// ```
    /// use dungeon::players::Interval;
    ///
    /// let rate = Interval::wilson(206, 1_000);
    /// assert_eq!(format!("{:.3}..{:.3}", rate.from, rate.to), "0.182..0.232");
    /// ```
    pub fn wilson(hits: u64, of: u64) -> Interval {
        if of == 0 {
            return Interval { from: 0.0, to: 1.0 };
        }
        let (n, p) = (of as f64, hits as f64 / of as f64);
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        // Rounding must not move exact bounds: without hits the lower bound is 0, and if all are hits the upper bound
        // is 1.
        let from = if hits == 0 {
            0.0
        } else {
            (middle - half) / whole
        };
        let to = if hits == of {
            1.0
        } else {
            (middle + half) / whole
        };
        Interval { from, to }
    }
}

/// Plays a dungeon with each seed, each game to its end or for at most `most` actions, and adds up the results. Combine
/// results of several threads with [`Tally::merge`], or as a sum.
///
/// ```
/// use dungeon::players::{Greedy, play_many};
///
/// let file = dungeon::diagnostics::Source::from_text("a.dng", "map\n######\n#@..$#\n######\nend\n");
/// let dungeon = dungeon::load_source(file)?.into();
/// let tally = play_many(&dungeon, 0..10, 1_000, &mut Greedy::default());
/// assert_eq!((tally.games, tally.won, tally.quantile(50)), (10, 10, Some(3)));
/// assert_eq!(tally.to_string(), "100.0 % (72.2..100.0)");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn play_many(
    dungeon: &Arc<Dungeon>,
    seeds: impl IntoIterator<Item = u64>,
    most: u32,
    player: &mut (impl Player + ?Sized),
) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let mut played = SeenGame::begin(Arc::clone(dungeon), seed);
        tally.add(seed, &play(&mut played, player, most));
    }
    tally
}

/// The results of many games of one player, as returned by [`play_many`]. Tallies of different games can be added in
/// any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// The number of games won.
    pub won: u64,
    /// The number of games lost or drawn.
    pub lost: u64,
    /// The number of games cut off by the limit of actions.
    pub unfinished: u64,
    /// The number of games that were won, lost or drawn, by their length in turns.
    pub turns: BTreeMap<u32, u64>,
    /// The number of actions.
    pub actions: u64,
    /// The number of choices that the rules refused.
    pub refused: u64,
    /// The number of games lost or drawn, by cause and place.
    pub losses: BTreeMap<(LossCause, LevelId, Point), u64>,
    /// For each cause: the number of times it hurt our bodies, and the life points that it took.
    pub wounds: BTreeMap<LossCause, (u64, u64)>,
    /// The kinds of monsters on the levels that were visited in any game.
    pub met: BTreeSet<KindId>,
    /// The number of items taken, by item.
    pub taken: BTreeMap<ItemId, u64>,
    /// The number of actions that the commanded body spent on each cell.
    pub visits: BTreeMap<(LevelId, Point), u64>,
    /// The life of our bodies over the turns.
    pub life: LifeCurve,
    /// What each level cost, for levels that were reached in any game.
    pub levels: BTreeMap<LevelId, LevelCost>,
    /// The turns and the seed of the fastest win.
    pub best: Option<(u32, u64)>,
    /// The turns and the seed of the fastest loss.
    pub worst: Option<(u32, u64)>,
}

/// Adds up the games of several tallies.
impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut all, tally| {
            all.merge(tally);
            all
        })
    }
}

/// Prints the share of wins in percent, with its confidence interval: `24.1 % (21.6..26.8)`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { from, to } = self.interval();
        let [rate, from, to] = [self.win_rate(), from, to].map(|share| tenths(share * 100.0));
        write!(f, "{rate} % ({from}..{to})")
    }
}

impl Tally {
    /// Returns the tally of one game with its seed, outcome and turns; all other fields are empty.
    #[doc(hidden)]
    pub fn of_game(seed: u64, outcome: Option<Outcome>, turns: u32) -> Tally {
        let game = (turns, seed);
        Tally {
            games: 1,
            won: u64::from(outcome == Some(Outcome::Won)),
            lost: u64::from(matches!(outcome, Some(Outcome::Lost | Outcome::Drawn))),
            unfinished: u64::from(outcome.is_none()),
            turns: outcome.map(|_| (turns, 1)).into_iter().collect(),
            best: (outcome == Some(Outcome::Won)).then_some(game),
            worst: (outcome == Some(Outcome::Lost)).then_some(game),
            ..Tally::default()
        }
    }

    /// Adds one game with its seed.
    pub fn add(&mut self, seed: u64, record: &GameRecord) {
        self.merge(Tally {
            actions: record.actions.len() as u64,
            refused: record.refused.into(),
            losses: record.loss.map(|loss| (loss, 1)).into_iter().collect(),
            wounds: record.wounds.clone(),
            met: record.met.iter().copied().collect(),
            taken: record.taken.clone(),
            visits: record.visits.clone(),
            life: record.life.clone(),
            levels: record.levels.clone(),
            ..Tally::of_game(seed, record.outcome, record.turns)
        });
    }

    /// Adds the games of another tally.
    pub fn merge(&mut self, other: Tally) {
        self.games += other.games;
        self.won += other.won;
        self.lost += other.lost;
        self.unfinished += other.unfinished;
        self.actions += other.actions;
        self.refused += other.refused;
        add_counts(&mut self.turns, other.turns);
        add_counts(&mut self.losses, other.losses);
        add_counts(&mut self.taken, other.taken);
        add_counts(&mut self.visits, other.visits);
        for (cause, (times, points)) in other.wounds {
            let own = self.wounds.entry(cause).or_default();
            *own = (own.0 + times, own.1.saturating_add(points));
        }
        for (level, cost) in other.levels {
            self.levels.entry(level).or_default().merge(cost);
        }
        self.met.extend(other.met);
        self.life.merge(&other.life);
        let least = |a: Option<(u32, u64)>, b| a.into_iter().chain(b).min();
        self.best = least(self.best, other.best);
        self.worst = least(self.worst, other.worst);
    }

    /// Returns the share of games won, 0 to 1.
    pub fn win_rate(&self) -> f64 {
        self.won as f64 / self.games.max(1) as f64
    }

    /// Returns the 95 % confidence interval of the share of wins.
    pub fn interval(&self) -> Interval {
        Interval::wilson(self.won, self.games)
    }

    /// Returns the smallest number of turns within which `percent` percent of the finished games ended; `None` if no
    /// game finished.
    pub fn quantile(&self, percent: u64) -> Option<u32> {
        let games: u64 = self.turns.values().sum();
        let rank = (games * percent).div_ceil(100).max(1);
        let mut below = 0;
        let mut turns = self.turns.iter();
        let found = turns.find(|(_, count)| {
            below += *count;
            below >= rank
        });
        found.map(|(turns, _)| *turns)
    }

    /// Returns the causes of lost and drawn games, each with its number of games, most frequent first.
    pub fn loss_causes(&self) -> Vec<(LossCause, u64)> {
        let mut causes = BTreeMap::<LossCause, u64>::new();
        for ((cause, ..), count) in &self.losses {
            *causes.entry(*cause).or_default() += count;
        }
        let mut causes: Vec<(LossCause, u64)> = causes.into_iter().collect();
        causes.sort_by_key(|(cause, count)| (u64::MAX - count, *cause));
        causes
    }

    /// Returns the kinds of monsters that were met but never took life from the player's bodies.
    pub fn harmless(&self) -> Vec<KindId> {
        let met = self.met.iter().copied();
        met.filter(|kind| !self.wounds.contains_key(&LossCause::Monster(*kind)))
            .collect()
    }
}

fn add_counts<K: Ord>(to: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
    for (key, count) in from {
        *to.entry(key).or_default() += count;
    }
}
