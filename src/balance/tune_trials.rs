//! The trials of a search for numbers: games with some values, and how far their wins are from the goals.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::dial::{Dial, STEPS};
use super::dungeon_text::{DungeonText, seeds_from};
use super::sensitivity::wins;
use super::tune_goal::{FEW, TuneGoal, WinCount};
use super::varying_number::NumberValue;
use dungeon_model::dungeon::Dungeon;

/// The number of seeds for which the prover must not call a tuned dungeon unwinnable.
pub(super) const PROVED: u64 = 100;

/// The steps of the prover for all seeds of a trial together.
pub(super) const TRIAL_STEPS: u64 = 5_000_000;

/// Of these seeds, returns those whose game certainly cannot be won, as found within this number of steps for each seed;
/// `None` to stop.
pub type RefuteSeeds<'a> = dyn Fn(&Arc<Dungeon>, &[u64], u64) -> Option<Vec<u64>> + 'a;

/// Games that the search played with some values.
#[derive(Clone, Debug)]
pub struct TuneTrial {
    /// The step that led to the values: "all +25 %", or "from 3: rat health 5" for the values of trial 3 with this one.
    /// After "from 3 to 4: rat health 5" some numbers have the values of trial 4: one after another, up to this one. Trials
    /// are counted from 1.
    pub step: String,
    /// The wins of each goal's bot; or the reason not to take the values.
    pub result: Result<Vec<WinCount>, String>,
    /// The number of seeds of a hundred that a proof of limited length shows to be unwinnable; there may be more. `None`
    /// if no proof has looked for them.
    pub unwinnable: Option<u64>,
}

/// A search. Its methods return `None` if a function of the caller stops it.
pub(super) struct TuneSearch<'a> {
    pub(super) text: &'a DungeonText,
    pub(super) goals: &'a [TuneGoal<'a>],
    pub(super) refute: &'a RefuteSeeds<'a>,
    pub(super) on_trial: &'a dyn Fn(&TuneTrial),
    /// The first of the seeds that must be winnable.
    pub(super) first: u64,
    /// The first seed of the current attempt.
    pub(super) seed: u64,
    /// The number of games of a trial.
    pub(super) games: u64,
    /// The number of games that a confirmation may always have.
    pub(super) most_games: u64,
    /// The values of the file.
    pub(super) own: Vec<NumberValue>,
    pub(super) dials: Vec<Dial>,
    pub(super) trials: Vec<TuneTrial>,
    /// The values tried in this attempt, each with its trial.
    pub(super) known: BTreeMap<Vec<NumberValue>, usize>,
    /// The seeds that some bot won in each trial.
    pub(super) won: BTreeMap<usize, BTreeSet<u64>>,
    /// The values that new seeds have not confirmed, with the number of that trial; they are tried again.
    pub(super) unconfirmed: Option<(usize, Vec<NumberValue>)>,
    /// For each dial, the largest change of a share of wins on the way to its bounds; `None` until it is needed.
    pub(super) weights: Option<Vec<f64>>,
}

