//! What chance may decide of the marks of a dungeon, as the lints judge it: an outcome is what it decides of all levels, and
//! a dungeon is drawn as an outcome has it.
use std::collections::BTreeSet;
use std::slice::from_ref;
use std::sync::Arc;

use dungeon_format::resolve::Resolved;
use dungeon_model::dungeon::{
    CauseEvent, DrawSlot, Dungeon, ItemId, LevelChance, MarkOption, tables_mut,
};
use dungeon_model::space::narrow;

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

/// What chance may decide of each level.
pub fn chances(dungeon: &Dungeon) -> impl Iterator<Item = Option<&LevelChance>> {
    dungeon.levels.iter().map(|level| level.chance.as_deref())
}

/// Every outcome, if there are no more than so many.
pub fn all(dungeon: &Dungeon, most: usize) -> Option<Vec<ChanceOutcome>> {
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
pub fn extended<T: Clone>(all: &[Vec<T>], by: &[T]) -> Vec<Vec<T>> {
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
    let options = |slot| narrow::count(chance.draw(slot).options.len());
    slots.map(options).collect()
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
pub fn all_meanings(chance: &LevelChance, most: usize) -> Option<Vec<Vec<u32>>> {
    let mut all: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
    for shuffle in &chance.shuffles {
        let count = (1..=shuffle.len()).try_fold(all.len(), usize::checked_mul);
        if count.is_none_or(|count| count > most) {
            return None;
        }
        let orders = orders(narrow::count(shuffle.len()));
        all = extended(&all, &orders);
    }
    Some(all.iter().map(|orders| chance.meanings(orders)).collect())
}

/// Every order of the numbers below `count`.
pub fn orders(count: u32) -> Vec<Vec<u32>> {
    (0..count).fold(vec![Vec::new()], |shorter, number| {
        let with = |order: &Vec<u32>| {
            let with = |at: usize| [&order[..at], &[number], &order[at..]].concat();
            (0..=order.len()).rev().map(with).collect::<Vec<_>>()
        };
        shorter.iter().flat_map(with).collect()
    })
}

/// A dungeon as it is drawn by one outcome after another: a level is drawn anew only where something else is decided of it.
pub struct DrawnDungeon<'a> {
    original: &'a Resolved,
    drawn: Resolved,
    /// What each level is drawn by.
    decided: Vec<Option<LevelOutcome>>,
}

impl<'a> DrawnDungeon<'a> {
    /// A dungeon of which nothing is drawn yet.
    pub fn new(original: &'a Resolved) -> DrawnDungeon<'a> {
        DrawnDungeon {
            original,
            drawn: original.clone(),
            decided: vec![None; original.dungeon.levels.len()],
        }
    }

    /// The dungeon as it is drawn now.
    pub fn resolved(&self) -> &Resolved {
        &self.drawn
    }

    /// Draws all levels by an outcome. Returns the dungeon that comes of it.
    pub fn draw(&mut self, outcome: &ChanceOutcome) -> &Resolved {
        for (nth, decided) in outcome.iter().enumerate() {
            self.draw_level(nth, decided);
        }
        &self.drawn
    }

    /// Draws a level by what is decided of it.
    pub fn draw_level(&mut self, nth: usize, outcome: &LevelOutcome) {
        let level = &self.original.dungeon.levels[nth];
        if level.chance.is_some() && self.decided[nth].as_ref() != Some(outcome) {
            let LevelOutcome { meanings, picks } = outcome;
            tables_mut(&mut self.drawn.dungeon).levels[nth] = level.drawn(meanings, picks);
            let places = &self.original.places.levels[nth];
            let drawn = places.drawn(level, meanings, picks);
            Arc::make_mut(&mut self.drawn.places).levels[nth] = drawn;
            self.decided[nth] = Some(outcome.clone());
        }
    }
}

/// The items that some cause waits for.
pub fn awaited(dungeon: &Dungeon) -> BTreeSet<ItemId> {
    let events = dungeon.causes.iter().map(|cause| &cause.event);
    let items = events.filter_map(|event| match event {
        CauseEvent::Take(items) => Some(items),
        _ => None,
    });
    items.flatten().copied().collect()
}

/// The options of a draw.
pub fn options(dungeon: &Dungeon, (level, slot): (usize, DrawSlot)) -> &[MarkOption] {
    let chance = dungeon.levels[level].chance.as_deref();
    chance.map_or(&[], |chance| &chance.draw(slot).options)
}

/// Every draw of every level, for these meanings of each.
pub fn slots(dungeon: &Dungeon, meanings: &[Vec<u32>]) -> Vec<(usize, DrawSlot)> {
    let levels = chances(dungeon).zip(meanings).enumerate();
    let slots = levels.flat_map(|(level, (chance, meanings))| {
        let slots = chance.map_or_else(Vec::new, |chance| chance.slots(meanings));
        slots.into_iter().map(move |slot| (level, slot))
    });
    slots.collect()
}

/// The outcome of picks for the draws of all levels, which `slots` lists.
pub fn outcome(
    meanings: &[Vec<u32>],
    slots: &[(usize, DrawSlot)],
    picks: impl IntoIterator<Item = u32>,
) -> ChanceOutcome {
    let mut picks = slots.iter().zip(picks).peekable();
    let mut of_level = |(level, meanings): (usize, &Vec<u32>)| {
        let mut here = Vec::new();
        while let Some((_, pick)) = picks.next_if(|((own, _), _)| *own == level) {
            here.push(pick);
        }
        LevelOutcome {
            meanings: meanings.clone(),
            picks: here,
        }
    };
    meanings.iter().enumerate().map(&mut of_level).collect()
}
