//! The account of a step: all of it, the opening without what is there to be seen, or turn by turn.
use super::turn_narrator::TurnNarrator;
use crate::view::words::terms::perception::Perception;
use crate::view::words::tone::Sentence;
use dungeon_engine::event::Event;

/// The whole sentences of the events before the first turn, in order; may be empty. Bodies and items that were put into
/// the dungeon are there to be seen, and left out, as is a hero whose game begins elsewhere than the file says; what the
/// first period of pay brings is told.
pub fn tell_opening(world: Perception<'_>, events: &[Event]) -> Vec<Sentence> {
    let is_placement = |event: &Event| {
        matches!(
            event,
            Event::Born { .. } | Event::Placed { .. } | Event::Rebuilt { .. }
        )
    };
    // The one journey that can open a game leads on from a board that is clear already.
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
    tell_in_parts(world, &events.chain(period).copied().collect::<Vec<_>>()).concat()
}

/// The events of one step as whole sentences, in order; may be empty. `world` is the one after the events. Bodies out
/// of view have no name in the sentences, and what happens out of view to no body of the player is left out.
pub fn tell(world: Perception<'_>, events: &[Event]) -> Vec<String> {
    let sentences = tell_in_parts(world, events).concat().into_iter();
    sentences.map(|sentence| sentence.text).collect()
}

/// The events of one step as whole sentences, in one part a turn: one part, or two where a period of pay begins, and
/// the next turn with it. No part at all where nothing is said and no time passed: the messages before are still the
/// latest then (K-4).
pub fn tell_by_turns(world: Perception<'_>, events: &[Event]) -> Vec<Vec<Sentence>> {
    let parts = tell_in_parts(world, events);
    let is_time = |event: &Event| matches!(event, Event::TurnBegan { .. } | Event::Idled);
    if events.iter().any(is_time) || parts.iter().any(|part| !part.is_empty()) {
        parts
    } else {
        Vec::new()
    }
}

fn tell_in_parts(world: Perception<'_>, events: &[Event]) -> Vec<Vec<Sentence>> {
    let mut narrator = TurnNarrator::before(world, events);
    let later = (1..=events.len()).map(|next| &events[next..]);
    for (event, later) in events.iter().zip(later) {
        narrator.add_event(*event, later);
    }
    narrator.into_paragraphs()
}
