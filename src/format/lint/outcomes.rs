//! What chance may decide of the marks of a dungeon, as the lints judge it: every outcome where these are few; else those
//! that put most in the hero's way, with a sample.
//!
//! A wall is worse for the hero than floor, and nothing is worse than a key: what cannot be reached where all that is
//! so ordered is at its worst is all that cannot be reached in any outcome, but for what chance itself puts down, each
//! of which is looked at in an outcome of its own. Where stairs, pits or teleports take the hero elsewhere a wall less
//! may lead to another cell, so there a sample is looked at besides.
use std::collections::{HashMap, HashSet};
use std::slice::from_ref;

use super::pockets::{Passage, carries, passage};
use super::reach_rules::ReachRules;
use crate::dungeon::{
    DrawSlot, Dungeon, Feature, KindId, Level, LevelChance, LevelId, LockId, MarkOption,
    MarkedThing, Tile,
};
use crate::format::resolve::Resolved;

/// So many outcomes are looked at, at most: twelve cells of two alternatives each are judged one by one.
const MOST_OUTCOMES: usize = 1 << 12;

/// So many cells are looked at in all outcomes together: a quarter of those of the largest map, so that no file takes much
/// longer than that map does.
const MOST_CELLS: usize = 1 << 22;

/// So many outcomes are a sample.
const SAMPLE: usize = 32;

/// Something that chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Decision {
    /// A mark of a level takes the meaning of another mark, or keeps its own.
    Meaning {
        /// The level's place in the dungeon.
        level: usize,
        /// The number of the mark.
        mark: u32,
        /// The number of the mark whose meaning it takes.
        meaning: u32,
    },
    /// An option is drawn.
    Option {
        /// The level's place in the dungeon.
        level: usize,
        /// The draw that is made.
        slot: DrawSlot,
        /// The number of the option.
        option: u32,
    },
}

/// What chance may decide of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LevelOutcome {
    /// What each mark stands for.
    pub meanings: Vec<u32>,
    /// The options that are drawn, in the order of `LevelChance::slots`.
    pub picks: Vec<u32>,
}

/// What chance may decide of all levels, in their order.
pub type ChanceOutcome = Vec<LevelOutcome>;

/// The outcomes that are looked at.
#[derive(Debug)]
pub struct Outcomes {
    /// At least one.
    pub list: Vec<ChanceOutcome>,
    /// Whether these are all that there are.
    pub are_all: bool,
    /// How many may be looked at, by the size of the maps.
    pub most: usize,
}

/// The outcomes of a dungeon that are looked at, where it is one of so many that share what is looked at; none of a dungeon
/// whose marks leave nothing to chance.
pub fn outcomes(resolved: &Resolved, sharers: usize) -> Option<Outcomes> {
    let dungeon = &resolved.dungeon;
    if dungeon.levels.iter().all(|level| level.chance.is_none()) {
        return None;
    }
    let cells = dungeon.levels.iter().map(|level| level.tiles.size().area());
    let most = MOST_OUTCOMES
        .min(MOST_CELLS / sharers.max(1) / cells.sum::<usize>().max(1))
        .max(1);
    if let Some(list) = all(dungeon, most) {
        return Some(Outcomes {
            list,
            are_all: true,
            most,
        });
    }
    let ranks = Ranks::new(resolved);
    Some(Outcomes {
        list: worst(&ranks, most),
        are_all: false,
        most,
    })
}

/// What is decided in an outcome, in the order of levels and cells.
pub fn decisions(dungeon: &Dungeon, outcome: &ChanceOutcome) -> Vec<Decision> {
    let mut all = Vec::new();
    for (level, (decided, chance)) in outcome.iter().zip(chances(dungeon)).enumerate() {
        let Some(chance) = chance else { continue };
        for mark in chance.shuffles.concat() {
            let meaning = decided.meanings[mark as usize];
            all.push(Decision::Meaning {
                level,
                mark,
                meaning,
            });
        }
        let slots = chance.slots(&decided.meanings).into_iter();
        all.extend(
            slots
                .zip(&decided.picks)
                .map(|(slot, option)| Decision::Option {
                    level,
                    slot,
                    option: *option,
                }),
        );
    }
    all
}

