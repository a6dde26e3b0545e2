//! The timed states of bodies: how they begin, work and end (B-*).
use super::{combat, terrain};
use crate::action::ActorId;
use crate::ending::LossCause;
use crate::event::Event;
use crate::stage::Stage;
use dungeon_model::dungeon::{BURN, TimedState};

/// Ends a round for the states of all bodies on the current level, in the order of the bodies' numbers: burning bodies
/// stop burning on terrain that quenches fire, or else lose life ([B-4]), and each state has one turn less ([B-1]). Takes no time if no body has a state.
///
/// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
/// [B-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-4
pub fn pass_round(stage: &mut Stage<'_>) {
    if !stage.has_states() {
        return;
    }
    let level = stage.here();
    let here = stage.with_states();
    let here: Vec<ActorId> = here.filter(|who| stage.body(*who).level == level).collect();
    for who in here {
        let acting = terrain::acting_under(stage, who);
        let is_quenched = acting.is_some_and(|acting| acting.quenches);
        // A body may die before its turn, by the burst of another one.
        if stage.has_state(who, TimedState::Burning) && is_quenched {
            let (state, left) = (TimedState::Burning, 0);
            stage.emit(Event::StatePassed { who, state, left });
        } else if stage.has_state(who, TimedState::Burning) {
            stage.emit(Event::Burned { who });
            combat::wound(stage, who, BURN, LossCause::Burning);
        }
        for (state, left) in stage.states_of(who).iter() {
            let left = left - 1;
            stage.emit(Event::StatePassed { who, state, left });
        }
    }
}
