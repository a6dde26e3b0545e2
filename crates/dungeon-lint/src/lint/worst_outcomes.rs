//! The outcomes of chance to judge: all outcomes if they are few; otherwise the outcomes that are worst for the hero,
//! with a sample.
//!
//! A wall is worse for the hero than floor, and no key is worse than a key. The worst outcome has the worst option of
//! every draw whose options compare in this way. Things that are out of the hero's reach in any outcome are out of
//! reach in the worst outcome, except for things that chance itself places. Each thing that chance places is judged in
//! an outcome of its own, first the things that no floor in reach touches. Things that block no way are judged twice:
//! placed wherever possible, and placed nowhere. Where stairs, pits or teleports take the hero elsewhere, removing a
//! wall may change the landing cell, so a sample of outcomes is judged as well. A sample is also judged if there was no
//! room for all these outcomes.
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::key_sources::CarriedKeys;
use super::number_set::NumberSet;
use super::outcome_ranks::Ranks;
use super::outcomes::{BaseOutcome, ChanceOutcome, all, all_meanings, chances, combined, options};
use dungeon_format::resolve::Resolved;
use dungeon_model::dungeon::{
    DrawScope, DrawSlot, Dungeon, Feature, LevelChance, MarkOption, MarkedThing,
};
use dungeon_model::space::narrow;

/// The maximum number of outcomes to judge: enough for every outcome of twelve cells with two alternatives each.
const MOST_OUTCOMES: usize = 1 << 12;

/// The maximum number of cells to look at in all outcomes together: a quarter of the cells of the largest map, so that
/// no file takes much longer than that map.
const MOST_CELLS: usize = 1 << 22;

/// The number of outcomes in a sample.
pub const SAMPLE: usize = 32;

/// The outcomes to judge.
#[derive(Debug)]
pub struct Outcomes<'a> {
    /// The outcomes; at least one.
    pub list: Vec<ChanceOutcome>,
    /// The order by which unlisted outcomes are known to be better for the hero; `None` if the list is complete.
    pub ranks: Option<Ranks<'a>>,
    /// The maximum number of outcomes to judge: the larger the maps, the fewer.
    pub most: usize,
}

/// Returns the outcomes that must be judged for a dungeon. `sharers` is the number of dungeons among which the limit on
/// searched cells is divided. `met` returns, for an outcome and by level, the chance cells that border floor reached by
/// the hero.
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
        list: list.into_list(),
        ranks: Some(ranks),
        most,
    }
}

/// The outcomes that are worst for the hero, in the order found, each once.
struct WorstOutcomes<'a> {
    dungeon: &'a Dungeon,
    met: &'a mut dyn FnMut(&ChanceOutcome) -> Vec<NumberSet>,
    ranks: &'a Ranks<'a>,
    most: usize,
    /// For each choice of meanings, the base in which every draw has the worst option for the hero.
    bases: HashMap<Vec<Vec<u32>>, Rc<BaseOutcome>>,
    list: Vec<ChanceOutcome>,
    known: HashSet<(*const BaseOutcome, Vec<(usize, u32)>)>,
    /// Whether an unlisted outcome may be worse than all listed ones.
    is_doubtful: bool,
}

/// A preference among bystanders (options that block nothing), which is followed wherever possible.
#[derive(Clone, Copy, Debug)]
enum Bystanders {
    Nothing,
    NoItem,
    NoBody,
    /// All bystanders have this glyph.
    All(char),
    /// All bystanders have a glyph other than this one.
    Others(char),
}

