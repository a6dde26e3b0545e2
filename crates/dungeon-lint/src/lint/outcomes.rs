//! The outcomes of a dungeon's marks, as the lints judge them. An outcome is a base, which picks an option for every
//! draw of all levels, plus a few changes. `DrawnDungeon` draws the levels of an outcome.
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::slice::from_ref;
use std::sync::Arc;

use dungeon_format::resolve::Resolved;
use dungeon_model::dungeon::{
    CauseEvent, DrawSlot, Dungeon, ItemId, LevelChance, MarkOption, tables_mut,
};
use dungeon_model::space::narrow;

/// A decision of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Decision {
    /// A mark of a level takes the meaning of another mark, or keeps its own.
    ///
    /// Holds the numbers of the level, of the mark, and of the mark whose meaning it takes.
    Meaning(usize, u32, u32),
    /// An option is drawn.
    ///
    /// Holds the number of the level, the draw, and the number of the option.
    Option(usize, DrawSlot, u32),
}

/// A chosen option for every draw of a dungeon. Outcomes are stored as their few differences from a base.
#[derive(Debug)]
pub struct BaseOutcome {
    pub meanings: Vec<Vec<u32>>,
    /// Every draw of every level, in the order of levels and cells.
    pub slots: Vec<(usize, DrawSlot)>,
    /// The option of each draw.
    pub picks: Vec<u32>,
    /// The index in `slots` of each level's first draw, followed by the total number of draws.
    firsts: Vec<usize>,
}

/// One way in which chance may decide everything on all levels.
#[derive(Clone, Debug)]
pub struct ChanceOutcome {
    /// The base, which holds the options of all draws that this outcome leaves unchanged.
    pub base: Rc<BaseOutcome>,
    /// The changed draws in ascending order: the index of the draw, and its option in this outcome.
    pub changes: Vec<(usize, u32)>,
}

impl BaseOutcome {
    /// Creates a base with these meanings; `pick` chooses the option of each draw.
    pub fn new(
        dungeon: &Dungeon,
        meanings: Vec<Vec<u32>>,
        pick: impl FnMut(&(usize, DrawSlot)) -> u32,
    ) -> Rc<BaseOutcome> {
        let levels = chances(dungeon).zip(&meanings).enumerate();
        let slots = levels.flat_map(|(level, (chance, meanings))| {
            let slots = chance.map_or_else(Vec::new, |chance| chance.slots(meanings));
            slots.into_iter().map(move |slot| (level, slot))
        });
        let slots: Vec<(usize, DrawSlot)> = slots.collect();
        let levels = 0..=meanings.len();
        let first = |level| slots.partition_point(|(own, _)| *own < level);
        Rc::new(BaseOutcome {
            firsts: levels.map(first).collect(),
            picks: slots.iter().map(pick).collect(),
            meanings,
            slots,
        })
    }

    /// Returns the meanings of a level's marks, and the options of its draws in the order of `LevelChance::slots`.
    pub fn of_level(&self, level: usize) -> (&[u32], &[u32]) {
        let picks = &self.picks[self.firsts[level]..self.firsts[level + 1]];
        (&self.meanings[level], picks)
    }

    /// Returns the outcome with these picks, one for each draw. The outcome stores only the differences from this base.
    pub fn picking(self: &Rc<Self>, picks: impl IntoIterator<Item = u32>) -> ChanceOutcome {
        let picks = picks.into_iter().zip(&self.picks).enumerate();
        let changes = picks.filter(|(_, (pick, base))| pick != *base);
        ChanceOutcome {
            base: Rc::clone(self),
            changes: changes.map(|(nth, (pick, _))| (nth, pick)).collect(),
        }
    }
}

impl ChanceOutcome {
    fn changes_of(&self, level: usize) -> &[(usize, u32)] {
        let changes = self.changes.as_slice();
        let end = |level| changes.partition_point(|(nth, _)| *nth < self.base.firsts[level]);
        &changes[end(level)..end(level + 1)]
    }

