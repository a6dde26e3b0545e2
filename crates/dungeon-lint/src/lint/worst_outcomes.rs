//! The outcomes of chance that are judged: every one where these are few; else those that put most in the hero's way, with a
//! sample.
//!
//! A wall is worse for the hero than floor, and nothing is worse than a key: what cannot be come to where all that is so
//! ordered is at its worst is all that cannot be come to in any outcome, but for what chance itself puts down, each of which
//! is looked at in an outcome of its own, first where no floor that the hero comes to is beside it. What stands in the way
//! of nobody is looked at where it is wherever it may be, and where it is nowhere. Where stairs, pits or teleports take the
//! hero elsewhere a wall less may lead to another cell, so there a sample is looked at besides, and so it is wherever there
//! was not room for all of these.
use std::collections::{BTreeSet, HashMap, HashSet};

use super::cell_reach::CellReaches;
use super::key_sources::CarriedKeys;
use super::outcome_ranks::Ranks;
use super::outcomes::{
    ChanceOutcome, all, all_meanings, chances, extended, options, outcome, slots,
};
use dungeon_format::resolve::Resolved;
use dungeon_model::dungeon::{DrawSlot, Dungeon, Feature, LevelChance, MarkOption, MarkedThing};
use dungeon_model::space::narrow;

/// So many outcomes are looked at, at most: twelve cells of two alternatives each are judged one by one.
const MOST_OUTCOMES: usize = 1 << 12;

/// So many cells are looked at in all outcomes together: a quarter of those of the largest map, so that no file takes much
/// longer than that map does.
const MOST_CELLS: usize = 1 << 22;

/// So many outcomes are a sample.
pub const SAMPLE: usize = 32;

/// The outcomes that are looked at.
#[derive(Debug)]
pub struct Outcomes<'a> {
    /// At least one.
    pub list: Vec<ChanceOutcome>,
    /// What the others are known by; none where these are all that there are.
    pub ranks: Option<Ranks<'a>>,
    /// How many may be looked at, by the size of the maps.
    pub most: usize,
}

/// The outcomes of a dungeon that are looked at, where it is one of so many that share what is looked at; `reach` says where
/// the hero comes in an outcome.
pub fn outcomes<'a>(
    resolved: &'a Resolved,
    carried: &CarriedKeys,
    sharers: usize,
    reach: &mut dyn FnMut(&ChanceOutcome) -> CellReaches,
) -> Outcomes<'a> {
    let dungeon = &resolved.dungeon;
    let cells = dungeon.levels.iter().map(|level| level.tiles.size().area());
    let most = MOST_OUTCOMES
        .min(MOST_CELLS / sharers.max(1) / cells.sum::<usize>().max(1))
        .max(1);
    if let Some(list) = all(dungeon, most) {
        let ranks = None;
        return Outcomes { list, ranks, most };
    }
    let ranks = Ranks::new(resolved, carried);
    let list = WorstOutcomes {
        dungeon,
        reach,
        ranks: &ranks,
        most,
        list: Vec::new(),
        known: HashSet::new(),
        is_doubtful: ranks.has_ways,
    };
    Outcomes {
        list: list.found(),
        ranks: Some(ranks),
        most,
    }
}

/// The outcomes that put most in the hero's way, as they are found, each once.
struct WorstOutcomes<'a> {
    dungeon: &'a Dungeon,
    /// Where the hero comes in an outcome.
    reach: &'a mut dyn FnMut(&ChanceOutcome) -> CellReaches,
    ranks: &'a Ranks<'a>,
    most: usize,
    list: Vec<ChanceOutcome>,
    known: HashSet<ChanceOutcome>,
    /// Whether some outcome may be worse than these.
    is_doubtful: bool,
}

/// What of several things that put nothing in the way is to stand wherever it may.
#[derive(Clone, Copy, Debug)]
enum Bystanders {
    Nothing,
    NoItem,
    NoBody,
    /// All of one glyph.
    All(char),
    /// All but a glyph's.
    Others(char),
}