fn chances(dungeon: &Dungeon) -> impl Iterator<Item = Option<&LevelChance>> {
    dungeon.levels.iter().map(|level| level.chance.as_deref())
}

/// Every outcome, if there are no more than so many.
fn all(dungeon: &Dungeon, most: usize) -> Option<Vec<ChanceOutcome>> {
    let mut all: Vec<ChanceOutcome> = vec![Vec::new()];
    for chance in chances(dungeon) {
        let here = match chance {
            Some(chance) => level_outcomes(chance, most)?,
            None => vec![LevelOutcome::default()],
        };
        if all.len().saturating_mul(here.len()) > most {
            return None;
        }
        all = extended(&all, &here);
    }
    Some(all)
}

/// Each of several lists, with each of these behind it.
fn extended<T: Clone>(all: &[Vec<T>], by: &[T]) -> Vec<Vec<T>> {
    let with = |before: &Vec<T>| {
        let before = before.clone();
        by.iter()
            .map(move |last| [before.as_slice(), from_ref(last)].concat())
    };
    all.iter().flat_map(with).collect()
}

/// Every outcome of a level, if there are no more than so many.
fn level_outcomes(chance: &LevelChance, most: usize) -> Option<Vec<LevelOutcome>> {
    let mut all = Vec::new();
    for meanings in all_meanings(chance, most)? {
        let counts: Vec<u32> = counts(chance, &meanings);
        let product = { counts.iter() }.try_fold(1_usize, |all, n| all.checked_mul(*n as usize));
        if product.is_none_or(|product| all.len().saturating_add(product) > most) {
            return None;
        }
        let mut picks = vec![0; counts.len()];
        loop {
            all.push(LevelOutcome {
                meanings: meanings.clone(),
                picks: picks.clone(),
            });
            if !next(&mut picks, &counts) {
                break;
            }
        }
    }
    Some(all)
}

/// How many options each draw has.
fn counts(chance: &LevelChance, meanings: &[u32]) -> Vec<u32> {
    let slots = chance.slots(meanings).into_iter();
    let count = |slot| chance.draw(slot).options.len() as u32;
    slots.map(count).collect()
}

/// The next number of as many digits, the last of which counts fastest, each below its count; false behind the last.
fn next(digits: &mut [u32], counts: &[u32]) -> bool {
    for (digit, count) in digits.iter_mut().zip(counts).rev() {
        *digit += 1;
        if *digit < *count {
            return true;
        }
        *digit = 0;
    }
    false
}

/// Every way in which the marks of a level can be shuffled, if there are no more than so many.
fn all_meanings(chance: &LevelChance, most: usize) -> Option<Vec<Vec<u32>>> {
    let mut all: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
    for shuffle in &chance.shuffles {
        let count = (1..=shuffle.len()).try_fold(all.len(), usize::checked_mul);
        if count.is_none_or(|count| count > most) {
            return None;
        }
        let orders = orders(shuffle.len() as u32);
        all = extended(&all, &orders);
    }
    Some(all.iter().map(|orders| chance.meanings(orders)).collect())
}

/// Every order of the numbers below `count`.
fn orders(count: u32) -> Vec<Vec<u32>> {
    (0..count).fold(vec![Vec::new()], |shorter, number| {
        let with = |order: &Vec<u32>| {
            let with = |at: usize| [&order[..at], &[number], &order[at..]].concat();
            (0..=order.len()).rev().map(with).collect::<Vec<_>>()
        };
        shorter.iter().flat_map(with).collect()
    })
}

