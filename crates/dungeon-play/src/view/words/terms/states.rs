//! The timed states of bodies as text.
use super::names::{doing, name, possessive};
use super::perception::Perception;
use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::lists::joined;
use dungeon_model::dungeon::grammar::nouns::{number_of, verb};
use dungeon_model::dungeon::{ItemKind, TimedState};

/// Returns what the state of a thrown item does to the body that it hits, called `name`: "sets the rat on fire for 3
/// turns"; `None` if the body gets no state, or has it for longer.
pub fn thrown_state(world: &World, who: ActorId, name: &str, item: &ItemKind) -> Option<String> {
    let gift = item.state?;
    let does = match gift.state {
        TimedState::Haste => format!("{} {name} haste", verb(&item.name, "give")),
        TimedState::Slow => format!("{} {name}", verb(&item.name, "slow")),
        TimedState::Burning => format!("{} {name} on fire", verb(&item.name, "set")),
        TimedState::Unseen => format!("{} {name}", verb(&item.name, "hide")),
        TimedState::Warded => format!("{} {name}", verb(&item.name, "ward")),
        TimedState::Fleeing => format!("{} {name}", verb(&item.name, "scare")),
    };
    let turns = number_of(gift.turns.into(), "turn");
    let is_new = world.states_of(who)[gift.state] < gift.turns;
    is_new.then(|| format!("{does} for {turns}"))
}

/// Returns the states of a body, one phrase each: "slow for 3 turns".
///
/// # Panics
///
/// If the world has no such body.
pub fn states(world: &World, who: ActorId) -> Vec<String> {
    let left = world.states_of(who).iter();
    left.map(|(state, turns)| {
        let turns = number_of(turns.into(), "turn");
        format!("{} for {turns}", adjective(state))
    })
    .collect()
}

/// Returns the states of a body in a few columns: "slow 3, burning 2"; empty if it has none.
///
/// # Panics
///
/// If the world has no such body.
pub fn brief_states(world: &World, who: ActorId) -> String {
    let left = world.states_of(who).iter();
    let left = left.map(|(state, turns)| format!("{} {turns}", adjective(state)));
    joined(left, ", ")
}

/// Returns a body with a form of "be": "you are", "the rat is".
fn being(world: Perception<'_>, who: ActorId) -> String {
    let be = if world.is_you(who) { "are" } else { "is" };
    format!("{} {be}", name(world, who))
}

fn adjective(state: TimedState) -> &'static str {
    match state {
        TimedState::Haste => "hasted",
        TimedState::Slow => "slow",
        TimedState::Burning => "burning",
        TimedState::Unseen => "unseen",
        TimedState::Warded => "warded",
        TimedState::Fleeing => "fleeing",
    }
}

/// Returns the sentence for a state that begins or is renewed: "you speed up for 10 turns.", "the rat catches fire for 3
/// turns."
pub fn beginning(world: Perception<'_>, who: ActorId, state: TimedState, turns: u8) -> String {
    let turns = number_of(turns.into(), "turn");
    let does = match state {
        TimedState::Haste => doing(world, who, "speed up"),
        TimedState::Slow => doing(world, who, "slow down"),
        TimedState::Burning => format!("{} on fire", being(world, who)),
        TimedState::Unseen => format!("{} unseen", being(world, who)),
        TimedState::Warded => format!("{} warded", being(world, who)),
        TimedState::Fleeing => doing(world, who, "flee"),
    };
    format!("{does} for {turns}.")
}

/// Returns the sentence for a state that ends: "your haste ends.", "the rat stops burning."
pub fn end(world: Perception<'_>, who: ActorId, state: TimedState) -> String {
    let does = match state {
        TimedState::Haste => format!("{} haste ends", possessive(world, who)),
        TimedState::Slow => format!("{} no longer slow", being(world, who)),
        TimedState::Burning => doing(world, who, "stop burning"),
        TimedState::Unseen => format!("{} visible again", being(world, who)),
        TimedState::Warded => format!("{} ward fades", possessive(world, who)),
        TimedState::Fleeing => doing(world, who, "stop fleeing"),
    };
    format!("{does}.")
}
