//! Finds numbers of a dungeon with which bots win as often as its author wants.
//!
//! The search first moves all numbers by one scale, on which the share of wins falls: it looks for the step where the
//! share passes the wanted range. If a step is too long, the numbers take it one by one, the most important first. What
//! is still missing, or what bots with different ranges ask for, is looked for around the nearest trials: single
//! numbers and pairs of numbers, with successive halving. All games of a search have the same seeds. The result is
//! confirmed with seeds that the search never used.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::dial::STEPS;
use super::dungeon_text::{DungeonText, seeds_from};
use super::sensitivity::{sensitivity, wins};
use super::tune_goal::{FEW, MOST_CONFIRMING, TuneGoal, WinCount};
use super::tune_trials::{RefuteSeeds, TRIAL_STEPS, TuneSearch, TuneTrial};
use super::varying_number::NumberValue;

/// The steps of the prover for all seeds of a result in range together.
const RESULT_STEPS: u64 = 10_000_000;

/// The maximum number of times that a confirmation looks at its games.
const LOOKS: u32 = 12;

/// The distance between the first seeds of two parts of a search, such as its trials and its confirmation.
const PART: u64 = 1 << 32;

/// The number of confirmations that may fail. With two of them, the chance that a wrong result passes stays below 5 %.
const ATTEMPTS: u64 = 2;

/// The number of trials whose numbers change at most.
const BASES: usize = 8;

/// The number of the most important dials that change.
const DIALS: usize = 8;

/// The number of single changes, and of pairs, that go into the rounds of a successive halving.
const CHANGES: usize = 12;

/// The number of changes of a base that become trials.
const FINALISTS: usize = 3;

/// A number with a new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TunedValue {
    /// The name of the number, such as "crypt rat health".
    pub name: String,
    /// The line of the file, from 1.
    pub line: usize,
    /// The value in the file and the new one, in the spelling of the file.
    pub values: [String; 2],
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TuneEnd {
    /// The values reach every goal, as games with fresh seeds confirm.
    Reached,
    /// Even the hardest (`true`) or the easiest values miss a goal.
    Bound(bool),
    /// Values that are farther on, or that would reach every goal, are not allowed, for this reason.
    Refused(String),
    /// Values reach every goal, but with them at least this many seeds of a hundred cannot be won.
    Unwinnable(u64),
    /// No trial reaches every goal. Values that were not tried may reach them.
    Nearest,
    /// The values may reach every goal, but games with fresh seeds do not confirm it.
    Unconfirmed,
    /// No trial reaches every goal, but trials have so few games that the wins of the best values may still be in every
    /// range.
    Unclear,
    /// A function that plays or proves stopped the search.
    Cut,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The end of the search.
    pub end: TuneEnd,
    /// The trials in order; the first has the file's own values.
    pub trials: Vec<TuneTrial>,
    /// The numbers of the best values that differ from those of the file; empty if the file itself is best.
    pub changed: Vec<TunedValue>,
    /// The text of the file with the best values.
    pub text: String,
    /// The wins with the best values: of the confirming games, or else of the trial.
    pub wins: Vec<WinCount>,
    /// The known number of seeds of a hundred that cannot be won with the best values; there may be more. `None` if no
    /// proof has looked for them.
    pub unwinnable: Option<u64>,
    /// The known number of seeds of a hundred that cannot be won in the file as it is; `None` without a proof.
    pub unwinnable_before: Option<u64>,
    /// Whether the file marks the numbers that vary, with `tune=`.
    pub are_marked: bool,
}

