//! The actions that all games share. Heroes wait, take stairs, use items and let idle rounds pass; monsters step,
//! attack and shoot.
use super::terrain::{self, StepRules};
use super::{combat, pack};
use crate::action::{Action, ActorId, Refusal};
use crate::event::Event;
use crate::ruleset::TimePassed;
use crate::stage::Stage;
use crate::world::World;

/// Checks an action that heroes have in every game: waiting, taking stairs ([E-15]), using or wearing an item of the
/// inventory ([P-2], [P-3]), and letting an idle round pass.
///
/// # Errors
///
/// [`Refusal::NoHurry`] for an idle round on a level without `tempo=`; the errors of
/// [`check_stairs`](terrain::check_stairs); [`Refusal::NotCarried`], [`Refusal::WornAlready`] or
/// [`Refusal::Recharging`] for an item; and
/// [`Refusal::UnknownHere`] for every other action.
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

/// Performs an action that [`check_command`] allowed, and returns the time that passed. A hero who waits takes the item
/// on the hero's cell and searches for traps. An idle round takes no turn; every other action takes a turn.
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

/// Returns the position of the current round in the cycle of the monsters' acts and births; 0 if all rounds are alike.
pub fn rhythm(world: &World) -> u64 {
    u64::from(world.round() % world.cycle)
}

/// Checks an action that a monster has chosen.
///
/// # Errors
///
/// [`Refusal::Blocked`] for a step to a cell that is not free for the monster; the errors of
/// [`check_attack`](combat::check_attack) for an attack and of [`check_shot`](combat::check_shot) for a shot; and
/// [`Refusal::UnknownHere`] for every other action except waiting.
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

/// Performs an action of a monster that [`check`] allowed. Monsters take no items, but a monster that hunts the herd
/// eats a herd item on its cell.
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
