//! The hero's aimed acts: throwing items of the inventory (P-4), and shooting and pulling with worn ones (P-7, P-8).
//! All three fly alike and differ only in what they do to the body that they hit.
use super::{combat, terrain};
use crate::action::{ActorId, Refusal};
use crate::event::{Event, Missile};
use crate::stage::Stage;
use crate::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::step::step;
use dungeon_model::dungeon::{AimedAct, Disguise, FARTHEST_THROW, ItemId, Stat, Through};
use dungeon_model::space::geometry::{Point, Region, at};
use dungeon_model::space::sight;

/// The refusal of an item without `throw=`.
const NOT_THROWN: Refusal = Refusal::Because("You can't throw that.");

/// The refusal of a bow or a hook that the hero does not wear.
const NOT_WORN: Refusal = Refusal::Because("Wield or wear it first.");

/// The refusal of a throw at the hero's own cell.
const AT_YOURSELF: Refusal = Refusal::Because("You stand there: choose another cell.");

/// Checks that an item is in the pack and has an aimed act, that it is worn unless it is thrown, that the cell is in its
/// range, and that it would leave the hero's cell ([P-4]). A disguised body beside the hero counts as the terrain that
/// it looks like.
///
/// # Errors
///
/// [`Refusal::NotCarried`] for an item that is not in the pack, [`Refusal::Because`] for an item that has no aimed act
/// or must be worn first and for the hero's own cell, [`Refusal::OutOfRange`], and [`Refusal::NoClearShot`] if the first
/// cell of the flight is blocked.
///
/// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
pub fn check(world: &World, who: ActorId, item: ItemId, to: Point) -> Result<(), Refusal> {
    let (level, from) = (world.body(who).level, world.body(who).at);
    if !world.pack().contains(item) {
        return Err(Refusal::NotCarried);
    }
    if world.item(item).aimed_act().is_none() {
        return Err(NOT_THROWN);
    }
    if !is_at_hand(world, item) {
        return Err(NOT_WORN);
    }
    if from.chebyshev(to) > world.item(item).aim_reach() || !world.size(level).contains(to) {
        return Err(Refusal::OutOfRange);
    }
    let first = sight::line(from, to).next().ok_or(AT_YOURSELF)?;
    if !world.is_valid(level, first) || looks_blocked(world, who, first) {
        return Err(Refusal::NoClearShot);
    }
    Ok(())
}

