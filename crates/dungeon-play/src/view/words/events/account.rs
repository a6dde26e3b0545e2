//! The text for a step: for all its events, for the events before the first turn, or turn by turn.
use super::sentences;
use super::turn_narrator::TurnNarrator;
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::{Sentence, Tone};
use dungeon_engine::action::ActorId;
use dungeon_engine::event::Event;
use dungeon_model::dungeon::grammar::nouns::capitalised;

/// Returns sentences for the events before the first turn, in order; may be empty. Leaves out placed bodies and items,
/// which the player can see, and the move of a hero that starts on another cell than in the file. Includes the first
/// pay period.
pub fn tell_opening(world: Perception<'_>, events: &[Event]) -> Vec<Sentence> {
    let is_placement = |event: &Event| {
        matches!(
            event,
            Event::Born { .. } | Event::Placed { .. } | Event::Rebuilt { .. }
        )
    };
    // At the start, the only journey worth telling is the journey from a board that is clear from the beginning.
    let begins_elsewhere = |(nth, event): &(usize, &Event)| {
        let is_led_on = nth.checked_sub(1).map(|before| &events[before]);
        matches!(event, Event::Travelled { .. })
            && !matches!(is_led_on, Some(Event::Cleared { .. }))
    };
    let told = events.iter().enumerate();
    let told = told.filter(|event| !begins_elsewhere(event));
    let events: Vec<Event> = told.map(|(_, event)| *event).collect();
    let is_period = |event: &Event| matches!(event, Event::PeriodBegan { .. });
    let made = events.iter().position(is_period).unwrap_or(events.len());
    let (making, period) = events.split_at(made);
    let events = making.iter().filter(|event| !is_placement(event));
    let events: Vec<Event> = events.chain(period).copied().collect();
    let parts = tell_in_parts(world, &events).into_iter();
    parts.flatten().collect()
}

/// Returns the events of one step as whole sentences, in order; may be empty. `world` is the state after the events.
/// Bodies out of view have no name, and events out of view are left out unless they are about a body of the player.
pub fn tell(world: Perception<'_>, events: &[Event]) -> Vec<String> {
    let sentences = tell_in_parts(world, events).into_iter().flatten();
    sentences.map(|sentence| sentence.text).collect()
}

/// Returns the events of one step as whole sentences, one part per turn. There is usually one part; there are two if a
/// new pay period begins, because that also begins the next turn. Returns no part if there is nothing to say and no
/// time passed, so that the previous messages remain the latest (K-4).
pub fn tell_by_turns(world: Perception<'_>, events: &[Event]) -> Vec<Vec<Sentence>> {
    let parts = tell_in_parts(world, events);
    let is_time = |event: &Event| matches!(event, Event::TurnBegan { .. } | Event::Idled);
    if events.iter().any(is_time) || parts.iter().any(|part| !part.is_empty()) {
        parts
    } else {
        Vec::new()
    }
}

/// Returns the sentence for the words of a monster, which the player sees.
pub fn tell_words(world: Perception<'_>, who: ActorId) -> Sentence {
    Sentence::new(Tone::Warning, capitalised(&sentences::speech(world, who)))
}

/// Whether an event never has a sentence, and only ends or follows actions that other events begin.
fn is_silent(event: &Event) -> bool {
    matches!(
        event,
        Event::TurnBegan { .. }
            | Event::Idled
            | Event::Moved { .. }
            | Event::Delayed { .. }
            | Event::Counted { .. }
            | Event::Reseeded { .. }
    )
}

fn tell_in_parts(world: Perception<'_>, events: &[Event]) -> Vec<Vec<Sentence>> {
    // In most steps the bodies only move.
    if events.iter().all(is_silent) {
        return vec![Vec::new()];
    }
    let mut narrator = TurnNarrator::before(world, events);
    let later = (1..=events.len()).map(|next| &events[next..]);
    for (event, later) in events.iter().zip(later) {
        narrator.add_event(*event, later);
    }
    narrator.into_paragraphs()
}