/// The options of every draw by what they do to the hero's reach.
pub struct Ranks<'a> {
    dungeon: &'a Dungeon,
    rules: ReachRules,
    draws: HashMap<(usize, u32, u32), RankedDraw>, // by level, mark and draw
    has_ways: bool,
}

/// Which options of a draw leave the hero the least and the most; none where two leave what cannot be compared.
struct RankedDraw {
    worst: Option<u32>,
    best: Option<u32>,
    /// All that leave the hero as little as the worst.
    like_worst: Vec<u32>,
}

impl<'a> Ranks<'a> {
    /// The ranks of a dungeon.
    pub fn new(resolved: &'a Resolved) -> Ranks<'a> {
        let dungeon = &resolved.dungeon;
        let is_way = |tile: &Tile| matches!(tile.feature, Feature::Trap(trap) if carries(dungeon, LevelId(0), trap));
        let mut ranks = Ranks {
            dungeon,
            rules: ReachRules::for_game(resolved),
            draws: HashMap::new(),
            has_ways: dungeon.levels.len() > 1 || dungeon.tiles.iter().any(is_way),
        };
        for (level, chance) in chances(dungeon).enumerate() {
            let marks = chance.map_or(&[][..], |chance| &chance.marks);
            for (mark, draws) in (0..).zip(marks) {
                for (draw, options) in (0..).zip(&draws.draws) {
                    let ranked = ranks.ranked(level, &options.options);
                    ranks.draws.insert((level, mark, draw), ranked);
                }
            }
        }
        ranks
    }

    fn ranked(&self, level: usize, options: &[MarkOption]) -> RankedDraw {
        let is_at_most = |one: u32, other: u32| {
            self.is_at_most(level, &options[one as usize], &options[other as usize])
        };
        let numbers = || 0..options.len() as u32;
        let worst = numbers().find(|one| numbers().all(|other| is_at_most(*one, other)));
        let like_worst = numbers().filter(|one| is_at_most(*one, worst.unwrap_or_default()));
        RankedDraw {
            worst,
            best: numbers().find(|one| numbers().all(|other| is_at_most(other, *one))),
            like_worst: like_worst.collect(),
        }
    }

    fn of(&self, (level, slot): (usize, DrawSlot)) -> &RankedDraw {
        &self.draws[&(level, slot.mark, slot.draw)]
    }

    /// Whether an option leaves the hero no more than another one.
    fn is_at_most(&self, level: usize, one: &MarkOption, other: &MarkOption) -> bool {
        let (own, others) = (self.passage(level, one), self.passage(level, other));
        let tile = |option: &MarkOption| match option.puts {
            Some(MarkedThing::Tile { tile, .. }) => Some(tile),
            _ => None,
        };
        let is_less_open = match (own, others) {
            (Passage::Solid, _) => true,
            (Passage::Floor, Passage::Floor | Passage::Way) => true,
            (Passage::Locked | Passage::Window, Passage::Floor | Passage::Way) => true,
            _ => tile(one) == tile(other),
        };
        let locks = self.locks(other);
        is_less_open && self.locks(one).iter().all(|lock| locks.contains(lock))
    }

    fn passage(&self, level: usize, option: &MarkOption) -> Passage {
        match option.puts {
            Some(MarkedThing::Tile { tile, .. }) => {
                let tile = self.dungeon.tile(tile);
                passage(self.dungeon, LevelId(level as u8), tile, self.rules)
            }
            _ => Passage::Floor,
        }
    }

    /// The locks that the hero can open by what an option puts down.
    fn locks(&self, option: &MarkOption) -> Vec<LockId> {
        match &option.puts {
            None | Some(MarkedThing::Tile { .. }) => Vec::new(),
            Some(MarkedThing::Item(item)) => self.dungeon.item(*item).opens.into_iter().collect(),
            Some(MarkedThing::Body(spawn)) => {
                let brood = brood(self.dungeon, spawn.kind).into_iter();
                let drops = brood.flat_map(|kind| self.dungeon.kind(kind).drops.all());
                drops
                    .filter_map(|item| self.dungeon.item(item).opens)
                    .collect()
            }
        }
    }

    /// The outcome with these decisions, in which all else leaves the hero the most.
    pub fn otherwise_best(&self, of: &ChanceOutcome, kept: &HashSet<Decision>) -> ChanceOutcome {
        let levels = self.dungeon.levels.iter().zip(of).enumerate();
        let best = |(level, (here, decided)): (usize, (&Level, &LevelOutcome))| {
            let Some(chance) = &here.chance else {
                return decided.clone();
            };
            let slots = chance.slots(&decided.meanings).into_iter();
            let picks = slots.zip(&decided.picks).map(|(slot, option)| {
                let option = *option;
                let decision = Decision::Option {
                    level,
                    slot,
                    option,
                };
                let best = || self.of((level, slot)).best.unwrap_or_default();
                match kept.contains(&decision) {
                    true => option,
                    false => best(),
                }
            });
            LevelOutcome {
                meanings: decided.meanings.clone(),
                picks: picks.collect(),
            }
        };
        levels.map(best).collect()
    }
}

/// A kind, and all that are born of it.
fn brood(dungeon: &Dungeon, kind: KindId) -> HashSet<KindId> {
    let mut all = HashSet::new();
    let mut open = vec![kind];
    while let Some(kind) = open.pop() {
        if all.insert(kind) {
            let offspring = dungeon.kind(kind).spawns.iter();
            open.extend(offspring.flat_map(|offspring| offspring.kind.all()));
        }
    }
    all
}

/// The outcomes that put most in the hero's way, each once and at most so many: that in which every draw is at its
/// worst, others like it in which other things stand there, and for each thing that needs a wall less one with it.
fn worst(ranks: &Ranks<'_>, most: usize) -> Vec<ChanceOutcome> {
    let dungeon = ranks.dungeon;
    let mut list = Vec::new();
    let mut is_doubtful = ranks.has_ways;
    for meanings in sampled_meanings(dungeon) {
        let slots = slots(dungeon, &meanings);
        is_doubtful |= slots.iter().any(|slot| ranks.of(*slot).worst.is_none());
        let base = slots
            .iter()
            .map(|slot| ranks.of(*slot).worst.unwrap_or_default());
        let base: Vec<u32> = base.collect();
        let round = |round: usize| {
            let pick = |(slot, base): (&(usize, DrawSlot), &u32)| {
                let like_base = &ranks.of(*slot).like_worst;
                *like_base.get(round).or(like_base.last()).unwrap_or(base)
            };
            slots.iter().zip(&base).map(pick).collect::<Vec<u32>>()
        };
        let rounds = { slots.iter() }.map(|slot| ranks.of(*slot).like_worst.len());
        let mut picks: Vec<Vec<u32>> = vec![base.clone()];
        picks.extend((0..rounds.max().unwrap_or_default()).take(most).map(round));
        for (nth, (level, slot)) in slots.iter().enumerate() {
            let like_base = &ranks.of((*level, *slot)).like_worst;
            for (number, option) in (0..).zip(options(dungeon, *level, *slot)) {
                let is_wanted = option
                    .puts
                    .as_ref()
                    .is_some_and(|thing| is_wanted(dungeon, thing));
                if is_wanted && !like_base.contains(&number) && picks.len() < most {
                    let mut own = base.clone();
                    own[nth] = number;
                    picks.push(own);
                }
            }
        }
        let outcome = |picks: Vec<u32>| outcome(&meanings, &slots, &picks);
        list.extend(picks.into_iter().map(outcome));
    }
    let mut known = HashSet::new();
    list.retain(|outcome| known.insert(outcome.clone()));
    list.truncate(most);
    if is_doubtful {
        let sample = sample(dungeon, SAMPLE.min(most));
        list.extend(
            sample
                .into_iter()
                .filter(|outcome| known.insert(outcome.clone())),
        );
    }
    list
}

/// Whether the hero may have to come to what an option puts down.
fn is_wanted(dungeon: &Dungeon, thing: &MarkedThing) -> bool {
    match thing {
        MarkedThing::Item(_) | MarkedThing::Body(_) => true,
        MarkedThing::Tile { tile, .. } => dungeon.tile(*tile).feature != Feature::Plain,
    }
}

fn options(dungeon: &Dungeon, level: usize, slot: DrawSlot) -> &[MarkOption] {
    let chance = dungeon.levels[level].chance.as_deref();
    chance.map_or(&[], |chance| &chance.draw(slot).options)
}

/// Every draw of every level, for these meanings of each.
fn slots(dungeon: &Dungeon, meanings: &[Vec<u32>]) -> Vec<(usize, DrawSlot)> {
    let levels = chances(dungeon).zip(meanings).enumerate();
    let slots = levels.flat_map(|(level, (chance, meanings))| {
        let slots = chance.map_or_else(Vec::new, |chance| chance.slots(meanings));
        slots.into_iter().map(move |slot| (level, slot))
    });
    slots.collect()
}

/// The outcome of picks for the draws of all levels.
fn outcome(meanings: &[Vec<u32>], slots: &[(usize, DrawSlot)], picks: &[u32]) -> ChanceOutcome {
    let of_level = |(level, meanings): (usize, &Vec<u32>)| {
        let picks = slots
            .iter()
            .zip(picks)
            .filter(|((own, _), _)| *own == level);
        LevelOutcome {
            meanings: meanings.clone(),
            picks: picks.map(|(_, pick)| *pick).collect(),
        }
    };
    meanings.iter().enumerate().map(of_level).collect()
}

/// Ways in which the marks of all levels are shuffled: all of them where there are few, else a sample.
fn sampled_meanings(dungeon: &Dungeon) -> Vec<Vec<Vec<u32>>> {
    let mut all: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
    for chance in chances(dungeon) {
        let none = || Some(vec![Vec::new()]);
        let here = chance.map_or_else(none, |chance| all_meanings(chance, SAMPLE));
        let Some(here) = here.filter(|here| all.len() * here.len() <= SAMPLE) else {
            let mut dice = SampleDice(1);
            return (0..SAMPLE)
                .map(|_| thrown_meanings(dungeon, &mut dice))
                .collect();
        };
        all = extended(&all, &here);
    }
    all
}

/// Numbers that look like chance and are always the same: a sample needs no more.
struct SampleDice(u64);

impl SampleDice {
    fn below(&mut self, n: usize) -> usize {
        // Knuth's generator of 64 bits, whose upper bits are the better ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

fn thrown_meanings(dungeon: &Dungeon, dice: &mut SampleDice) -> Vec<Vec<u32>> {
    let mut of_level = |chance: Option<&LevelChance>| {
        let Some(chance) = chance else {
            return Vec::new();
        };
        let mut thrown = |shuffle: &Vec<u32>| {
            let mut order: Vec<u32> = (0..shuffle.len() as u32).collect();
            for nth in 1..order.len() {
                order.swap(nth, dice.below(nth + 1));
            }
            order
        };
        let orders: Vec<Vec<u32>> = chance.shuffles.iter().map(&mut thrown).collect();
        chance.meanings(&orders)
    };
    chances(dungeon).map(&mut of_level).collect()
}

/// So many outcomes, by dice.
fn sample(dungeon: &Dungeon, count: usize) -> Vec<ChanceOutcome> {
    let mut dice = SampleDice(2);
    let mut thrown = |_| {
        let meanings = thrown_meanings(dungeon, &mut dice);
        let slots = slots(dungeon, &meanings);
        let picks = { slots.iter() }
            .map(|(level, slot)| dice.below(options(dungeon, *level, *slot).len()) as u32)
            .collect::<Vec<u32>>();
        outcome(&meanings, &slots, &picks)
    };
    (0..count).map(&mut thrown).collect()
}