    /// Returns the meanings of a level's marks, and the options of its draws in the order of `LevelChance::slots`.
    pub fn of_level(&self, level: usize) -> (&[u32], Vec<u32>) {
        let (meanings, picks) = self.base.of_level(level);
        let mut picks = picks.to_vec();
        for (nth, option) in self.changes_of(level) {
            picks[nth - self.base.firsts[level]] = *option;
        }
        (meanings, picks)
    }

    /// Whether both outcomes draw a level alike.
    fn is_like(&self, other: &ChanceOutcome, level: usize) -> bool {
        if Rc::ptr_eq(&self.base, &other.base) {
            self.changes_of(level) == other.changes_of(level)
        } else {
            self.of_level(level) == other.of_level(level)
        }
    }
}

/// The decisions of an outcome, in the order of levels and cells.
pub fn decisions(dungeon: &Dungeon, outcome: &ChanceOutcome) -> Vec<Decision> {
    let mut all = Vec::new();
    for (level, chance) in chances(dungeon).enumerate() {
        let (meanings, picks) = outcome.of_level(level);
        let shuffled = chance.map_or_else(Vec::new, |chance| chance.shuffles.concat());
        let shuffled = shuffled.into_iter();
        all.extend(shuffled.map(|mark| Decision::Meaning(level, mark, meanings[mark as usize])));
        let slots = outcome.base.slots[outcome.base.firsts[level]..].iter();
        let options = slots.zip(picks);
        all.extend(options.map(|((_, slot), option)| Decision::Option(level, *slot, option)));
    }
    all
}

/// The marks of each level that chance decides; `None` for levels that leave nothing to chance.
pub fn chances(dungeon: &Dungeon) -> impl Iterator<Item = Option<&LevelChance>> {
    dungeon.levels.iter().map(|level| level.chance.as_deref())
}

/// Returns every outcome; `None` if there are more than `most`.
pub fn all(dungeon: &Dungeon, most: usize) -> Option<Vec<ChanceOutcome>> {
    let none = || Some(vec![(Vec::new(), Vec::new())]);
    let levels = chances(dungeon)
        .map(|chance| chance.map_or_else(none, |chance| level_outcomes(chance, most)));
    let levels: Vec<Vec<LevelOutcome>> = levels.collect::<Option<_>>()?;
    let mut bases: HashMap<Vec<Vec<u32>>, Rc<BaseOutcome>> = HashMap::new();
    let whole = combined(&levels, most)?.into_iter().map(|levels| {
        let (meanings, picks): (Vec<Vec<u32>>, Vec<Vec<u32>>) = levels.into_iter().unzip();
        let base = bases.entry(meanings);
        let base = base.or_insert_with_key(|all| BaseOutcome::new(dungeon, all.clone(), |_| 0));
        base.picking(picks.concat())
    });
    Some(whole.collect())
}

/// The meanings of a level's marks, and the options of its draws.
type LevelOutcome = (Vec<u32>, Vec<u32>);

/// Every way to pick one element of each list, the last list changing fastest; `None` if there are more than `most`.
pub fn combined<T: Clone>(lists: &[Vec<T>], most: usize) -> Option<Vec<Vec<T>>> {
    let mut counts = lists.iter().map(Vec::len);
    let count = counts.try_fold(1_usize, usize::checked_mul);
    if count.is_none_or(|count| count > most) {
        return None;
    }
    Some(lists.iter().fold(vec![Vec::new()], |all, list| {
        let with = |before: &Vec<T>| {
            let before = before.clone();
            list.iter()
                .map(move |last| [before.as_slice(), from_ref(last)].concat())
        };
        all.iter().flat_map(with).collect()
    }))
}

/// Every outcome of a level; `None` if there are more than `most`.
fn level_outcomes(chance: &LevelChance, most: usize) -> Option<Vec<LevelOutcome>> {
    let mut all = Vec::new();
    for meanings in all_meanings(chance, most)? {
        let slots = chance.slots(&meanings).into_iter();
        let options = |slot| (0..narrow::count(chance.draw(slot).options.len())).collect();
        let options: Vec<Vec<u32>> = slots.map(options).collect();
        let picks = combined(&options, most - all.len())?;
        all.extend(picks.into_iter().map(|picks| (meanings.clone(), picks)));
    }
    Some(all)
}

