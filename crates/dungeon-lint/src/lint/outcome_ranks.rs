//! Ranks the options among which chance chooses, by their effect on the hero's reach: a wall is worse than floor, and
//! no key is worse than a key.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::key_sources::CarriedKeys;
use super::outcomes::{BaseOutcome, ChanceOutcome, Decision, awaited, chances, options};
use super::reach_rules::{Mobility, ReachRules};
use dungeon_format::resolve::Resolved;
use dungeon_ground::ground_tile::ends_depend_on_others;
use dungeon_ground::pockets::Passage;
use dungeon_model::dungeon::{
    DrawSlot, Dungeon, ItemId, LevelId, LockId, MarkOption, MarkedThing, Through, TileId,
};
use dungeon_model::space::narrow::count;

/// The options of every draw, ordered by their effect on the hero's reach.
#[derive(Debug)]
pub struct Ranks<'a> {
    dungeon: &'a Dungeon,
    draws: HashMap<(usize, u32, u32), RankedDraw>, // by level, mark and draw
    /// Whether the landing cells of stairs or traps may depend on chance, for example because chance may draw a wall on
    /// a landing cell.
    pub has_ways: bool,
}

/// The options of a draw that leave the hero the smallest and the largest reach (the cells that the hero can get to).
/// Each is `None` if no option can be compared with all others.
#[derive(Debug)]
pub struct RankedDraw {
    /// The option that leaves the hero the smallest reach.
    pub worst: Option<u32>,
    best: Option<u32>,
    /// The options that leave the hero no larger reach than the option `worst` does; compared with the first option if
    /// `worst` is `None`.
    pub like_worst: Vec<u32>,
}

/// The effect of an option on the hero's reach.
#[derive(Debug)]
struct OptionWorth {
    passage: Passage,
    tile: Option<TileId>,
    uses: BTreeSet<ThingUse>,
}

/// The help that a thing placed by chance may give the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ThingUse {
    /// Opens a lock: the key lies there, or monsters of this mobility carry it.
    Opens(LockId, Option<(Through, Mobility)>),
    /// Triggers a cause that waits for the item to be taken.
    Awaited(ItemId),
}

impl<'a> Ranks<'a> {
    pub fn new(resolved: &'a Resolved, carried: &CarriedKeys) -> Ranks<'a> {
        let dungeon = &resolved.dungeon;
        let rules = ReachRules::for_game(resolved);
        let mut ranks = Ranks {
            dungeon,
            draws: HashMap::new(),
            has_ways: ends_depend_on_others(dungeon),
        };
        let awaited = awaited(dungeon);
        for (level, chance) in chances(dungeon).enumerate() {
            let Some(chance) = chance else { continue };
            let passages = rules.passages(dungeon, LevelId::of(level));
            for (mark, draws) in (0..).zip(&chance.marks) {
                for draw in 0..count(draws.draws.len()) {
                    let slot = DrawSlot {
                        mark,
                        draw,
                        cell: 0,
                    };
                    let options = options(dungeon, (level, slot));
                    let worth = |option: &MarkOption| OptionWorth {
                        passage: passage(option, &passages),
                        tile: tile(option),
                        uses: uses(dungeon, carried, &awaited, option),
                    };
                    let worths = (0..count(options.len()))
                        .map(|number| options.parts(number).map(worth).collect());
                    let ranked = ranked(&worths.collect::<Vec<_>>());
                    ranks.draws.insert((level, mark, draw), ranked);
                }
            }
        }
        ranks
    }

    pub fn of(&self, (level, slot): (usize, DrawSlot)) -> &RankedDraw {
        &self.draws[&(level, slot.mark, slot.draw)]
    }

    /// Returns the outcome with these meanings and decisions in which all other draws are best for the hero. Returns
    /// `None` if a decision is about a draw that these meanings do not have.
    pub fn otherwise_best(
        &self,
        meanings: Vec<Vec<u32>>,
        decided: &[Decision],
    ) -> Option<ChanceOutcome> {
        let kept = decided.iter().filter_map(|decision| match *decision {
            Decision::Option(level, slot, option) => Some(((level, slot), option)),
            Decision::Meaning(..) => None,
        });
        let mut kept: BTreeMap<(usize, DrawSlot), u32> = kept.collect();
        let best = |slot: &(usize, DrawSlot)| self.of(*slot).best.unwrap_or_default();
        let base = BaseOutcome::new(self.dungeon, meanings, |slot| {
            kept.remove(slot).unwrap_or_else(|| best(slot))
        });
        let changes = Vec::new();
        kept.is_empty().then_some(ChanceOutcome { base, changes })
    }
}

/// Ranks the options of a draw. Each option has a worth for the draw itself, and one for each draw that follows it.
fn ranked(options: &[Vec<OptionWorth>]) -> RankedDraw {
    let is_at_most = |one: u32, other: u32| {
        let (one, other) = (&options[one as usize], &options[other as usize]);
        one.iter()
            .zip(other)
            .all(|(one, other)| is_at_most(one, other))
    };
    let numbers = || 0..count(options.len());
    let worst = numbers().find(|one| numbers().all(|other| is_at_most(*one, other)));
    let like_worst = numbers().filter(|one| is_at_most(*one, worst.unwrap_or_default()));
    RankedDraw {
        worst,
        best: numbers().find(|one| numbers().all(|other| is_at_most(other, *one))),
        like_worst: like_worst.collect(),
    }
}

/// Whether an option leaves the hero no larger reach (cells that the hero can get to) than another option.
fn is_at_most(one: &OptionWorth, other: &OptionWorth) -> bool {
    let is_less_open = match (one.passage, other.passage) {
        (Passage::Solid, _) => true,
        (Passage::Floor, Passage::Floor | Passage::Way) => true,
        (Passage::Locked | Passage::Window, Passage::Floor | Passage::Way) => true,
        _ => one.tile == other.tile,
    };
    is_less_open && one.uses.is_subset(&other.uses)
}

fn tile(option: &MarkOption) -> Option<TileId> {
    option.puts.as_ref()?.thing().tile()
}

fn passage(option: &MarkOption, passages: &[Passage]) -> Passage {
    let passage = tile(option).and_then(|tile| passages.get(usize::from(tile.0)));
    passage.copied().unwrap_or(Passage::Floor)
}

/// The help that an option gives the hero.
fn uses(
    dungeon: &Dungeon,
    carried: &CarriedKeys,
    awaited: &BTreeSet<ItemId>,
    option: &MarkOption,
) -> BTreeSet<ThingUse> {
    let opens = |item: ItemId, by| {
        let lock = dungeon.item(item).opens;
        lock.map(|lock| ThingUse::Opens(lock, by))
    };
    match &option.puts {
        None | Some(MarkedThing::Tile { .. }) => BTreeSet::new(),
        Some(MarkedThing::Item(item)) => {
            let is_awaited = awaited.contains(item);
            let awaited = is_awaited.then_some(ThingUse::Awaited(*item));
            opens(*item, None).into_iter().chain(awaited).collect()
        }
        Some(MarkedThing::Body(spawn)) => {
            let drops = carried.of(spawn.kind);
            let by = Some((drops.through, drops.mobility));
            let keys = drops.items.iter();
            keys.filter_map(|item| opens(*item, by)).collect()
        }
    }
}
