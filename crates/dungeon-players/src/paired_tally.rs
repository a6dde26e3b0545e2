//! The games of one bot in two dungeons, an old and a new version of one file, compared seed by seed.
use std::collections::BTreeMap;
use std::iter::Sum;
use std::sync::Arc;

use super::record::GameRecord;
use super::tally::{Interval, Tally, Z};
use dungeon_model::dungeon::Dungeon;
use dungeon_play::view::words::loss_name;

/// The number of seeds by whether a game had a property, such as a win, in the old and in the new dungeon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedCounts {
    /// The seeds with the property in both games.
    pub both: u64,
    /// The seeds with the property only in the old game.
    pub only_old: u64,
    /// The seeds with the property only in the new game.
    pub only_new: u64,
    /// The seeds without the property in either game.
    pub neither: u64,
}

impl PairedCounts {
    /// Counts one seed.
    pub fn add(&mut self, old: bool, new: bool) {
        match (old, new) {
            (true, true) => self.both += 1,
            (true, false) => self.only_old += 1,
            (false, true) => self.only_new += 1,
            (false, false) => self.neither += 1,
        }
    }

    /// Adds the seeds of other counts.
    pub fn merge(&mut self, other: PairedCounts) {
        self.both += other.both;
        self.only_old += other.only_old;
        self.only_new += other.only_new;
        self.neither += other.neither;
    }

    /// Returns the number of seeds.
    pub fn seeds(&self) -> u64 {
        self.both + self.only_old + self.only_new + self.neither
    }

    /// Returns the share of the old and of the new games with the property, each 0 to 1.
    pub fn shares(&self) -> [f64; 2] {
        [self.only_old, self.only_new].map(|only| share(self.both + only, self.seeds()))
    }

    /// Returns the new share minus the old one, −1 to 1.
    pub fn change(&self) -> f64 {
        let [old, new] = self.shares();
        new - old
    }

    /// Returns a 95 % confidence interval of the change, within −1 to 1. Uses method 10 of Newcombe, "Improved
    /// confidence intervals for the difference between binomial proportions based on paired data" (Statistics in
    /// Medicine 17, 1998): the Wilson intervals of both shares, combined with their correlation.
    ///
    /// ```
    /// use dungeon::players::PairedCounts;
    ///
    /// let won = PairedCounts { both: 36, only_old: 12, only_new: 2, neither: 0 };
    /// let change = won.change_interval();
    /// assert_eq!(format!("{:.4} {:.4}..{:.4}", won.change(), change.from, change.to), "-0.2000 -0.3404..-0.0569");
    /// ```
    pub fn change_interval(&self) -> Interval {
        let seeds = self.seeds();
        if seeds == 0 {
            return Interval {
                from: -1.0,
                to: 1.0,
            };
        }
        let [old, new] = self.shares();
        let [old_range, new_range] =
            [self.only_old, self.only_new].map(|only| Interval::wilson(self.both + only, seeds));
        let correlation = self.correlation();
        let reach = |a: f64, b: f64| (a * a - 2.0 * correlation * a * b + b * b).max(0.0).sqrt();
        Interval {
            from: self.change() - reach(new - new_range.from, old_range.to - old),
            to: self.change() + reach(new_range.to - new, old - old_range.from),
        }
    }

    /// Returns the correlation of both properties, with Newcombe's continuity correction; 0 if a property is constant.
    fn correlation(&self) -> f64 {
        let [both, only_old, only_new, neither] =
            [self.both, self.only_old, self.only_new, self.neither].map(|count| count as f64);
        let margins =
            (both + only_old) * (only_new + neither) * (both + only_new) * (only_old + neither);
        if margins == 0.0 {
            return 0.0;
        }
        let found = both * neither - only_old * only_new;
        let half = self.seeds() as f64 / 2.0;
        let corrected = if found > 0.0 {
            (found - half).max(0.0)
        } else {
            found
        };
        corrected / margins.sqrt()
    }
}

/// The change of the length of games, over the seeds whose games ended in both dungeons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnChange {
    /// The number of seeds.
    pub seeds: u64,
    /// The sum of the turns of the new games minus those of the old ones.
    sum: i128,
    /// The sum of the squares of these differences.
    squares: u128,
}

impl TurnChange {
    fn add(&mut self, old: u32, new: u32) {
        let change = i128::from(new) - i128::from(old);
        self.merge(TurnChange {
            seeds: 1,
            sum: change,
            squares: change.unsigned_abs().pow(2),
        });
    }

