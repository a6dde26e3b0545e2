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
use std::rc::Rc;

use super::key_sources::CarriedKeys;
use super::number_set::NumberSet;
use super::outcome_ranks::Ranks;
use super::outcomes::{BaseOutcome, ChanceOutcome, all, all_meanings, chances, combined, options};
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
    /// The most outcomes to judge, by the size of the maps.
    pub most: usize,
}

/// Returns the outcomes of a dungeon to judge. `sharers` dungeons share one bound of cells. `met` returns, by level, the
/// chance cells beside floor that the hero walks on in an outcome.
pub fn outcomes<'a>(
    resolved: &'a Resolved,
    carried: &CarriedKeys,
    sharers: usize,
    met: &mut dyn FnMut(&ChanceOutcome) -> Vec<NumberSet>,
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
        met,
        ranks: &ranks,
        most,
        bases: HashMap::new(),
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
    met: &'a mut dyn FnMut(&ChanceOutcome) -> Vec<NumberSet>,
    ranks: &'a Ranks<'a>,
    most: usize,
    /// The outcome of some meanings in which each draw is at its worst.
    bases: HashMap<Vec<Vec<u32>>, Rc<BaseOutcome>>,
    list: Vec<ChanceOutcome>,
    known: HashSet<(*const BaseOutcome, Vec<(usize, u32)>)>,
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

impl WorstOutcomes<'_> {
    fn found(mut self) -> Vec<ChanceOutcome> {
        let (all_meanings, are_all) = sampled_meanings(self.dungeon);
        self.is_doubtful |= !are_all;
        let count = all_meanings.len();
        for (nth, meanings) in all_meanings.into_iter().enumerate() {
            // What one way of shuffling leaves is for the others.
            let left = self.most.saturating_sub(self.list.len());
            let share = left.div_ceil(count - nth);
            let base = self.base(meanings);
            self.add_all(&base, self.list.len() + share);
        }
        if self.is_doubtful {
            let mut dice = SampleDice(2);
            for _ in 0..SAMPLE.min(self.most) {
                let base = self.base(thrown_meanings(self.dungeon, &mut dice));
                let slots = base.slots.iter();
                let counts = slots.map(|slot| options(self.dungeon, *slot).len());
                let picks = counts.map(|count| narrow::count(dice.below(count)));
                self.add(base.picking(picks), usize::MAX);
            }
        }
        self.list
    }

    fn base(&mut self, meanings: Vec<Vec<u32>>) -> Rc<BaseOutcome> {
        let worst = |slot: &_| self.ranks.of(*slot).worst.unwrap_or_default();
        let base = self.bases.entry(meanings);
        let base =
            base.or_insert_with_key(|all| BaseOutcome::new(self.dungeon, all.clone(), worst));
        Rc::clone(base)
    }

    /// Adds an outcome that the list lacks. Returns whether there was room, which is until the list has `most`.
    fn add(&mut self, outcome: ChanceOutcome, most: usize) -> bool {
        let key = (Rc::as_ptr(&outcome.base), outcome.changes.clone());
        let is_known = self.known.contains(&key);
        let has_room = self.list.len() < most;
        if !is_known && has_room {
            self.known.insert(key);
            self.list.push(outcome);
        }
        is_known || has_room
    }

    /// Adds the outcomes of some meanings, until the list has `most`.
    fn add_all(&mut self, base: &Rc<BaseOutcome>, most: usize) {
        let slots = base.slots.iter();
        self.is_doubtful |= { slots }.any(|slot| self.ranks.of(*slot).worst.is_none());
        let worst = base.picking(base.picks.iter().copied());
        let is_met = self.is_met(&worst);
        let (all, firsts) = self.singles(base, &is_met);
        let single = |one: &(usize, u32)| ChanceOutcome {
            base: Rc::clone(base),
            changes: vec![*one],
        };
        let (first, others) = all.split_at(firsts);
        let bystanders = self.bystanders(base).into_iter();
        let bystanders: Vec<ChanceOutcome> = bystanders.map(|which| self.by(base, which)).collect();
        let all = [worst].into_iter().chain(first.iter().map(single));
        for outcome in all.chain(bystanders).chain(others.iter().map(single)) {
            if !self.add(outcome, most) {
                self.is_doubtful = true;
                return;
            }
        }
    }

    /// Whether floor that the hero comes to in an outcome is beside the cell of each of these draws, so that he comes to what
    /// is put there.
    fn is_met(&mut self, worst: &ChanceOutcome) -> Vec<bool> {
        let met = (self.met)(worst);
        let levels: Vec<Option<&LevelChance>> = chances(self.dungeon).collect();
        let is_met = |(level, slot): &(usize, DrawSlot)| {
            let is_alone = levels[*level].is_some_and(|chance| !chance.draw(*slot).is_same);
            let met = met.get(*level);
            is_alone && met.is_some_and(|met| met.contains(slot.cell as usize))
        };
        worst.base.slots.iter().map(is_met).collect()
    }

    /// Returns the worst picks with such bystanders, if these are no better for the hero.
    fn by(&self, base: &Rc<BaseOutcome>, which: Bystanders) -> ChanceOutcome {
        let pick = |(slot, base): (&(usize, DrawSlot), &u32)| {
            let options = options(self.dungeon, *slot);
            let fits = |number: &u32| which.are_met_by(&options[*number as usize]);
            let like_base = self.ranks.of(*slot).like_worst.iter().copied();
            let mut all = [*base].into_iter().chain(like_base);
            all.find(fits).unwrap_or(*base)
        };
        base.picking(base.slots.iter().zip(&base.picks).map(pick))
    }

    /// Returns the possible bystanders: each sort alone, and each left out.
    fn bystanders(&self, base: &BaseOutcome) -> Vec<Bystanders> {
        let mut glyphs = BTreeSet::new();
        for slot in &base.slots {
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
    fn singles(&self, base: &BaseOutcome, is_met: &[bool]) -> (Vec<(usize, u32)>, usize) {
        let mut counts = HashMap::new();
        let mut all = Vec::new();
        for (nth, (level, slot)) in base.slots.iter().enumerate() {
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
    let tile = thing.thing().tile();
    tile.is_none_or(|tile| dungeon.tile(tile).feature != Feature::Plain)
}

/// Ways in which the marks of all levels are shuffled, and whether these are all: where there are many they are a sample.
fn sampled_meanings(dungeon: &Dungeon) -> (Vec<Vec<Vec<u32>>>, bool) {
    let none = || Some(vec![Vec::new()]);
    let levels = chances(dungeon)
        .map(|chance| chance.map_or_else(none, |chance| all_meanings(chance, SAMPLE)));
    let levels: Option<Vec<_>> = levels.collect();
    if let Some(all) = levels.and_then(|levels| combined(&levels, SAMPLE)) {
        return (all, true);
    }
    let mut dice = SampleDice(1);
    let thrown = (0..SAMPLE).map(|_| thrown_meanings(dungeon, &mut dice));
    (thrown.collect(), false)
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