/// Every way to shuffle the marks of a level; `None` if there are more than `most`.
pub fn all_meanings(chance: &LevelChance, most: usize) -> Option<Vec<Vec<u32>>> {
    let orders = |shuffle: &Vec<u32>| {
        let count = (1..=shuffle.len()).try_fold(1_usize, usize::checked_mul)?;
        let places: Vec<u32> = (0..narrow::count(shuffle.len())).collect();
        (count <= most).then(|| orders(&places))
    };
    let orders = chance.shuffles.iter().map(orders);
    let all = combined(&orders.collect::<Option<Vec<_>>>()?, most)?;
    Some(all.iter().map(|orders| chance.meanings(orders)).collect())
}

/// Every permutation of some numbers.
pub fn orders(numbers: &[u32]) -> Vec<Vec<u32>> {
    numbers.iter().fold(vec![Vec::new()], |shorter, number| {
        let with = |order: &Vec<u32>| {
            let with = |at: usize| [&order[..at], &[*number], &order[at..]].concat();
            (0..=order.len()).rev().map(with).collect::<Vec<_>>()
        };
        shorter.iter().flat_map(with).collect()
    })
}

/// A dungeon that is drawn by one outcome after another. A level is redrawn only if its decisions change.
pub struct DrawnDungeon<'a> {
    original: &'a Resolved,
    drawn: Resolved,
    /// The outcome by which each level is drawn.
    decided: Vec<Option<ChanceOutcome>>,
}

impl<'a> DrawnDungeon<'a> {
    /// Creates a dungeon in which no draw has been made yet.
    pub fn new(original: &'a Resolved) -> DrawnDungeon<'a> {
        DrawnDungeon {
            original,
            drawn: original.clone(),
            decided: vec![None; original.dungeon.levels.len()],
        }
    }

    /// Returns the dungeon as it is drawn now.
    pub fn resolved(&self) -> &Resolved {
        &self.drawn
    }

    /// Draws all levels by an outcome. Returns the drawn dungeon.
    pub fn draw(&mut self, outcome: &ChanceOutcome) -> &Resolved {
        (0..self.decided.len()).for_each(|nth| self.draw_level(nth, outcome));
        &self.drawn
    }

    pub fn draw_level(&mut self, nth: usize, outcome: &ChanceOutcome) {
        let level = &self.original.dungeon.levels[nth];
        let decided = &mut self.decided[nth];
        let is_drawn = { decided.as_ref() }.is_some_and(|decided| decided.is_like(outcome, nth));
        if level.chance.is_some() && !is_drawn {
            let (meanings, picks) = outcome.of_level(nth);
            Arc::make_mut(&mut tables_mut(&mut self.drawn.dungeon).levels)[nth] =
                level.drawn(meanings, &picks);
            let places = &self.original.places.levels[nth];
            let drawn = places.drawn(level, meanings, &picks);
            Arc::make_mut(&mut self.drawn.places).levels[nth] = drawn;
            *decided = Some(outcome.clone());
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

/// The options of a draw, and of the draws that follow it. Each option places one thing per draw.
#[derive(Clone, Copy)]
pub struct JointOptions<'a> {
    chance: &'a LevelChance,
    slot: DrawSlot,
}

/// Returns the options of a draw of a level with draws.
pub fn options(dungeon: &Dungeon, (level, slot): (usize, DrawSlot)) -> JointOptions<'_> {
    let chance = dungeon.levels[level].chance.as_deref();
    let chance = chance.expect("a level with draws");
    JointOptions { chance, slot }
}

impl<'a> JointOptions<'a> {
    /// The number of options.
    pub fn len(self) -> usize {
        self.chance.draw(self.slot).options.len()
    }

    /// Returns the parts of the option with a number: one for each draw.
    pub fn parts(self, number: u32) -> impl Iterator<Item = &'a MarkOption> + use<'a> {
        let JointOptions { chance, slot } = self;
        let draws = chance.joint(slot);
        draws.map(move |[mark, draw]| chance.option([mark, draw, number]))
    }
}
