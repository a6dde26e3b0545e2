//! A journey in progress: the effect of each step on the screen, and the keys for taking the same steps one by one.
use crate::input::key::Key;
use crate::input::script::Script;
use crate::screen::game_screen::GameScreen;
use crate::text::journey_notices;
use crate::travel::journey::{Journey, JourneyStatus};
use dungeon_engine::action::Action;
use dungeon_engine::ruleset::Ruleset;

/// A journey. The value exists from the first step until the first key after the journey's end.
#[derive(Clone)]
pub struct ActiveJourney {
    /// The rest of the journey; `None` once it is over.
    journey: Option<Journey>,
    /// The plain keys of the last step. If a cursor was open, the keys of the first step begin with the key that closes
    /// it.
    keys: Vec<Key>,
    /// The last key that a player would have typed to take the steps one by one.
    typed: String,
}

impl ActiveJourney {
    /// Begins a journey without taking a step; `closing` is the key that closes the cursor with which the destination
    /// was chosen, if any.
    pub fn begin(screen: &mut GameScreen, journey: Journey, closing: Option<Key>) -> ActiveJourney {
        screen.messages.begin_journey();
        ActiveJourney {
            journey: Some(journey),
            keys: closing.into_iter().collect(),
            typed: screen.typed.clone(),
        }
    }

    /// Sets the last key before the journey, as scripts write it, which the screen shows until the first step.
    #[must_use]
    pub fn after_typing(self, typed: String) -> ActiveJourney {
        ActiveJourney { typed, ..self }
    }

    /// Whether the journey is in progress.
    pub fn is_under_way(&self) -> bool {
        self.journey.is_some()
    }

    /// Returns the keys, in the default keymap, with the same effect as the last step. Empty if the journey ended
    /// before a step.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Takes a step, and appends its key to `keys`.
    pub fn take_step(&mut self, screen: &mut GameScreen) {
        // Only the last step of a journey is animated.
        screen.observed.finish_animation();
        let Some(journey) = &mut self.journey else {
            return;
        };
        let mark = screen.mark(screen.messages.mark_on_journey());
        let ended = match screen.observed.take_journey_step(journey) {
            Ok(step) => {
                screen.remember(step.action, mark);
                let key = step_key(screen.observed.game.rules(), step.action);
                if let Some(key) = key {
                    self.keys.push(key);
                    self.typed = key.to_string();
                }
                screen.messages.add_step(step.messages);
                let world = screen.observed.seen_world();
                let notice = if journey.is_rest() {
                    journey_notices::rest_status_text(world, &step.status)
                } else {
                    journey_notices::journey_status_text(world, &step.status)
                };
                (step.status != JourneyStatus::Walk).then_some(notice)
            }
            Err(end) => Some(journey_notices::journey_end_text(
                screen.observed.known_map(),
                end,
                &screen.keymap,
            )),
        };
        if let Some(notice) = ended {
            self.journey = None;
            notice
                .into_iter()
                .for_each(|notice| screen.messages.end_journey(notice));
        }
    }

    /// Takes the next step; its key replaces the keys of the previous step.
    pub fn go_on(&mut self, screen: &mut GameScreen) {
        self.keys.clear();
        self.take_step(screen);
    }

    /// Ends the journey at the hero's cell, and shows the screen as if the player had typed the steps one by one. The
    /// reason for the end becomes a hint.
    pub fn retell_as_steps(self, screen: &mut GameScreen) {
        screen.messages.retell_as_steps();
        screen.typed = self.typed;
    }
}

/// Returns the first key that the rules bind to a step or a wait; `None` if there is none.
fn step_key(rules: &dyn Ruleset, action: Action) -> Option<Key> {
    let mut bindings = rules.face().bindings().iter();
    let binding = bindings.find(|binding| binding.action == action)?;
    let Script(keys) = binding.keys.parse().ok()?;
    keys.first().copied()
}
