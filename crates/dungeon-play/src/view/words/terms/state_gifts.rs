//! The timed states that items and attacks give, as text.
use dungeon_model::dungeon::grammar::nouns::number_of;
use dungeon_model::dungeon::{ItemKind, Kind, StateGift, TimedState};

/// Returns the state that an attack gives as an effect: "slows for 3 turns"; `None` for a kind whose attacks give none.
pub fn attack_state(kind: &Kind) -> Option<String> {
    let gift = kind.state?;
    Some(match gift.state {
        TimedState::Haste => format!("gives {}", effect(gift)),
        _ => effect(gift),
    })
}

/// Returns an item's state as an effect: "haste for 10 turns", "sets on fire for 3 turns"; `None` for an item that
/// gives no state.
pub fn state_gift(item: &ItemKind) -> Option<String> {
    item.state.map(effect)
}

fn effect(gift: StateGift) -> String {
    let effect = match gift.state {
        TimedState::Haste => "haste",
        TimedState::Slow => "slows",
        TimedState::Burning => "sets on fire",
        TimedState::Unseen => "hides",
        TimedState::Warded => "wards",
        TimedState::Fleeing => "scares",
    };
    format!("{effect} for {}", number_of(gift.turns.into(), "turn"))
}