impl TuneSearch<'_> {
    pub(super) fn note(&mut self, trial: TuneTrial) {
        (self.on_trial)(&trial);
        self.trials.push(trial);
    }

    /// Plays the values at a step of the common scale.
    pub(super) fn scaled(&mut self, step: i64) -> Option<usize> {
        let values: Vec<NumberValue> = self.dials.iter().map(|dial| dial.at(step)).collect();
        let percent = step * 100 / STEPS;
        self.trial(format!("all {percent:+} %"), &values)
    }

    /// Plays some values unless this attempt has played them, and returns the number of the trial. Values that reach
    /// the goals are also checked by the prover.
    pub(super) fn trial(&mut self, step: String, values: &[NumberValue]) -> Option<usize> {
        let values = &self.held(values.to_vec());
        if let Some(known) = self.known.get(values) {
            return Some(*known);
        }
        let nth = self.trials.len();
        let mut unwinnable = None;
        let result = match self.text.read(self.written(values)) {
            Err(message) => Err(message),
            Ok(dungeon) => {
                let (wins, won) = self.played(&dungeon, self.games)?;
                if self.worst(&wins) == 0.0 {
                    unwinnable = Some(self.unwinnable(&dungeon, &won, TRIAL_STEPS)?);
                }
                self.won.insert(nth, won);
                Ok(wins)
            }
        };
        self.note(TuneTrial {
            step,
            result,
            unwinnable,
        });
        self.known.insert(values.to_vec(), nth);
        Some(nth)
    }

    /// Plays a dungeon for every goal, until the share of one is certainly outside its range, all are certainly inside,
    /// or each bot has played `games` games. Returns the wins, and which of the seeds to prove some bot won.
    pub(super) fn played(
        &self,
        dungeon: &Arc<Dungeon>,
        games: u64,
    ) -> Option<(Vec<WinCount>, BTreeSet<u64>)> {
        let mut counts = vec![WinCount::default(); self.goals.len()];
        let (mut won, mut next) = (BTreeSet::new(), 0..FEW.min(games));
        while !next.is_empty() {
            let seeds = seeds_from(self.seed, next.clone());
            for (goal, count) in self.goals.iter().zip(&mut counts) {
                let wins = wins(dungeon, &seeds, goal.play, &mut |_| {})?;
                count.games += wins.len() as u64;
                for (seed, _) in seeds.iter().zip(wins).filter(|(_, is_won)| *is_won) {
                    count.won += 1;
                    won.insert(*seed);
                }
            }
            let found = || {
                self.goals
                    .iter()
                    .zip(counts.iter().map(|count| count.interval()))
            };
            let is_out = found().any(|(goal, interval)| goal.excludes(interval));
            if is_out || found().all(|(goal, interval)| goal.holds(interval)) {
                break;
            }
            next = next.end..(next.end * 2).min(games);
        }
        Some((counts, won))
    }

    /// Returns the share of games that each bot wins with some values in at most `games` games; `None` inside for refused
    /// values.
    pub(super) fn shares(&self, values: &[NumberValue], games: u64) -> Option<Option<Vec<f64>>> {
        let Ok(dungeon) = self.text.read(self.written(values)) else {
            return Some(None);
        };
        let (wins, _) = self.played(&dungeon, games.min(self.games))?;
        Some(Some(wins.iter().map(|count| count.share()).collect()))
    }

    /// Returns how many of a hundred seeds certainly cannot be won in a dungeon. Bots have won the seeds `won`. The steps
    /// of the prover are shared by the other seeds.
    pub(super) fn unwinnable(
        &self,
        dungeon: &Arc<Dungeon>,
        won: &BTreeSet<u64>,
        steps: u64,
    ) -> Option<u64> {
        let mut open = seeds_from(self.first, 0..PROVED);
        open.retain(|seed| !won.contains(seed));
        if open.is_empty() {
            return Some(0);
        }
        let lost = (self.refute)(dungeon, &open, steps / open.len() as u64)?;
        Some(lost.len() as u64)
    }

    /// Lowers each value to its maximum if that is a value, too.
    pub(super) fn held(&self, mut values: Vec<NumberValue>) -> Vec<NumberValue> {
        for (nth, dial) in self.dials.iter().enumerate() {
            if let Some(maximum) = dial.maximum {
                let [least, _] = values[maximum];
                values[nth] = values[nth].map(|end| end.min(least));
            }
        }
        values
    }

    /// Returns the text of the file with these values.
    pub(super) fn written(&self, values: &[NumberValue]) -> String {
        let numbers = self.dials.iter().map(|dial| &dial.number);
        self.text.with_numbers(numbers.zip(values.iter().copied()))
    }

    /// Returns how far a trial is from where the search takes its goals for reached: above 0 if it is too easy, and below 0
    /// if it is too hard, such as with a seed that cannot be won. `None` if its values were refused.
    pub(super) fn side(&self, trial: usize) -> Option<f64> {
        let TuneTrial {
            result, unwinnable, ..
        } = &self.trials[trial];
        let misses = self.goals.iter().zip(result.as_ref().ok()?);
        let miss = largest(misses.map(|(goal, count)| goal.distance(*count)));
        Some(match unwinnable {
            Some(1..) => miss.min(-1e-6),
            _ => miss,
        })
    }

    /// Returns the largest miss of a goal: above 0 if its bot wins too often, below 0 if too rarely, and 0 if all shares
    /// are within their ranges.
    pub(super) fn worst(&self, wins: &[WinCount]) -> f64 {
        let misses = self.goals.iter().zip(wins);
        largest(misses.map(|(goal, count)| goal.miss(count.share())))
    }

    /// Whether the games of a trial show that its shares miss a goal.
    pub(super) fn excludes(&self, trial: usize) -> bool {
        let wins = self.trials[trial].result.as_deref().unwrap_or_default();
        let mut goals = self.goals.iter().zip(wins);
        goals.any(|(goal, count)| goal.excludes(count.interval()))
    }

    /// Whether the trials have fewer games than a goal needs, since the caller permits no more.
    pub(super) fn has_few_games(&self) -> bool {
        let mut goals = self.goals.iter();
        goals.any(|goal| goal.games(u64::MAX) > self.games)
    }

    /// Returns how far wins are from the goals, to compare: the largest miss, the sum of all misses, and the largest
    /// distance from where the search takes a goal for reached.
    pub(super) fn misses(&self, wins: &[WinCount]) -> [u64; 3] {
        let shares = wins.iter().map(|count| count.share());
        let goals = self.goals.iter().zip(wins);
        let distances = goals.map(|(goal, count)| goal.distance(*count));
        self.ranked(&shares.collect::<Vec<f64>>(), largest(distances))
    }

    /// Returns how far estimated shares are from the goals, to compare as wins are.
    pub(super) fn misses_of(&self, shares: &[f64]) -> [u64; 3] {
        let goals = self.goals.iter().zip(shares);
        let distances = goals.map(|(goal, share)| goal.distance_of(*share));
        self.ranked(shares, largest(distances))
    }

    /// Returns the largest miss, the sum of all misses and a distance, rounded to millionths, so that the same distance above
    /// and below is the same, and as bits, which compare as the numbers do, because none is negative.
    pub(super) fn ranked(&self, shares: &[f64], distance: f64) -> [u64; 3] {
        let goals = self.goals.iter().zip(shares);
        let misses: Vec<f64> = goals.map(|(goal, share)| goal.miss(*share).abs()).collect();
        let all = [
            largest(misses.iter().copied()),
            misses.iter().sum(),
            distance.abs(),
        ];
        all.map(|miss| (miss * 1e6).round().to_bits())
    }

    /// Returns the values of this attempt that are nearest to the goals, with their trial. Values with which seeds are
    /// known to be unwinnable come last, the fewest such seeds first; of equal values, those nearest to the values of the
    /// file come first. `None` before the first trial.
    pub(super) fn best(&self) -> Option<(Vec<NumberValue>, usize)> {
        let played = self.known.iter().filter_map(|(values, nth)| {
            let TuneTrial {
                result, unwinnable, ..
            } = &self.trials[*nth];
            let misses = self.misses(result.as_ref().ok()?);
            let rank = (unwinnable.unwrap_or(0), misses, self.distance(values));
            Some((rank, values, *nth))
        });
        let best = played.min_by_key(|(rank, ..)| *rank);
        best.map(|(_, values, nth)| (values.clone(), nth))
    }

    /// Returns how far values are from those of the file, in thousandths of each number, added up.
    pub(super) fn distance(&self, values: &[NumberValue]) -> u64 {
        let pairs = self.own.iter().zip(values);
        let distances = pairs.map(|([_, own], [_, value])| {
            own.abs_diff(*value).saturating_mul(1_000) / own.unsigned_abs().max(1)
        });
        distances.sum()
    }
}

/// Returns the number that is farthest from 0; 0 without numbers.
fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    let farther = |one: f64, other: f64| if other.abs() > one.abs() { other } else { one };
    numbers.fold(0.0, farther)
}
