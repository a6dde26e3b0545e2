//! The items that auto-explore leaves to the player: items of choices, and for a player with notes also items that trigger
//! something when taken, and items whose gifts would be lost in part.
use crate::knowledge::awaited_items::AwaitedItems;
use crate::knowledge::known_map::KnownMap;
use crate::knowledge::known_ways::KnownWays;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{CauseEvent, ItemId, Stat, Stats};
use dungeon_model::space::geometry::Point;

/// The items that auto-explore leaves to the player on the current level; without notes, only the items of choices.
#[derive(Clone, Default)]
pub struct LeftToPlayer {
    has_notes: bool,
    /// The items that trigger more than a message when taken.
    items: AwaitedItems,
    /// The cells of the level where taking any item triggers more than a message or removes others, in ascending order.
    cells: Vec<Point>,
}

/// The items within reach that auto-explore leaves for the player to decide about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftThings {
    /// The items that trigger something when taken, so that the player must decide.
    pub momentous: Vec<ItemId>,
    /// The items of which the hero cannot use all now.
    pub wasted: Vec<ItemId>,
}

impl LeftToPlayer {
    /// Determines the items that auto-explore leaves to the player in the current state of the game. A one-time cause
    /// that has already happened no longer counts ([C-1]).
    ///
    /// [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
    pub fn of(known_map: KnownMap<'_>) -> LeftToPlayer {
        let (world, has_notes) = (known_map.world(), known_map.notes.is_some());
        let causes = || {
            let to_come = world.causes_to_come().map(|(_, cause)| cause);
            to_come.filter(|cause| {
                let is_here = cause.heard_on().is_none_or(|level| level == world.here());
                has_notes && is_here && !cause.effects.is_empty()
            })
        };
        let cells = causes().filter_map(|cause| match &cause.event {
            CauseEvent::TakeAt(cells) => Some(cells),
            _ => None,
        });
        let mut cells: Vec<Point> = cells.flatten().copied().collect();
        let here = world.here();
        let offered = world.choices(here).flatten();
        cells.extend(offered.filter(|p| !world.rivals(here, *p).is_empty()));
        cells.sort_unstable();
        LeftToPlayer {
            has_notes,
            items: AwaitedItems::of(world, causes()),
            cells,
        }
    }

    /// Whether taking the item on a cell would trigger more than a message.
    pub fn is_momentous(&self, known_map: KnownMap<'_>, p: Point) -> bool {
        let id = known_map.item(p);
        let is_awaited =
            || self.cells.binary_search(&p).is_ok() || self.items.contains(known_map.world(), id);
        id != ItemId::NONE && is_awaited()
    }

    /// Whether an explorer leaves the item on a cell for later, or for the player to decide about.
    pub fn is_left(&self, known_map: KnownMap<'_>, p: Point) -> bool {
        let is_wasted = || self.has_notes && is_wasted(known_map.world(), known_map.item(p));
        self.is_momentous(known_map, p) || is_wasted()
    }

    /// Lists the items within the hero's reach that auto-explore leaves to the player.
    pub fn within_reach(&self, known_map: KnownMap<'_>) -> LeftThings {
        let mut left = LeftThings::default();
        let reached = KnownWays::reached(known_map);
        for (_, p) in reached.filter(|(_, p)| self.is_left(known_map, *p)) {
            if self.is_momentous(known_map, p) {
                left.momentous.push(known_map.item(p))
            } else {
                left.wasted.push(known_map.item(p))
            }
        }
        left
    }
}

/// Whether the only effect of an item is to raise stats of the hero, and a part of what it gives would be lost now. A
/// hero who lacks half of the maximum needs the item in any case.
fn is_wasted(world: &World, id: ItemId) -> bool {
    if id == ItemId::NONE {
        return false;
    }
    let item = world.item(id);
    let is_plain = !item.collectable && item.opens.is_none() && !item.is_kept();
    let hero = world.commanded();
    let most = world.kind(hero).most;
    let loses = |stat: Stat| {
        let lacked = most[stat].saturating_sub(world.body(hero).stat(stat));
        let needed = item.gives_at_once()[stat].min(most[stat] / 2);
        lacked < needed
    };
    is_plain && item.state.is_none() && Stat::ALL.into_iter().any(loses)
}

/// Whether the only effect of an item is to make the kinds in the inventory known, and all are known already.
pub fn identifies_nothing(world: &World, id: ItemId) -> bool {
    let item = world.item(id);
    let mut carried = world.pack().things().iter();
    item.identifies
        && item.gives == Stats::default()
        && item.state.is_none()
        && !carried.any(|thing| world.is_unknown(thing.item))
}

/// Whether the only effect of numbers is to raise stats of the hero that are at their maximum now; false for numbers
/// that are all 0.
pub fn raises_nothing(world: &World, gives: Stats) -> bool {
    let hero = world.commanded();
    let most = world.kind(hero).most;
    let is_full = |stat: Stat| world.body(hero).stat(stat) >= most[stat];
    let mut given = Stat::ALL.into_iter().filter(|stat| gives[*stat] > 0);
    gives != Stats::default() && given.all(is_full)
}
