//! What is told of a step: all of it, the opening without what is there to be seen, or turn by turn.
use super::turn_narrator::TurnNarrator;
use crate::engine::event::Event;
use crate::view::words::terms::perception::Perception;

/// The events before the first turn: what was put into the dungeon is there to be seen, and not told; but what its
/// first season brings is.
pub fn tell_opening(world: Perception<'_>, events: &[Event]) -> Vec<String> {
    let is_placement = |event: &Event| {
        matches!(
            event,
            Event::Born { .. } | Event::Placed { .. } | Event::Rebuilt { .. }
        )
    };
    let is_season = |event: &Event| matches!(event, Event::SeasonBegan { .. });
    let made = events.iter().position(is_season).unwrap_or(events.len());
    let (making, season) = events.split_at(made);
    let told = making.iter().filter(|event| !is_placement(event));
    tell(world, &told.chain(season).copied().collect::<Vec<_>>())
}

/// The events of one step as sentences, in order. The world is the one after them; who is not seen has no name in
/// them, and what happens out of view to nobody but others is left out.
pub fn tell(world: Perception<'_>, events: &[Event]) -> Vec<String> {
    tell_in_parts(world, events).concat()
}

/// The same in one part, or in two where a season begins: with it the next turn does. In none where nothing is said and
/// no time passed: what was said before is still the latest then (K-4).
pub fn tell_by_turns(world: Perception<'_>, events: &[Event]) -> Vec<Vec<String>> {
    let told = tell_in_parts(world, events);
    let is_time = |event: &Event| matches!(event, Event::TurnBegan { .. } | Event::Idled);
    match events.iter().any(is_time) || told.iter().any(|part| !part.is_empty()) {
        true => told,
        false => Vec::new(),
    }
}

fn tell_in_parts(world: Perception<'_>, events: &[Event]) -> Vec<Vec<String>> {
    let mut teller = TurnNarrator::before(world, events);
    let later = (1..=events.len()).map(|next| &events[next..]);
    for (event, later) in events.iter().zip(later) {
        teller.hear(*event, later);
    }
    teller.told()
}
