//! The actions that all games share: a hero's waiting, stairs, items and idle rounds, and a monster's steps and attacks.
use super::terrain::{self, StepRules};
use super::{combat, pack};
use crate::action::{Action, ActorId, Refusal};
use crate::event::Event;
use crate::ruleset::TimePassed;
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::Kind;

/// Checks an action that a hero has in every game: waiting, stairs ([E-15]), items of the inventory ([P-2], [P-3]), and an
/// idle round where time runs.
///
/// # Errors
///
/// [`Refusal::NoHurry`] for an idle round where time stands still, a refusal of absent stairs, of items that
/// the hero does not carry or already wears, and [`Refusal::UnknownHere`] for every other action.
///
/// # Panics
///
/// If the world has no such body.
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
/// [P-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-2
/// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
pub fn check_command(world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Wait => Ok(()),
        Action::Do(verb) => terrain::check_stairs(world, who, verb),
        Action::Use(item) => pack::check(world, item),
        Action::Idle if world.level_here().tempo.is_none() => Err(Refusal::NoHurry),
        Action::Idle => Ok(()),
        _ => Err(Refusal::UnknownHere),
    }
}

/// Does what [`check_command`] allows a hero: waiting takes the item on the cell and searches, and using or wearing an
/// item takes the turn. An idle round is no turn.
pub fn execute(
    stage: &mut Stage<'_>,
    who: ActorId,
    action: Action,
    steps: StepRules,
) -> TimePassed {
    match action {
        Action::Wait => {
            let at = stage.body(who).at;
            terrain::take(stage, who, at, steps);
            terrain::search(stage, who);
        }
        Action::Do(verb) => terrain::take_stairs(stage, who, verb, steps),
        Action::Use(item) => pack::use_or_wear(stage, who, item),
        Action::Idle => {
            stage.emit(Event::Idled);
            return TimePassed::Round;
        }
        _ => {}
    }
    TimePassed::Turn
}

/// The number of the round in the rhythm of the monsters, which acts and births repeat: at an odd speed every second
/// round is like another, and births come with the rounds that their number divides. 0 where all rounds are alike.
pub fn rhythm(world: &World) -> u64 {
    let of_speed = |kind: &Kind| if kind.speed.is_multiple_of(2) { 1 } else { 2 };
    let of_births =
        |kind: &Kind| { kind.spawns.as_ref() }.map_or(1, |offspring| u64::from(offspring.every));
    let kinds = world.dungeon().kinds.iter();
    let mut periods = kinds.flat_map(|kind| [of_speed(kind), of_births(kind)]);
    let together = periods.try_fold(1, |all: u64, period| {
        let all = all / common_divisor(all, period) * period;
        (all <= u64::from(u32::MAX)).then_some(all)
    });
    let round = u64::from(world.round());
    together.map_or(round, |period| round % period)
}

/// The greatest number that divides both, which are not 0.
fn common_divisor(one: u64, other: u64) -> u64 {
    match one % other {
        0 => other,
        rest => common_divisor(other, rest),
    }
}

/// Whether a monster may do what it wishes.
///
/// # Errors
///
/// [`Refusal::Blocked`] for a step to a cell that is not free, a refusal of a blow or a shot that cannot be, and
/// [`Refusal::UnknownHere`] for every other action.
///
/// # Panics
///
/// If the world has no such body.
#[inline]
pub fn check(world: &World, who: ActorId, wish: Action) -> Result<(), Refusal> {
    match wish {
        Action::Wait => Ok(()),
        Action::Step(way) if world.is_free_for(who, world.body(who).at + way) => Ok(()),
        Action::Step(_) => Err(Refusal::Blocked),
        Action::Attack(whom) => combat::check_attack(world, who, whom),
        Action::Shoot(whom) => combat::check_shot(world, who, whom),
        _ => Err(Refusal::UnknownHere),
    }
}

/// Does what [`check`] allows a monster: a step takes no item, but the monster eats what its kind hunts.
#[inline]
pub fn grant(stage: &mut Stage<'_>, who: ActorId, wish: Action) {
    match wish {
        Action::Step(way) => {
            let from = stage.body(who).at;
            terrain::pass(stage, who, from + way);
            combat::trail(stage, who, from);
            combat::eat_herd_here(stage, who);
        }
        Action::Wait => combat::eat_herd_here(stage, who),
        Action::Attack(whom) => combat::attack(stage, who, whom),
        Action::Shoot(whom) => combat::shoot(stage, who, whom, stage.act().nth),
        _ => {}
    }
}
