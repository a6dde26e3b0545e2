//! Allies, which join the hero and follow, and neutral monsters (M-*).
use super::terrain::{self, StepRules};
use crate::action::{ActorId, Refusal};
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::{CauseRecord, Side, Victims};
use dungeon_model::space::geometry::Direction;

/// The refusal of a step onto an ally or a neutral monster that cannot stand on the hero's cell (M-5).
const NO_SWAP: Refusal = Refusal::Because("You can't change places here.");

/// Wakes the monsters that a cause names, and makes the allies among them join the hero ([M-2]).
///
/// [M-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-2
pub fn rouse(stage: &mut Stage<'_>, cause: &CauseRecord, named: &Victims) {
    let world: &World = stage;
    let bodies = world.numbered_bodies();
    let living = bodies.filter(|(_, body)| body.alive && body.side == Side::Theirs);
    let meant = living.filter(|(who, _)| world.is_victim(*who, cause, named));
    for who in meant.map(|(who, _)| who).collect::<Vec<_>>() {
        stage.wake(who);
        join(stage, who);
    }
}

/// Makes the awake allies beside the hero join ([M-3]). Takes no time in a dungeon without allies.
///
/// [M-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-3
pub fn greet(stage: &mut Stage<'_>) {
    if !stage.has_allies() {
        return;
    }
    let hero = stage.body(stage.commanded());
    let (level, at) = (hero.level, hero.at);
    for way in Direction::ALL {
        if let Some(who) = stage.body_at(level, at + way) {
            join(stage, who);
        }
    }
}

/// Makes a body join the hero if it is an ally that is awake and does not follow yet.
fn join(stage: &mut Stage<'_>, who: ActorId) {
    let body = stage.body(who);
    if stage.kind(who).is_ally() && !body.is_asleep() && !body.follows() {
        stage.emit(Event::Joined { who });
    }
}

/// Checks a hero's step onto the cell of a body. If the body is an ally or a neutral monster and awake, the two must be
/// able to change places ([M-5]). Allows every other step.
///
/// # Errors
///
/// A sentence for the player, if one of the two cannot step to the other's cell.
///
/// [M-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-5
pub fn check_meeting(world: &World, who: ActorId, whom: ActorId) -> Result<(), Refusal> {
    if whom == who || world.is_foe(whom) || world.body(whom).is_asleep() {
        return Ok(());
    }
    let swaps =
        world.could_step(who, world.body(whom).at) && world.could_step(whom, world.body(who).at);
    if swaps { Ok(()) } else { Err(NO_SWAP) }
}

/// Makes a hero who steps onto an ally or a neutral monster wake it, or change places with it ([M-5]). A neutral monster
/// says its words.
///
/// [M-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-5
pub fn meet(stage: &mut Stage<'_>, who: ActorId, whom: ActorId, steps: StepRules) {
    if stage.body(whom).is_asleep() {
        return stage.wake(whom);
    }
    if !stage.kind(whom).is_ally() && !stage.words_of(whom).is_empty() {
        stage.emit(Event::Spoke { who: whom });
    }
    terrain::swap(stage, who, whom, steps);
}