    fn merge(&mut self, other: TurnChange) {
        self.seeds += other.seeds;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the mean change in turns; `None` without seeds.
    pub fn mean(&self) -> Option<f64> {
        (self.seeds > 0).then(|| self.sum as f64 / self.seeds as f64)
    }

    /// Returns a 95 % confidence interval of the mean change in turns, from the normal distribution; `None` for fewer
    /// than 30 seeds, which tell too little about the spread.
    pub fn interval(&self) -> Option<Interval> {
        let mean = self.mean().filter(|_| self.seeds >= 30)?;
        let seeds = self.seeds as f64;
        let variance = (self.squares as f64 - seeds * mean * mean).max(0.0) / (seeds - 1.0);
        let half = Z * (variance / seeds).sqrt();
        Some(Interval {
            from: mean - half,
            to: mean + half,
        })
    }
}

/// The games of one bot in an old and a new dungeon with the same seeds. Tallies of different seeds can be added
/// in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PairedTally {
    /// The games in the old dungeon.
    pub old: Tally,
    /// The games in the new dungeon.
    pub new: Tally,
    /// The seeds whose games were won.
    pub won: PairedCounts,
    /// The lengths of the games.
    pub turns: TurnChange,
    /// For each cause of a loss, the seeds that were lost to it: in both games, only in the old, only in the new.
    losses: BTreeMap<LossWords, [u64; 3]>,
}