impl Bystanders {
    fn are_met_by(self, option: &MarkOption) -> bool {
        let is_item = matches!(option.puts, Some(MarkedThing::Item(_)));
        let is_body = matches!(option.puts, Some(MarkedThing::Body(_)));
        match self {
            Bystanders::Nothing => !is_item && !is_body,
            Bystanders::NoItem => !is_item,
            Bystanders::NoBody => !is_body,
            Bystanders::All(glyph) => option.glyph == glyph,
            Bystanders::Others(glyph) => option.glyph != glyph,
        }
    }
}

/// The draws of all levels, for some meanings of their marks, each at its worst.
struct WorstPicks<'a> {
    dungeon: &'a Dungeon,
    ranks: &'a Ranks<'a>,
    slots: Vec<(usize, DrawSlot)>,
    base: Vec<u32>,
}

impl WorstOutcomes<'_> {
    fn found(mut self) -> Vec<ChanceOutcome> {
        let dungeon = self.dungeon;
        let (all_meanings, are_all) = sampled_meanings(dungeon);
        self.is_doubtful |= !are_all;
        for (nth, meanings) in all_meanings.iter().enumerate() {
            // What one way of shuffling leaves is for the others.
            let left = self.most.saturating_sub(self.list.len());
            let share = left.div_ceil(all_meanings.len() - nth);
            self.add(meanings, self.list.len() + share);
        }
        if self.is_doubtful {
            let sample = sample(dungeon, SAMPLE.min(self.most)).into_iter();
            let news = sample.filter(|outcome| self.known.insert(outcome.clone()));
            self.list.extend(news);
        }
        self.list
    }

    /// Adds the outcomes of these meanings, until the list has so many.
    fn add(&mut self, meanings: &[Vec<u32>], most: usize) {
        let picks = WorstPicks::new(self.ranks, self.dungeon, meanings);
        let slots = picks.slots.iter();
        self.is_doubtful |= { slots }.any(|slot| self.ranks.of(*slot).worst.is_none());
        let worst = outcome(meanings, &picks.slots, picks.base.iter().copied());
        let (all, firsts) = picks.singles(&self.is_met(&worst, &picks.slots));
        let (first, others) = all.split_at(firsts);
        let picks_with = |one: &(usize, u32)| picks.with(*one);
        let all = [picks.base.clone()].into_iter();
        let all = all.chain(first.iter().map(picks_with));
        let all = all.chain(picks.bystanders().into_iter().map(|which| picks.by(which)));
        for picked in all.chain(others.iter().map(picks_with)) {
            let outcome = outcome(meanings, &picks.slots, picked);
            if self.known.contains(&outcome) {
                continue;
            }
            if self.list.len() >= most {
                self.is_doubtful = true;
                return;
            }
            self.known.insert(outcome.clone());
            self.list.push(outcome);
        }
    }

    /// Whether floor that the hero comes to in an outcome is beside the cell of each of these draws, so that he comes to what
    /// is put there.
    fn is_met(&mut self, worst: &ChanceOutcome, slots: &[(usize, DrawSlot)]) -> Vec<bool> {
        let cells = (self.reach)(worst);
        let levels: Vec<Option<&LevelChance>> = chances(self.dungeon).collect();
        let is_met = |(level, slot): &(usize, DrawSlot)| {
            let is_alone = levels[*level].is_some_and(|chance| !chance.draw(*slot).is_same);
            let cell = cells
                .get(*level)
                .and_then(|cells| cells.get(slot.cell as usize));
            is_alone && cell.is_some_and(|cell| cell.is_met)
        };
        slots.iter().map(is_met).collect()
    }
}