/// Looks for values of the numbers of a dungeon with which every goal is reached: the 95 % interval of each share of
/// wins is within the goal's range, in games with seeds that the search never used. The values are never such that the
/// reader refuses the file. If `refute` names one of the first hundred seeds, the values reach no goal, and other values
/// go before them. Trials have at most `most_games` games, and twice as many after a failed confirmation; a confirmation
/// may always have that many. The result depends only on the arguments.
///
/// Each trial is passed to `on_trial` when it ends.
///
/// Returns `None` if the file has no number that may vary, or no goal; `DungeonText::why_untunable` says why.
///
/// ```
/// use dungeon::diagnostics::Source;
/// use dungeon::players::{DungeonText, Greedy, SeenGame, TuneEnd, TuneGoal, play, tune};
///
/// let file = "hero health=20 strength=3\nkind r \"rat\" health=4 strength=9 sense=always hunt=path\n\
///             map\n##########\n#@.......#\n#.......$#\n##########\nend\nscatter r 1..2\n";
/// let text = DungeonText::new(Source::from_text("a.dng", file), Box::new(|own| own))?;
/// let goal = TuneGoal {
///     from: 0.35,
///     to: 0.65,
///     play: &|dungeon, seeds| {
///         let game = |seed: &u64| play(&mut SeenGame::begin(dungeon.clone(), *seed), &mut Greedy::default(), 200);
///         Some(seeds.iter().map(game).collect())
///     },
/// };
/// let found = tune(&text, &[goal], 0, 500, &|_, _, _| Some(Vec::new()), &|_| {}).expect("rats vary");
/// assert_ne!(found.end, TuneEnd::Cut);
/// assert!(found.trials.len() > 1);
/// # Ok::<(), Box<dungeon::Report>>(())
/// ```
pub fn tune(
    text: &DungeonText,
    goals: &[TuneGoal<'_>],
    seed: u64,
    most_games: u64,
    refute: &RefuteSeeds<'_>,
    on_trial: &dyn Fn(&TuneTrial),
) -> Option<Tuning> {
    let dials = text.dials();
    if dials.is_empty() || text.is_goalless() {
        return None;
    }
    let mut search = TuneSearch {
        text,
        goals,
        refute,
        on_trial,
        first: seed,
        seed,
        games: goals.iter().map(|goal| goal.games(most_games)).max()?,
        most_games,
        own: dials.iter().map(|dial| dial.number.value).collect(),
        dials,
        trials: Vec::new(),
        known: BTreeMap::new(),
        won: BTreeMap::new(),
        unconfirmed: None,
        weights: None,
    };
    let found = search.run();
    Some(search.finish(found))
}

/// A trial whose numbers change.
struct ChangedTrial {
    values: Vec<NumberValue>,
    /// The share of games that each bot won in all games of the trial.
    shares: Vec<f64>,
    /// How much larger the shares are than those of the first few games. A change is taken to move both alike, since all
    /// games have the same seeds.
    luck: Vec<f64>,
}

/// A change of one or two dials.
#[derive(Clone)]
struct DialChange {
    /// The dials with their values.
    dials: Vec<(usize, NumberValue)>,
    /// The share of games that each bot should win with it, as few games or the sum of two changes tell.
    shares: Vec<f64>,
}

impl ChangedTrial {
    fn changed(&self, change: &DialChange) -> Vec<NumberValue> {
        let mut values = self.values.clone();
        for (dial, value) in &change.dials {
            values[*dial] = *value;
        }
        values
    }

    /// Whether a change moves the shares by more than an error of rounding.
    fn is_moved_by(&self, change: &DialChange) -> bool {
        let mut both = self.shares.iter().zip(&change.shares);
        both.any(|(base, share)| (base - share).abs() > 1e-9)
    }

    /// Returns all pairs of changes of different dials. The effects of both are added up.
    fn pairs(&self, singles: &[DialChange]) -> Vec<DialChange> {
        let firsts = singles.iter().enumerate();
        let pairs = firsts.flat_map(|(nth, one)| {
            let others = singles[nth + 1..].iter();
            let others = others.filter(|other| other.dials[0].0 != one.dials[0].0);
            others.map(|other| {
                let moved = one.shares.iter().zip(&other.shares).zip(&self.shares);
                DialChange {
                    dials: [&one.dials[..], &other.dials].concat(),
                    shares: moved
                        .map(|((one, other), base)| one + other - base)
                        .collect(),
                }
            })
        });
        pairs.collect()
    }
}

/// How a search ended, with its best values.
struct FoundValues {
    end: TuneEnd,
    values: Vec<NumberValue>,
    wins: Vec<WinCount>,
    unwinnable: Option<u64>,
}

impl TuneSearch<'_> {
    /// Searches and confirms. A failed confirmation begins the search again with other seeds and twice the games.
    fn run(&mut self) -> Option<FoundValues> {
        self.direct()?;
        let mut last = None;
        for _ in 0..ATTEMPTS {
            let end = self.search()?;
            let known = self.lost_in_range();
            let mut found = self.settled(end)?;
            if found.end != TuneEnd::Reached && self.lost_in_range() != known {
                // The last proof has more steps, and showed that values are too hard that the search took for right.
                let end = self.search()?;
                found = self.settled(end)?;
            }
            if found.end != TuneEnd::Reached {
                return Some(found);
            }
            let found = self.confirm(found)?;
            if found.end == TuneEnd::Reached {
                return Some(found);
            }
            self.note(TuneTrial {
                step: "not confirmed by new seeds".to_owned(),
                result: Ok(found.wins.clone()),
                unwinnable: found.unwinnable,
            });
            self.unconfirmed = Some((self.trials.len(), found.values.clone()));
            last = Some(found);
            self.known.clear();
            self.seed = self.seed.wrapping_add(2 * PART);
            self.games *= 2;
        }
        last
    }

    /// Returns the best values of this attempt. `end` tells why the search ended, and counts if they miss a goal. The
    /// prover judges the values and, if a seed cannot be won, the next best ones.
    fn settled(&mut self, end: TuneEnd) -> Option<FoundValues> {
        let mut judged = BTreeSet::new();
        let (values, nth) = loop {
            let (values, nth) = self.best()?;
            if self.trials[nth].unwinnable > Some(0) || !judged.insert(nth) {
                break (values, nth);
            }
            self.judge(nth, &values, TRIAL_STEPS)?;
            let wins = self.trials[nth].result.clone().unwrap_or_default();
            if self.worst(&wins) == 0.0 {
                self.judge(nth, &values, RESULT_STEPS)?;
            }
        };
        let wins = self.trials[nth].result.clone().unwrap_or_default();
        let unwinnable = self.trials[nth].unwinnable;
        let is_lost = unwinnable > Some(0);
        if is_lost && let Some(own) = self.known.get(&self.own).copied() {
            let own_values = self.own.clone();
            self.judge(own, &own_values, TRIAL_STEPS)?;
        }
        let end = if !is_lost && self.worst(&wins) == 0.0 {
            TuneEnd::Reached
        } else {
            let refusal = self.refusal().filter(|_| end == TuneEnd::Nearest);
            let lost = self.lost_in_range().map(TuneEnd::Unwinnable);
            let end = lost.or(refusal.map(TuneEnd::Refused)).unwrap_or(end);
            match end {
                TuneEnd::Nearest if self.has_few_games() && !self.excludes(nth) => TuneEnd::Unclear,
                _ => end,
            }
        };
        Some(FoundValues {
            end,
            values,
            wins,
            unwinnable,
        })
    }

    /// Counts the seeds of a trial that cannot be won, unless some are known already.
    fn judge(&mut self, nth: usize, values: &[NumberValue], steps: u64) -> Option<()> {
        if self.trials[nth].unwinnable > Some(0) {
            return Some(());
        }
        if let Ok(dungeon) = self.text.read(self.written(values)) {
            let won = self.won.get(&nth).cloned().unwrap_or_default();
            self.trials[nth].unwinnable = Some(self.unwinnable(&dungeon, &won, steps)?);
        }
        Some(())
    }

    /// Returns the smallest number of unwinnable seeds with values of this attempt that reach every goal; `None` if no
    /// such values are known.
    fn lost_in_range(&self) -> Option<u64> {
        let trials = self.known.values().map(|nth| &self.trials[*nth]);
        let lost = trials.filter_map(|trial| {
            let is_in_range = self.worst(trial.result.as_ref().ok()?) == 0.0;
            trial.unwinnable.filter(|_| is_in_range)
        });
        lost.filter(|lost| *lost > 0).min()
    }

    /// Finds out by games which end of a marked number is the hardest, unless that is known.
    fn direct(&mut self) -> Option<()> {
        let unknown: Vec<usize> = { 0..self.dials.len() }
            .filter(|nth| !self.dials[*nth].is_directed)
            .collect();
        let changes = unknown.iter().flat_map(|nth| {
            let dial = &self.dials[*nth];
            [-STEPS, STEPS].map(|step| self.text.number_change(&dial.number, dial.at(step)))
        });
        let changes: Vec<_> = changes.collect();
        let Some(goal) = self.goals.first().filter(|_| !changes.is_empty()) else {
            return Some(());
        };
        let games = FEW.min(self.games);
        let found = sensitivity(self.text, &changes, self.seed, games, goal.play)?;
        let moves = found.influences.iter().map(|influence| {
            let won = influence.won.as_ref();
            won.map_or(0.0, |won| won.change())
        });
        let moves: Vec<f64> = moves.collect();
        for (nth, ends) in unknown.into_iter().zip(moves.chunks(2)) {
            if matches!(ends, [easiest, hardest] if hardest > easiest) {
                self.dials[nth].turn();
            }
        }
        Some(())
    }

    /// Returns why the first refused values of this attempt were refused; `None` if none were.
    fn refusal(&self) -> Option<String> {
        let trials = self.known.values().collect::<BTreeSet<_>>();
        let mut results = trials.into_iter().map(|nth| &self.trials[*nth].result);
        results.find_map(|result| result.as_ref().err()).cloned()
    }

    /// Looks for the values with the smallest miss. Returns what to say if they miss a goal.
    fn search(&mut self) -> Option<TuneEnd> {
        let own = self.own.clone();
        let seeds = if self.trials.is_empty() {
            ""
        } else {
            ", with other seeds"
        };
        let start = self.trial(format!("as it is{seeds}"), &own)?;
        let Some(first) = self.side(start).filter(|miss| *miss != 0.0) else {
            return Some(TuneEnd::Nearest);
        };
        if let Some((nth, values)) = self.unconfirmed.clone() {
            let again = self.trial(format!("those of {nth}, with other seeds"), &values)?;
            if self.side(again) == Some(0.0) {
                return Some(TuneEnd::Nearest);
            }
        }
        let way = if first > 0.0 { 1 } else { -1 };
        let last = self.scaled(way * STEPS)?;
        let mut end = TuneEnd::Nearest;
        let is_short = |miss: f64| miss * first > 0.0;
        match self.side(last) {
            Some(miss) if is_short(miss) => {
                if self.excludes(last) {
                    end = TuneEnd::Bound(way > 0);
                }
                if self.excludes(last) && self.goals.len() == 1 {
                    return Some(end);
                }
            }
            Some(_) => {
                if self.along_the_scale(way, first)? {
                    return Some(TuneEnd::Nearest);
                }
            }
            None => {
                let reason = self.trials[last].result.clone().err();
                end = reason.map_or(end, TuneEnd::Refused);
                if self.along_the_scale(way, first)? {
                    return Some(TuneEnd::Nearest);
                }
            }
        }
        self.number_by_number()?;
        Some(end)
    }

    /// Looks for a step of the common scale at which all goals are reached, and then for single numbers between two
    /// steps. A range with an open end is reached by the smallest such step. `first` is the miss at step 0. Returns
    /// whether some values reach the goals.
    fn along_the_scale(&mut self, way: i64, first: f64) -> Option<bool> {
        let is_open = self
            .goals
            .iter()
            .any(|goal| goal.from <= 0.0 || goal.to >= 1.0);
        let last = self.scaled(way * STEPS)?;
        let mut is_found = self.side(last) == Some(0.0);
        let (mut short, mut far) = (0, STEPS);
        while far - short > 1 {
            let middle = (short + far) / 2;
            let trial = self.scaled(way * middle)?;
            match self.side(trial) {
                Some(0.0) if !is_open => return Some(true),
                Some(0.0) => (far, is_found) = (middle, true),
                Some(miss) if miss * first > 0.0 => short = middle,
                _ => far = middle,
            }
        }
        if is_found {
            return Some(true);
        }
        let path = self.path(way * short, way * far)?;
        let (mut short, mut far) = (0, path.len());
        while far - short > 1 {
            let middle = (short + far) / 2;
            let (step, values) = path[middle - 1].clone();
            let trial = self.trial(step, &values)?;
            match self.side(trial) {
                Some(0.0) => return Some(true),
                Some(miss) if miss * first > 0.0 => short = middle,
                _ => far = middle,
            }
        }
        Some(false)
    }

    /// Returns the values on the way from one step of the scale to the next, of which each differs from the one before
    /// by the smallest step of one number. The most important number moves first.
    fn path(&mut self, from: i64, to: i64) -> Option<Vec<(String, Vec<NumberValue>)>> {
        let scaled =
            |step| -> Vec<NumberValue> { self.dials.iter().map(|dial| dial.at(step)).collect() };
        let base = match (self.number(&scaled(from)), self.number(&scaled(to))) {
            (Some(from), Some(to)) => format!("from {from} to {to}: "),
            _ => String::new(),
        };
        let mut values = scaled(from);
        let mut path = Vec::new();
        for nth in self.order()? {
            let dial = &self.dials[nth];
            for value in dial.between(values[nth], dial.at(to)) {
                values[nth] = value;
                let step = format!("{base}{} {}", dial.number.name, dial.number.written(value));
                path.push((step, values.clone()));
            }
        }
        Some(path)
    }

    /// Changes the numbers of the nearest trials, first of the nearest one and of the nearest one on the other side of the
    /// goals, until a trial reaches the goals.
    fn number_by_number(&mut self) -> Option<()> {
        let mut changed = Vec::new();
        while changed.len() < BASES {
            let Some(nth) = self.next_base(&changed) else {
                break;
            };
            changed.push(nth);
            if self.vary(nth)? {
                break;
            }
        }
        Some(())
    }

    /// Returns the trial whose numbers change after those of `changed`: the nearest one, but the second is on the other side
    /// of the goals if there is such a trial. Leaves out trials that won as many games as a changed one. `None` if no
    /// trial is left.
    fn next_base(&self, changed: &[usize]) -> Option<usize> {
        let is_easy = |nth: usize| self.side(nth).is_some_and(|miss| miss > 0.0);
        let left = self.known.iter().filter_map(|(values, nth)| {
            let trial = &self.trials[*nth];
            let wins = trial.result.as_ref().ok()?;
            let mut results = changed.iter().map(|one| &self.trials[*one].result);
            if results.any(|result| result.as_ref() == Ok(wins)) {
                return None;
            }
            let is_same_side = matches!(changed, [first] if is_easy(*first) == is_easy(*nth));
            let lost = trial.unwinnable.unwrap_or(0);
            let rank = (is_same_side, lost, self.misses(wins), self.distance(values));
            Some((rank, *nth))
        });
        left.min_by_key(|(rank, _)| *rank).map(|(_, nth)| nth)
    }

    /// Changes one number or two numbers of a trial: plays few games of each single change, of the pairs of changes whose
    /// effects together come nearest, and then trials of the best changes. Returns whether a trial reaches the goals.
    fn vary(&mut self, nth: usize) -> Option<bool> {
        let dials = self.order()?;
        let Some(base) = self.base(nth)? else {
            return Some(false);
        };
        let singles = dials.into_iter().take(DIALS).flat_map(|dial| {
            let values = self.dials[dial].around(base.values[dial]).into_iter();
            values.map(move |value| DialChange {
                dials: vec![(dial, value)],
                shares: Vec::new(),
            })
        });
        let mut singles = self.rated(&base, singles.collect::<Vec<_>>(), usize::MAX)?;
        singles.retain(|change| base.is_moved_by(change));
        let mut pairs = base.pairs(&singles);
        self.sort(&base, &mut pairs);
        let mut left = self.rated(&base, pairs, CHANGES)?;
        self.sort(&base, &mut singles);
        left.extend(singles.into_iter().take(CHANGES));
        self.sort(&base, &mut left);
        for change in self.halved(&base, left)? {
            let number = |(dial, value): &(usize, NumberValue)| {
                let number = &self.dials[*dial].number;
                format!("{} {}", number.name, number.written(*value))
            };
            let numbers: Vec<String> = change.dials.iter().map(number).collect();
            let step = format!("from {}: {}", nth + 1, numbers.join(", "));
            let trial = self.trial(step, &base.changed(&change))?;
            if self.side(trial) == Some(0.0) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns a trial of this attempt as a base; `None` inside for refused values.
    fn base(&self, nth: usize) -> Option<Option<ChangedTrial>> {
        let mut known = self.known.iter();
        let values = known.find(|(_, trial)| **trial == nth);
        let (Some((values, _)), Ok(wins)) = (values, &self.trials[nth].result) else {
            return Some(None);
        };
        let Some(few) = self.shares(values, FEW)? else {
            return Some(None);
        };
        let shares: Vec<f64> = wins.iter().map(|count| count.share()).collect();
        let luck = shares.iter().zip(few).map(|(all, few)| all - few);
        Some(Some(ChangedTrial {
            values: values.clone(),
            luck: luck.collect(),
            shares,
        }))
    }

    /// Plays few games of the first `most` changes that have new values and that the reader takes. Returns these changes with
    /// their shares.
    fn rated(
        &self,
        base: &ChangedTrial,
        changes: impl IntoIterator<Item = DialChange>,
        most: usize,
    ) -> Option<Vec<DialChange>> {
        let mut rated = Vec::new();
        for change in changes {
            let values = self.held(base.changed(&change));
            if rated.len() == most {
                break;
            } else if self.known.contains_key(&values) {
                continue;
            }
            if let Some(shares) = self.shares(&values, FEW)? {
                let shares = shares.iter().zip(&base.luck).map(|(few, luck)| few + luck);
                let shares = shares.collect();
                rated.push(DialChange { shares, ..change });
            }
        }
        Some(rated)
    }

    /// Returns the best changes by successive halving: the better half of each round plays on with twice the games. `left`
    /// is sorted after a round of few games.
    fn halved(&self, base: &ChangedTrial, mut left: Vec<DialChange>) -> Option<Vec<DialChange>> {
        let mut games = FEW;
        while left.len() > FINALISTS && games < self.games {
            left.truncate(left.len().div_ceil(2).max(FINALISTS));
            games *= 2;
            for change in &mut left {
                let values = self.held(base.changed(change));
                change.shares = self.shares(&values, games)?.unwrap_or_default();
            }
            self.sort(base, &mut left);
        }
        left.truncate(FINALISTS);
        Some(left)
    }

    /// Sorts changes by their distance from the goals, and equal ones by their distance from the values of the file.
    fn sort(&self, base: &ChangedTrial, changes: &mut [DialChange]) {
        changes.sort_by_cached_key(|change| {
            let own = self.distance(&base.changed(change));
            (self.misses_of(&change.shares), own)
        });
    }

    /// Returns the number of the trial that played some values, from 1.
    fn number(&self, values: &[NumberValue]) -> Option<usize> {
        Some(self.known.get(values)? + 1)
    }

    /// Returns the dials, the most important first.
    fn order(&mut self) -> Option<Vec<usize>> {
        if self.weights.is_none() {
            let mut weights = vec![0.0; self.dials.len()];
            let mut changes = Vec::new();
            for dial in &self.dials {
                for step in [-STEPS, STEPS] {
                    changes.push(self.text.number_change(&dial.number, dial.at(step)));
                }
            }
            let games = FEW.min(self.games);
            for goal in self.goals {
                let found = sensitivity(self.text, &changes, self.seed, games, goal.play)?;
                for (nth, influence) in found.influences.iter().enumerate() {
                    let change = influence.won.as_ref().map_or(0.0, |won| won.change().abs());
                    weights[nth / 2] = f64::max(weights[nth / 2], change);
                }
            }
            self.weights = Some(weights);
        }
        let weights = self.weights.as_deref().unwrap_or_default();
        let mut order: Vec<usize> = (0..weights.len()).collect();
        order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
        Some(order)
    }

    /// Plays games with fresh seeds until they confirm the goals, show that a goal is missed, or are as many as permitted.
    fn confirm(&self, found: FoundValues) -> Option<FoundValues> {
        let shares = self.goals.iter().zip(&found.wins);
        let games = shares.map(|(goal, count)| goal.confirming(count.share()));
        let games = games.max().unwrap_or(FEW);
        // The share of the trial may be nearer to the middle than the true one, which then needs more games.
        let most = self.most_games.max(MOST_CONFIRMING.min(2 * games));
        let mut next = 0..games.max(most >> (LOOKS - 1));
        let dungeon = self.text.read(self.written(&found.values)).ok();
        let dungeon = dungeon.unwrap_or_else(|| Arc::clone(self.text.dungeon()));
        let mut counts = vec![WinCount::default(); self.goals.len()];
        let mut is_reached = false;
        while !next.is_empty() {
            let seeds = seeds_from(self.seed.wrapping_add(PART), next.clone());
            for (goal, count) in self.goals.iter().zip(&mut counts) {
                let wins = wins(&dungeon, &seeds, goal.play, &mut |_| {})?;
                count.won += wins.iter().filter(|won| **won).count() as u64;
                count.games += wins.len() as u64;
            }
            let both = || self.goals.iter().zip(&counts);
            is_reached = both().all(|(goal, count)| goal.is_confirmed(*count));
            if is_reached || both().any(|(goal, count)| goal.excludes(count.interval())) {
                break;
            }
            next = next.end..(next.end * 2).min(most);
        }
        let end = if is_reached {
            TuneEnd::Reached
        } else {
            TuneEnd::Unconfirmed
        };
        Some(FoundValues {
            end,
            wins: counts,
            ..found
        })
    }

    fn finish(self, found: Option<FoundValues>) -> Tuning {
        let found = found.unwrap_or_else(|| {
            let best = self.best();
            let trial = best.as_ref().map(|(_, nth)| &self.trials[*nth]);
            FoundValues {
                end: TuneEnd::Cut,
                wins: trial.map_or_else(Vec::new, |trial| trial.result.clone().unwrap_or_default()),
                unwinnable: trial.and_then(|trial| trial.unwinnable),
                values: best.map_or_else(|| self.own.clone(), |(values, _)| values),
            }
        });
        let own = self.known.get(&self.own).map(|nth| &self.trials[*nth]);
        let unwinnable_before = own.and_then(|trial| trial.unwinnable);
        let values = self.dials.iter().zip(&found.values);
        let changed = values.filter(|(dial, value)| dial.number.value != **value);
        let changed = changed.map(|(dial, value)| TunedValue {
            name: dial.number.name.clone(),
            line: dial.number.line,
            values: [dial.number.value, *value].map(|value| dial.number.written(value)),
        });
        Tuning {
            changed: changed.collect(),
            text: self.written(&found.values),
            end: found.end,
            wins: found.wins,
            unwinnable: found.unwinnable,
            unwinnable_before,
            trials: self.trials,
            are_marked: self.dials.iter().any(|dial| dial.number.marked.is_some()),
        }
    }
}
