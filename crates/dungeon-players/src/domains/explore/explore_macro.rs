//! The macro-actions of a hero in explore, and the places worth visiting: items, stairs, traps that carry the hero off,
//! and cells that some cause waits for.
use super::fields::StepFields;
use super::tour::is_wanted;
use super::worth::helpful_causes;
use crate::search::budget::Meter;
use dungeon_engine::action::ActorId;
use dungeon_engine::rulesets::goals;
use dungeon_engine::world::World;
use dungeon_ground::pockets::Passage;
use dungeon_model::dungeon::{CauseEvent, ItemId, Stair, Stat};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_play::knowledge::awaited_items::AwaitedItems;

/// A macro-action of the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExploreMacro {
    /// Take the item on a cell of this level. A brave hero fights monsters that come near on the way.
    Take { at: Point, bravely: bool },
    /// Go to stairs and take them.
    Stairs {
        at: Point,
        way: Stair,
        bravely: bool,
    },
    /// Walk onto a trap that carries the hero off.
    Fall { at: Point },
    /// Walk onto a cell of this level that a cause waits for.
    Visit { at: Point },
    /// Go to a monster and fight it to the death.
    Hunt(ActorId),
    /// Wait until health reaches this value or a monster comes.
    Rest(i32),
    /// Wait here for monsters and fight them one by one.
    Hold,
    /// Use or equip an inventory item.
    Use(ItemId),
    /// Cast one bolt.
    Cast(Direction),
    /// Throw an inventory item at a cell, or shoot or pull with a worn one.
    Throw(ItemId, Point),
    /// Take one step.
    Step(Direction),
}

/// The maximum number of targets of each sort (items, stairs, traps) on a level to which ways are looked up. The
/// targets nearest in a straight line come first.
const TARGETS: usize = 16;

/// The maximum number of cells that a search tries to visit for one cause from one state.
const VISITED: usize = 3;

/// Returns the items, stairs and traps of the hero's level that are worth a visit; of each sort, only the nearest
/// `TARGETS` in a straight line.
pub fn targets_by_air(
    world: &World,
    fields: &mut StepFields<'_>,
    meter: &Meter<'_>,
) -> Vec<ExploreMacro> {
    let hero = world.body(world.commanded());
    let (level, here) = (hero.level, hero.at);
    meter.look(world.size(level).area() / 16);
    let may_leave = goals::may_leave(world);
    let awaited = AwaitedItems::of(world, helpful_causes(world).map(|(_, cause)| cause));
    let mut found: Vec<(u32, ExploreMacro)> = Vec::new();
    for at in world.size(level).points() {
        let cell = world.cell(level, at);
        let tile = *fields.tile(world, level, at);
        let way_out = tile.passage.exit().filter(|_| may_leave);
        let doing = if cell.item != ItemId::NONE && is_target(world, &awaited, cell.item) {
            ExploreMacro::Take { at, bravely: true }
        } else if let Some(way) = tile.passage.stairs().map(|stairs| stairs.way).or(way_out) {
            ExploreMacro::Stairs {
                at,
                way,
                bravely: true,
            }
        } else if tile.kind == Passage::Carrier {
            ExploreMacro::Fall { at }
        } else {
            continue;
        };
        found.push((at.chebyshev(here), doing));
    }
    found.sort_by_key(|(far, _)| *far);
    let mut counts = [0; 3];
    found.retain(|(_, doing)| {
        let sort = match doing {
            ExploreMacro::Take { .. } => 0,
            ExploreMacro::Stairs { .. } => 1,
            _ => 2,
        };
        counts[sort] += 1;
        counts[sort] <= TARGETS
    });
    found.into_iter().map(|(_, doing)| doing).collect()
}

/// Lists the cells of the hero's level that some cause waits for; for each cause, only the nearest `VISITED` cells in a
/// straight line.
pub fn list_visits(world: &World, meter: &Meter<'_>, out: &mut Vec<ExploreMacro>) {
    meter.look(world.dungeon().causes.len() / 4);
    let hero = world.body(world.commanded());
    for (_, cause) in helpful_causes(world).take(TARGETS) {
        let (CauseEvent::Step(cells) | CauseEvent::Leave(cells) | CauseEvent::TakeAt(cells)) =
            &cause.event
        else {
            continue;
        };
        if cause.heard_on() == Some(hero.level) {
            meter.look(cells.len() / 16);
            let visits = nearest(cells, hero.at).into_iter();
            out.extend(visits.map(|at| ExploreMacro::Visit { at }));
        }
    }
}

/// Whether an item is worth a walk: the item is wanted, a cause waits for it, or, in files with goals, it helps in a
/// fight.
fn is_target(world: &World, awaited: &AwaitedItems, item: ItemId) -> bool {
    let helps = || {
        let gives = &world.item(item).gives;
        let least = [Stat::Health, Stat::Strength, Stat::Manna].map(|stat| gives[stat]);
        let is_gift = least.iter().all(|by| *by >= 0) && least != [0; 3];
        let kind = world.item(item);
        let is_useful = is_gift
            || kind.worn_strength() > 0
            || kind.aim_reach() > 0
            || kind.state.is_some_and(|gift| gift.state.is_helpful());
        goals::are_named(world) && is_useful
    };
    is_wanted(world, item) || helps() || awaited.contains(world, item)
}

/// The nearest `VISITED` cells in a straight line, without the hero's own cell.
fn nearest(cells: &[Point], hero: Point) -> Vec<Point> {
    let mut near: Vec<Point> = Vec::with_capacity(VISITED + 1);
    for p in cells.iter().filter(|p| **p != hero) {
        let place = near.partition_point(|other| other.chebyshev(hero) <= p.chebyshev(hero));
        if place < VISITED {
            near.insert(place, *p);
            near.truncate(VISITED);
        }
    }
    near
}