impl Bystanders {
    /// Whether a part of an option meets the preference. `All` needs only one part that does.
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
    fn into_list(mut self) -> Vec<ChanceOutcome> {
        let (all_meanings, are_all) = sampled_meanings(self.dungeon);
        self.is_doubtful |= !are_all;
        let count = all_meanings.len();
        for (nth, meanings) in all_meanings.into_iter().enumerate() {
            // Divide the room that is left in the list: one way of shuffling may need less than its share, which goes
            // to the others.
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

    /// Adds an outcome unless it is listed. Returns false if the list is full, with `most` outcomes.
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

    /// Adds the outcomes of one base, until the list has `most` outcomes.
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
        let bystanders: Vec<ChanceOutcome> = bystanders
            .map(|which| self.with_bystanders(base, which))
            .collect();
        let all = [worst].into_iter().chain(first.iter().map(single));
        for outcome in all.chain(bystanders).chain(others.iter().map(single)) {
            if !self.add(outcome, most) {
                self.is_doubtful = true;
                return;
            }
        }
    }

    /// By draw: whether floor that the hero reaches in an outcome touches the cell, so that the hero reaches anything
    /// placed there.
    fn is_met(&mut self, worst: &ChanceOutcome) -> Vec<bool> {
        let met = (self.met)(worst);
        let levels: Vec<Option<&LevelChance>> = chances(self.dungeon).collect();
        let is_met = |(level, slot): &(usize, DrawSlot)| {
            let is_alone =
                levels[*level].is_some_and(|chance| chance.draw(*slot).scope == DrawScope::Cell);
            let met = met.get(*level);
            is_alone && met.is_some_and(|met| met.contains(slot.cell as usize))
        };
        worst.base.slots.iter().map(is_met).collect()
    }

    /// Returns the worst picks, replaced by the preferred bystanders wherever these are no better for the hero.
    fn with_bystanders(&self, base: &Rc<BaseOutcome>, which: Bystanders) -> ChanceOutcome {
        let pick = |(slot, base): (&(usize, DrawSlot), &u32)| {
            let options = options(self.dungeon, *slot);
            let fits = |number: &u32| {
                let mut parts = options.parts(*number);
                match which {
                    Bystanders::All(_) => parts.any(|part| which.are_met_by(part)),
                    _ => parts.all(|part| which.are_met_by(part)),
                }
            };
            let like_base = self.ranks.of(*slot).like_worst.iter().copied();
            let mut all = [*base].into_iter().chain(like_base);
            all.find(fits).unwrap_or(*base)
        };
        base.picking(base.slots.iter().zip(&base.picks).map(pick))
    }

    /// Returns the preferences to try: no bystanders, no items, no bodies, and for each glyph of a bystander, only this
    /// glyph and every glyph but this one.
    fn bystanders(&self, base: &BaseOutcome) -> Vec<Bystanders> {
        let mut glyphs = BTreeSet::new();
        for slot in &base.slots {
            let like_worst = self.ranks.of(*slot).like_worst.iter();
            let options = options(self.dungeon, *slot);
            if like_worst.len() > 1 {
                let parts = like_worst.flat_map(|number| options.parts(*number));
                glyphs.extend(parts.map(|part| part.glyph));
            }
        }
        let each = glyphs.into_iter();
        let each = each.flat_map(|glyph| [Bystanders::All(glyph), Bystanders::Others(glyph)]);
        let none = [Bystanders::Nothing, Bystanders::NoItem, Bystanders::NoBody];
        none.into_iter().chain(each).collect()
    }

    /// Returns pairs of a draw and the number of an option that places a thing which the hero may have to reach. The
    /// first pairs are one for each option, at a cell that no reached floor touches, then one for each option at a cell
    /// that reached floor touches; the returned number counts them. The other pairs follow in the same order,
    /// alternating between the options.
    fn singles(&self, base: &BaseOutcome, is_met: &[bool]) -> (Vec<(usize, u32)>, usize) {
        let mut counts = HashMap::new();
        let mut all = Vec::new();
        for (nth, (level, slot)) in base.slots.iter().enumerate() {
            let like_base = &self.ranks.of((*level, *slot)).like_worst;
            let options = options(self.dungeon, (*level, *slot));
            for number in 0..narrow::count(options.len()) {
                let mut things = options.parts(number).filter_map(|part| part.puts.as_ref());
                let is_wanted = things.any(|thing| is_wanted(self.dungeon, thing));
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

/// Whether the hero may have to reach a thing that an option places.
fn is_wanted(dungeon: &Dungeon, thing: &MarkedThing) -> bool {
    let tile = thing.thing().tile();
    tile.is_none_or(|tile| dungeon.tile(tile).feature != Feature::Plain)
}

/// Ways to shuffle the marks of all levels, and whether the list is complete. If there are many ways, the list is a
/// sample.
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

/// A pseudo-random generator with a fixed seed. Its quality is enough for a sample.
struct SampleDice(u64);

impl SampleDice {
    fn below(&mut self, n: usize) -> usize {
        // Knuth's 64-bit generator, whose upper bits are the better ones.
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
