//! Throwing items of the inventory (P-4).
use super::combat;
use crate::action::{ActorId, Refusal};
use crate::event::{Event, Missile};
use crate::stage::Stage;
use crate::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Disguise, FARTHEST_THROW, ItemId, Stat, Through};
use dungeon_model::space::geometry::{Point, Region, at};
use dungeon_model::space::sight;

/// The refusal of an item without `throw=`.
const NOT_THROWN: Refusal = Refusal::Because("You can't throw that.");

/// The refusal of a throw at the hero's own cell.
const AT_YOURSELF: Refusal = Refusal::Because("You stand there: choose another cell.");

/// Checks that an item is in the pack and can be thrown, that the cell is in its range, and that the item would leave
/// the hero's cell ([P-4]). A disguised body beside the hero counts as the terrain that it looks like.
///
/// # Errors
///
/// [`Refusal::NotCarried`] for an item that is not in the pack, [`Refusal::Because`] for an item that cannot be thrown
/// and for the hero's own cell, [`Refusal::OutOfRange`], and [`Refusal::NoClearShot`] if the first cell of the flight
/// is blocked.
///
/// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
pub fn check(world: &World, who: ActorId, item: ItemId, to: Point) -> Result<(), Refusal> {
    let (level, from) = (world.body(who).level, world.body(who).at);
    let reach = world.item(item).throw_reach;
    if !world.pack().contains(item) {
        return Err(Refusal::NotCarried);
    }
    if reach == 0 {
        return Err(NOT_THROWN);
    }
    if from.chebyshev(to) > reach || !world.size(level).contains(to) {
        return Err(Refusal::OutOfRange);
    }
    let first = sight::line(from, to).next().ok_or(AT_YOURSELF)?;
    if !world.is_valid(level, first) || looks_blocked(world, who, first) {
        return Err(Refusal::NoClearShot);
    }
    Ok(())
}

/// Whether a disguised body on a cell looks like terrain that stops missiles.
fn looks_blocked(world: &World, who: ActorId, p: Point) -> bool {
    let disguised = world.disguised_at(world.body(who).level, p);
    match disguised.and_then(|whom| world.kind(whom).looks) {
        Some(Disguise::Tile(tile)) => {
            let passage = TilePassage::of(world.dungeon().tile(tile));
            !passage.footing.admits(Through::Floor)
        }
        Some(Disguise::Item(_)) | None => false,
    }
}

/// Iterates over the cells that a thrown item passes: along the line of [E-23] to a cell and beyond, as far as the item
/// can be thrown. The flight ends before the first cell that is not a valid place, and with the first body.
///
/// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
pub fn flight(
    world: &World,
    who: ActorId,
    item: ItemId,
    to: Point,
) -> impl Iterator<Item = Point> + use<'_> {
    let (level, from) = (world.body(who).level, world.body(who).at);
    let reach = world.item(item).throw_reach.min(FARTHEST_THROW);
    let far = reach.cast_signed();
    // For a cell in range, the line to a multiple of its offset begins with the line to the cell.
    let past = |from: i32, to: i32| from + far * to.saturating_sub(from).clamp(-far, far);
    let beyond = at(past(from.x, to.x), past(from.y, to.y));
    let mut has_hit = false;
    let line = sight::line(from, beyond).take(reach as usize);
    line.take_while(move |p| {
        let goes_on = !has_hit && world.is_valid(level, *p);
        has_hit = world.body_at(level, *p).is_some();
        goes_on
    })
}

/// Returns the body that an item would hit.
pub fn target(world: &World, who: ActorId, item: ItemId, to: Point) -> Option<ActorId> {
    let last = flight(world, who, item, to).last()?;
    world.body_at(world.body(who).level, last)
}

/// Returns the different throws of an item: for each body that the item can hit, and for hitting nothing, one cell to
/// throw at, which is the body's own cell if that works. Throws that hit the same body have the same effects, because
/// the flight itself changes nothing, so a search misses nothing if it tries only these.
pub fn distinct(world: &World, who: ActorId, item: ItemId) -> Vec<(Option<ActorId>, Point)> {
    let reach = world.item(item).throw_reach.min(FARTHEST_THROW);
    let mut found: Vec<(Option<ActorId>, Point)> = Vec::new();
    for to in Region::around(world.body(who).at, reach.cast_signed()).points() {
        if check(world, who, item, to).is_err() {
            continue;
        }
        let whom = target(world, who, item, to);
        let is_direct = || whom.is_some_and(|whom| world.body(whom).at == to);
        match found.iter_mut().find(|(other, _)| *other == whom) {
            Some((_, aim)) if is_direct() => *aim = to,
            Some(_) => {}
            None => found.push((whom, to)),
        }
    }
    found
}

/// Makes a hero throw an item at a cell: the item leaves the pack, flies, and works on the body that it hits ([P-4]).
///
/// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
pub fn throw(stage: &mut Stage<'_>, who: ActorId, item: ItemId, to: Point) {
    let level = stage.body(who).level;
    let whom = target(stage, who, item, to);
    let cells: Vec<Point> = flight(stage, who, item, to).collect();
    if whom.is_some() {
        stage.find_out(who, item);
    }
    stage.emit(Event::Thrown { who, item, whom });
    for over in cells {
        let missile = Missile::Thing(item);
        stage.emit(Event::Flew {
            who,
            level,
            over,
            missile,
        });
    }
    if let Some(whom) = whom {
        hit(stage, who, whom, item);
    }
}

/// Changes the life and the strength of the body that an item hits, gives it the item's state, and wakes or reveals
/// it. Strength does not fall below 0.
fn hit(stage: &mut Stage<'_>, who: ActorId, whom: ActorId, item: ItemId) {
    let gives = stage.item(item).gives;
    stage.wake(whom);
    if gives[Stat::Health] != 0 {
        combat::wound(stage, whom, gives[Stat::Health].saturating_neg(), who);
    }
    if stage.body(whom).alive {
        let strength = stage.body(whom).stat(Stat::Strength).max(0);
        let by = gives[Stat::Strength].max(-strength);
        stage.change_by(whom, Stat::Strength, by, who);
        stage.grant(whom, stage.item(item).state);
    }
}
