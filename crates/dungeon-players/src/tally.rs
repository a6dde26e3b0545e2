//! Many games of one player, in numbers that can be added: any number of threads comes to the same.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::iter::Sum;
use std::sync::Arc;

use super::player::Player;
use super::record::{GameRecord, LifeCurve, play};
use super::seen_game::SeenGame;
use dungeon_engine::ending::LossCause;
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::{Dungeon, ItemId, KindId, LevelId};
use dungeon_model::space::geometry::Point;

/// The value of the normal distribution within which 95 % of it lie, on both sides of its middle.
const Z: f64 = 1.959_963_984_540_054;

/// Two numbers between which a share lies, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least share.
    pub from: f64,
    /// The greatest share.
    pub to: f64,
}

impl Interval {
    /// Returns Wilson's 95 % interval for the share of which `of` trials have shown `hits`; from 0 to 1 for no trials.
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
        // Rounding must not leave what is exact: no hits may mean none, and all may mean all.
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

/// Lets a player play a dungeon with each of these seeds, to its end or until he has taken so many actions, and adds the
/// games up. Games of other threads are added by [`Tally::merge`], or as a sum.
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

/// What many games of one player came to, as [`play_many`] gives it. Tallies of different games add up in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The games that were played.
    pub games: u64,
    /// The games that were won.
    pub won: u64,
    /// The games that were lost, or drawn.
    pub lost: u64,
    /// The games that the limit of actions ended.
    pub unfinished: u64,
    /// How many games took so many turns, of those that were won or lost.
    pub turns: BTreeMap<u32, u64>,
    /// The actions that were taken.
    pub actions: u64,
    /// The choices that the rules refused.
    pub refused: u64,
    /// How many games were lost or drawn by each cause, and where.
    pub losses: BTreeMap<(LossCause, LevelId, Point), u64>,
    /// How often each cause has hurt bodies of ours, and how many points of life it took.
    pub wounds: BTreeMap<LossCause, (u64, u64)>,
    /// The kinds of monsters that were on a visited level in any game.
    pub met: BTreeSet<KindId>,
    /// How many items of each kind were taken.
    pub taken: BTreeMap<ItemId, u64>,
    /// How many actions long the commanded body stood on each cell.
    pub visits: BTreeMap<(LevelId, Point), u64>,
    /// The life of ours in the course of the turns.
    pub life: LifeCurve,
    /// The seed of the game that was won in the fewest turns, after those turns.
    pub best: Option<(u32, u64)>,
    /// The seed of the game that was lost in the fewest turns, after those turns.
    pub worst: Option<(u32, u64)>,
}

/// The games of all of them.
impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut all, tally| {
            all.merge(tally);
            all
        })
    }
}

/// The share of wins in percent, with its interval: `24.1 % (21.6..26.8)`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { from, to } = self.interval();
        let [rate, from, to] = [self.win_rate(), from, to].map(|share| share * 100.0);
        write!(f, "{rate:.1} % ({from:.1}..{to:.1})")
    }
}

impl Tally {
    /// Adds one game, which had this seed.
    pub fn add(&mut self, seed: u64, record: &GameRecord) {
        let game = (record.turns, seed);
        let of_one = Tally {
            games: 1,
            won: u64::from(record.outcome == Some(Outcome::Won)),
            lost: u64::from(matches!(
                record.outcome,
                Some(Outcome::Lost | Outcome::Drawn)
            )),
            unfinished: u64::from(record.outcome.is_none()),
            turns: record
                .outcome
                .map(|_| (record.turns, 1))
                .into_iter()
                .collect(),
            actions: record.actions.len() as u64,
            refused: record.refused.into(),
            losses: record.loss.map(|loss| (loss, 1)).into_iter().collect(),
            wounds: record.wounds.clone(),
            met: record.met.iter().copied().collect(),
            taken: record.taken.clone(),
            visits: record.visits.clone(),
            life: record.life.clone(),
            best: (record.outcome == Some(Outcome::Won)).then_some(game),
            worst: (record.outcome == Some(Outcome::Lost)).then_some(game),
        };
        self.merge(of_one);
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
        self.met.extend(other.met);
        self.life.merge(&other.life);
        let least = |a: Option<(u32, u64)>, b| a.into_iter().chain(b).min();
        self.best = least(self.best, other.best);
        self.worst = least(self.worst, other.worst);
    }

    /// Returns the share of games that were won, 0 to 1.
    pub fn win_rate(&self) -> f64 {
        self.won as f64 / self.games.max(1) as f64
    }

    /// Returns the interval in which the share of wins lies, with 95 % confidence.
    pub fn interval(&self) -> Interval {
        Interval::wilson(self.won, self.games)
    }

    /// Returns the turns that so many games of a hundred took at most, of those that were won or lost; `None` where
    /// there is none.
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

    /// Returns the causes of lost games with the number of games, the most frequent first.
    pub fn loss_causes(&self) -> Vec<(LossCause, u64)> {
        let mut causes = BTreeMap::<LossCause, u64>::new();
        for ((cause, ..), count) in &self.losses {
            *causes.entry(*cause).or_default() += count;
        }
        let mut causes: Vec<(LossCause, u64)> = causes.into_iter().collect();
        causes.sort_by_key(|(cause, count)| (u64::MAX - count, *cause));
        causes
    }

    /// Returns the kinds of monsters that were there and never took anything from anybody of ours.
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