impl<'a> WorstPicks<'a> {
    fn new(ranks: &'a Ranks<'a>, dungeon: &'a Dungeon, meanings: &[Vec<u32>]) -> WorstPicks<'a> {
        let slots = slots(dungeon, meanings);
        let worst = |slot: &(usize, DrawSlot)| ranks.of(*slot).worst.unwrap_or_default();
        WorstPicks {
            dungeon,
            ranks,
            base: slots.iter().map(worst).collect(),
            slots,
        }
    }

    /// The worst picks but for one, by the numbers of its draw and its option.
    fn with(&self, (nth, option): (usize, u32)) -> Vec<u32> {
        let mut picks = self.base.clone();
        picks[nth] = option;
        picks
    }

    /// The worst picks with such bystanders, where these are no better for the hero.
    fn by(&self, which: Bystanders) -> Vec<u32> {
        let pick = |(slot, base): (&(usize, DrawSlot), &u32)| {
            let options = options(self.dungeon, *slot);
            let fits = |number: &u32| which.are_met_by(&options[*number as usize]);
            let like_base = self.ranks.of(*slot).like_worst.iter().copied();
            let mut all = [*base].into_iter().chain(like_base);
            all.find(fits).unwrap_or(*base)
        };
        self.slots.iter().zip(&self.base).map(pick).collect()
    }

    /// The bystanders that there may be, each sort alone and left out.
    fn bystanders(&self) -> Vec<Bystanders> {
        let mut glyphs = BTreeSet::new();
        for slot in &self.slots {
            let like_worst = self.ranks.of(*slot).like_worst.iter();
            let options = options(self.dungeon, *slot);
            if like_worst.len() > 1 {
                glyphs.extend(like_worst.map(|number| options[*number as usize].glyph));
            }
        }
        let each = glyphs.into_iter();
        let each = each.flat_map(|glyph| [Bystanders::All(glyph), Bystanders::Others(glyph)]);
        let none = [Bystanders::Nothing, Bystanders::NoItem, Bystanders::NoBody];
        none.into_iter().chain(each).collect()
    }

    /// What chance may put somewhere that the hero may have to come to, by the numbers of draw and option: first that of each
    /// option which stands first, and which nothing that he comes to is beside, so many as are returned; then all else, the
    /// latter of each option in turn.
    fn singles(&self, is_met: &[bool]) -> (Vec<(usize, u32)>, usize) {
        let mut counts = HashMap::new();
        let mut all = Vec::new();
        for (nth, (level, slot)) in self.slots.iter().enumerate() {
            let like_base = &self.ranks.of((*level, *slot)).like_worst;
            for (number, option) in (0..).zip(options(self.dungeon, (*level, *slot))) {
                let thing = option.puts.as_ref();
                let is_wanted = thing.is_some_and(|thing| is_wanted(self.dungeon, thing));
                if is_wanted && !like_base.contains(&number) {
                    let of_option = (*level, slot.mark, slot.draw, number);
                    let before: &mut usize = counts.entry((of_option, is_met[nth])).or_default();
                    all.push((is_met[nth], *before, (nth, number)));
                    *before += 1;
                }
            }
        }
        all.sort_by_key(|(is_met, before, _)| (*before > 0, *is_met, *before));
        let firsts = all.partition_point(|(_, before, _)| *before == 0);
        let all = all.into_iter().map(|(_, _, single)| single);
        (all.collect(), firsts)
    }
}

/// Whether the hero may have to come to what an option puts down.
fn is_wanted(dungeon: &Dungeon, thing: &MarkedThing) -> bool {
    match thing {
        MarkedThing::Item(_) | MarkedThing::Body(_) => true,
        MarkedThing::Tile { tile, .. } => dungeon.tile(*tile).feature != Feature::Plain,
    }
}

/// Ways in which the marks of all levels are shuffled, and whether these are all: where there are many they are a sample.
fn sampled_meanings(dungeon: &Dungeon) -> (Vec<Vec<Vec<u32>>>, bool) {
    let mut all: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
    for chance in chances(dungeon) {
        let none = || Some(vec![Vec::new()]);
        let here = chance.map_or_else(none, |chance| all_meanings(chance, SAMPLE));
        let Some(here) = here.filter(|here| all.len() * here.len() <= SAMPLE) else {
            let mut dice = SampleDice(1);
            let thrown = (0..SAMPLE).map(|_| thrown_meanings(dungeon, &mut dice));
            return (thrown.collect(), false);
        };
        all = extended(&all, &here);
    }
    (all, true)
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
            let mut order: Vec<u32> = (0..narrow::count(shuffle.len())).collect();
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
            .map(|slot| narrow::count(dice.below(options(dungeon, *slot).len())))
            .collect::<Vec<u32>>();
        outcome(&meanings, &slots, picks)
    };
    (0..count).map(&mut thrown).collect()
}
