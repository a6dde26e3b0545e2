//! A journey in progress: what each step does to the screen, and the keys for the same steps one by one.
use crate::input::key::Key;
use crate::input::script::Script;
use crate::screen::game_screen::GameScreen;
use crate::text::journey_notices;
use crate::travel::journey::{Journey, JourneyStatus};
use dungeon_engine::action::Action;
use dungeon_engine::ruleset::Ruleset;

/// A journey from its first step until the next key after its end.
#[derive(Clone)]
pub struct ActiveJourney {
    /// The rest of the journey; `None` once it is over.
    journey: Option<Journey>,
    /// The plain keys of the last step. Those of the first step begin with the key that closes the cursor, if one was
    /// open.
    keys: Vec<Key>,
    /// The last key that a player taking single steps would have typed.
    typed: String,
}

impl ActiveJourney {
    /// Begins a journey without taking a step; `closing` is the key that closes the cursor it was chosen with.
    pub fn begin(screen: &mut GameScreen, journey: Journey, closing: Option<Key>) -> ActiveJourney {
        screen.messages.begin_journey();
        ActiveJourney {
            journey: Some(journey),
            keys: closing.into_iter().collect(),
            typed: screen.typed.clone(),
        }
    }

    /// Sets the key that the screen showed before the key that began the journey, as scripts write it.
    #[must_use]
    pub fn after_typing(self, typed: String) -> ActiveJourney {
        ActiveJourney { typed, ..self }
    }

    /// Whether the journey may have another step.
    pub fn is_under_way(&self) -> bool {
        self.journey.is_some()
    }

    /// Returns the keys, in the default keymap, that do the same as the last step. Empty if the journey ended before a
    /// step.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Takes a step, and appends its key to the keys of the step.
    pub fn take_step(&mut self, screen: &mut GameScreen) {
        // Only the last step of a journey is animated.
        screen.observed.finish_animation();
        let Some(journey) = &mut self.journey else {
            return;
        };
        let ended = match screen.observed.take_journey_step(journey) {
            Ok(step) => {
                let key = step_key(screen.observed.game.rules(), step.action);
                if let Some(key) = key {
                    self.keys.push(key);
                    self.typed = key.to_string();
                }
                screen.messages.add_step(step.messages);
                let notice = journey_notices::journey_status_text(
                    screen.observed.game.world(),
                    &step.status,
                );
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

    /// Takes the next step; its keys replace those of the previous step.
    pub fn go_on(&mut self, screen: &mut GameScreen) {
        self.keys.clear();
        self.take_step(screen);
    }

    /// Ends the journey in place, and shows the screen as if its keys had been typed one by one; the reason for the end
    /// becomes a hint.
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