/// The word of a loss cause, and the name of what caused the loss. Both dungeons number their entries on their own, so
/// that names identify a cause.
type LossWords = (&'static str, String);

impl PairedTally {
    /// Adds the game of a seed in an old and a new dungeon.
    #[doc(hidden)]
    pub fn add(&mut self, seed: u64, dungeons: [&Arc<Dungeon>; 2], records: &[GameRecord; 2]) {
        let [old, new] = records;
        self.old.add(seed, old);
        self.new.add(seed, new);
        let [was_won, is_won] = [old, new].map(GameRecord::is_won);
        self.won.add(was_won, is_won);
        if old.outcome.is_some() && new.outcome.is_some() {
            self.turns.add(old.turns, new.turns);
        }
        let [lost_old, lost_new] = [0, 1].map(|side: usize| {
            let (cause, ..) = records[side].loss?;
            Some((cause.word(), loss_name(dungeons[side], cause)))
        });
        let mut count = |words: Option<LossWords>, place: usize| {
            if let Some(words) = words {
                self.losses.entry(words).or_default()[place] += 1;
            }
        };
        if lost_old == lost_new {
            count(lost_old, 0);
        } else {
            count(lost_old, 1);
            count(lost_new, 2);
        }
    }

    /// Adds the games of another tally of the same dungeons.
    pub fn merge(&mut self, other: PairedTally) {
        self.old.merge(other.old);
        self.new.merge(other.new);
        self.won.merge(other.won);
        self.turns.merge(other.turns);
        for (words, counts) in other.losses {
            let own = self.losses.entry(words).or_default();
            (0..counts.len()).for_each(|place| own[place] += counts[place]);
        }
    }

    /// Returns each cause of a loss: the word of the cause, the name of what caused the loss, and the seeds that were
    /// lost to it. The cause whose share changed most comes first.
    pub fn losses(&self) -> Vec<(&'static str, &str, PairedCounts)> {
        let losses = self
            .losses
            .iter()
            .map(|((word, name), [both, only_old, only_new])| {
                let counts = PairedCounts {
                    both: *both,
                    only_old: *only_old,
                    only_new: *only_new,
                    neither: self.won.seeds() - both - only_old - only_new,
                };
                (*word, name.as_str(), counts)
            });
        let mut losses: Vec<_> = losses.collect();
        losses.sort_by_key(|(.., counts)| u64::MAX - counts.only_old.abs_diff(counts.only_new));
        losses
    }
}

/// Adds the games of several tallies.
impl Sum for PairedTally {
    fn sum<I: Iterator<Item = PairedTally>>(tallies: I) -> PairedTally {
        tallies.fold(PairedTally::default(), |mut all, tally| {
            all.merge(tally);
            all
        })
    }
}

fn share(count: u64, of: u64) -> f64 {
    count as f64 / of.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_engine::chance::mix;

    /// The number of repetitions from which the coverage of an interval is measured.
    const REPETITIONS: u64 = 1_000;

    /// Returns a number from 0 to 1 that depends on three numbers alone.
    fn uniform(experiment: u64, repetition: u64, draw: u64) -> f64 {
        mix(mix(mix(experiment) ^ repetition) ^ draw) as f64 / u64::MAX as f64
    }

    /// Returns the share of repetitions whose interval contains the truth.
    fn coverage(truth: f64, interval: impl Fn(u64) -> Interval) -> f64 {
        let holds = |repetition: &u64| {
            let Interval { from, to } = interval(*repetition);
            (from..=to).contains(&truth)
        };
        (0..REPETITIONS).filter(holds).count() as f64 / REPETITIONS as f64
    }

    /// Wins of `seeds` seeds with shares `old` and `new`. A part `linked` of the seeds uses one random number for both
    /// games.
    fn wins(
        [old, new, linked]: [f64; 3],
        seeds: u64,
        experiment: u64,
        repetition: u64,
    ) -> PairedCounts {
        let mut counts = PairedCounts::default();
        for seed in 0..seeds {
            let draw = |nth: u64| uniform(experiment, repetition, seed * 3 + nth);
            let first = draw(0);
            let second = if draw(2) < linked { first } else { draw(1) };
            counts.add(first < old, second < new);
        }
        counts
    }

    #[test]
    fn intervals_of_shares_and_changes_hold_93_to_97_of_100_times() {
        let cases = [
            ([0.5, 0.5, 0.0], 200),
            ([0.14, 0.095, 0.5], 1_000),
            ([0.3, 0.45, 0.8], 100),
            ([0.8, 0.7, 0.2], 300),
            ([0.1, 0.4, 0.0], 150),
            ([0.96, 0.9, 0.5], 500),
        ];
        for (experiment, (shares, seeds)) in (0..).zip(cases) {
            let counts = |repetition| wins(shares, seeds, experiment, repetition);
            let [old, new, _] = shares;
            let of_change = coverage(new - old, |nth| counts(nth).change_interval());
            let of_share = coverage(old, |nth| {
                let counts = counts(nth);
                Interval::wilson(counts.both + counts.only_old, seeds)
            });
            println!("{shares:?}, {seeds} seeds: share {of_share}, change {of_change}");
            for found in [of_share, of_change] {
                assert!(
                    (0.93..=0.97).contains(&found),
                    "{shares:?}, {seeds}: {found}"
                );
            }
        }
    }

    #[test]
    fn intervals_of_few_games_hold_at_least_93_of_100_times() {
        for (experiment, (shares, seeds)) in
            (200..).zip([([0.1, 0.4, 0.0], 50), ([0.02, 0.0, 0.5], 100)])
        {
            let counts = |repetition| wins(shares, seeds, experiment, repetition);
            let found = coverage(shares[1] - shares[0], |nth| counts(nth).change_interval());
            println!("{shares:?}, {seeds} seeds: {found}");
            assert!(found >= 0.93, "{shares:?}, {seeds}: {found}");
        }
    }

    #[test]
    fn an_interval_of_the_change_of_turns_holds_93_to_97_of_100_times() {
        for (experiment, seeds) in (100..).zip([30, 100, 400]) {
            let turns = |repetition: u64, draw: u64, most: f64| {
                1 + (uniform(experiment, repetition, draw).powi(3) * most) as u32
            };
            let found = coverage(10.0, |repetition| {
                let mut change = TurnChange::default();
                for seed in 0..seeds {
                    let old = turns(repetition, seed * 2, 160.0);
                    let new = turns(repetition, seed * 2 + 1, 160.0);
                    change.add(old, new + 10);
                }
                change.interval().expect("30 seeds or more")
            });
            println!("{seeds} seeds: {found}");
            assert!((0.93..=0.97).contains(&found), "{seeds}: {found}");
        }
    }

    #[test]
    fn counts_without_seeds_and_at_the_bounds_have_intervals_within_the_bounds() {
        let all = |both, only_old, only_new, neither| {
            let counts = PairedCounts {
                both,
                only_old,
                only_new,
                neither,
            };
            counts.change_interval()
        };
        assert_eq!(
            all(0, 0, 0, 0),
            Interval {
                from: -1.0,
                to: 1.0
            }
        );
        for found in [
            all(0, 1, 0, 0),
            all(0, 0, 40, 0),
            all(40, 0, 0, 0),
            all(0, 0, 0, 7),
            all(3, 1, 0, 9),
        ] {
            assert!(
                -1.0 <= found.from && found.from <= found.to && found.to <= 1.0,
                "{found:?}"
            );
        }
    }

    #[test]
    fn few_seeds_tell_the_mean_change_of_turns_without_an_interval() {
        let mut change = TurnChange::default();
        assert_eq!((change.mean(), change.interval()), (None, None));
        change.add(4, 9);
        change.add(9, 8);
        assert_eq!((change.mean(), change.interval()), (Some(2.0), None));
    }
}