/// Whether an item of the pack can be aimed now: it is thrown, or the hero wears it to shoot or pull.
pub fn is_at_hand(world: &World, item: ItemId) -> bool {
    match world.item(item).aimed_act() {
        Some(AimedAct::Throw) => world.pack().contains(item),
        Some(AimedAct::Shoot | AimedAct::Pull) => world.pack().is_worn(item),
        None => false,
    }
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

/// Iterates over the cells that an item, its arrow or its hook passes: along the line of [E-23] to a cell and beyond, as
/// far as it reaches. The flight ends before the first cell that is not a valid place, and with the first body.
///
/// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
pub fn flight(
    world: &World,
    who: ActorId,
    item: ItemId,
    to: Point,
) -> impl Iterator<Item = Point> + use<'_> {
    let (level, from) = (world.body(who).level, world.body(who).at);
    let reach = world.item(item).aim_reach().min(FARTHEST_THROW);
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

/// Iterates over the cells that a body on the last cell of a flight passes if it is pulled ([P-8]): back along the
/// flight to its first cell, but not across a cell that cannot be entered in this direction.
///
/// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
pub fn pulled_over(world: &World, whom: ActorId, flight: &[Point]) -> impl Iterator<Item = Point> {
    let body = world.body(whom);
    let passes_walls = body.through == Through::Walls;
    let mut at = body.at;
    let back = flight.iter().rev().skip(1).copied();
    back.take_while(move |to| {
        let tread = |p: Point| world.tread(body.level, p);
        let way = at.toward(*to);
        let is_open = passes_walls || way.is_some_and(|way| step(at, way, tread) == Some(*to));
        at = *to;
        is_open && world.is_vacant(body.level, *to)
    })
}

/// Returns the cells that the body passes that a hero would pull with an item; empty for other acts.
pub fn pulled(world: &World, who: ActorId, item: ItemId, to: Point) -> Vec<Point> {
    let is_pull = world.item(item).aimed_act() == Some(AimedAct::Pull);
    let flight: Vec<Point> = flight(world, who, item, to).collect();
    let last = flight.last().filter(|_| is_pull);
    match last.and_then(|last| world.body_at(world.body(who).level, *last)) {
        Some(whom) => pulled_over(world, whom, &flight).collect(),
        None => Vec::new(),
    }
}

/// Returns the different aimed acts with an item: for each body that the item can hit, and for hitting nothing, one cell
/// to aim at, which is the body's own cell if that works. For a pull, one cell for each way to pull a body. Acts that
/// hit the same body, and pull it over the same cells, have the same effects, because the flight itself changes nothing,
/// so a search misses nothing if it tries only these.
pub fn distinct(world: &World, who: ActorId, item: ItemId) -> Vec<(Option<ActorId>, Point)> {
    let reach = world.item(item).aim_reach().min(FARTHEST_THROW);
    let mut effects: Vec<(Option<ActorId>, Vec<Point>)> = Vec::new();
    let mut aims: Vec<Point> = Vec::new();
    for to in Region::around(world.body(who).at, reach.cast_signed()).points() {
        if check(world, who, item, to).is_err() {
            continue;
        }
        let whom = target(world, who, item, to);
        let effect = (whom, pulled(world, who, item, to));
        let is_direct = || whom.is_some_and(|whom| world.body(whom).at == to);
        match effects.iter().position(|other| *other == effect) {
            Some(nth) if is_direct() => aims[nth] = to,
            Some(_) => {}
            None => {
                effects.push(effect);
                aims.push(to);
            }
        }
    }
    let bodies = effects.into_iter().map(|(whom, _)| whom);
    bodies.zip(aims).collect()
}

/// Makes a hero aim an item at a cell: the item, its arrow or its hook flies, and works on the body that it hits. A
/// thrown item leaves the pack ([P-4], [P-7], [P-8]).
///
/// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
/// [P-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-7
/// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
pub fn aim(stage: &mut Stage<'_>, who: ActorId, item: ItemId, to: Point) {
    let Some(act) = stage.item(item).aimed_act() else {
        return;
    };
    let level = stage.body(who).level;
    let whom = target(stage, who, item, to);
    let (cells, pulled) = (
        flight(stage, who, item, to).collect::<Vec<_>>(),
        pulled(stage, who, item, to),
    );
    if whom.is_some() {
        stage.find_out(who, item);
    }
    stage.emit(Event::Thrown { who, item, whom });
    for over in cells {
        let missile = match act {
            AimedAct::Shoot => Missile::Arrow,
            AimedAct::Throw | AimedAct::Pull => Missile::Thing(item),
        };
        stage.emit(Event::Flew {
            who,
            level,
            over,
            missile,
        });
    }
    match (act, whom) {
        (AimedAct::Throw, Some(whom)) => hit(stage, who, whom, item),
        (AimedAct::Shoot, Some(whom)) => shoot(stage, who, whom),
        (AimedAct::Pull, Some(whom)) => pull(stage, whom, &pulled),
        (_, None) => {}
    }
}

/// Takes the hero's strength from the life of the body that a shot hits, and wakes or reveals the body.
fn shoot(stage: &mut Stage<'_>, who: ActorId, whom: ActorId) {
    let strength = stage.body(who).stat(Stat::Strength).max(0);
    stage.wake(whom);
    combat::wound(stage, whom, strength, who);
}

/// Moves a body over these cells, and wakes or reveals it. The ground slows it only where the pull ends.
fn pull(stage: &mut Stage<'_>, whom: ActorId, cells: &[Point]) {
    stage.wake(whom);
    if let Some((last, others)) = cells.split_last() {
        others.iter().for_each(|to| stage.walk(whom, *to));
        terrain::pass(stage, whom, *last);
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
