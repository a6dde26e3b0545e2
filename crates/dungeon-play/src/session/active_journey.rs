//! A journey under way: what each step does to the screen, and the keys by which a player would take the same steps one
//! by one.
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
    /// The plain keys of the last step; before the first step's key stands the key that closes the cursor, if one was
    /// open.
    keys: Vec<Key>,
    /// The key that a player who took the steps one by one would have typed last.
    typed: String,
}

impl ActiveJourney {
    /// Begins a journey, without a step yet; `closing` is the key that closes the cursor by which it was chosen.
    pub fn begin(screen: &mut GameScreen, journey: Journey, closing: Option<Key>) -> ActiveJourney {
        screen.messages.begin_journey();
        ActiveJourney {
            journey: Some(journey),
            keys: closing.into_iter().collect(),
            typed: screen.typed.clone(),
        }
    }

    /// Sets what the screen showed as typed before the key that began the journey, as a script writes it.
    #[must_use]
    pub fn after_typing(self, typed: String) -> ActiveJourney {
        ActiveJourney { typed, ..self }
    }

    /// Whether the journey may have a next step.
    pub fn is_under_way(&self) -> bool {
        self.journey.is_some()
    }

    /// Returns the keys, in the keymap without a file of keys, that do what the last step did. Empty where the journey
    /// ended before a step.
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

    /// Takes the next step, whose keys replace those of the step before.
    pub fn go_on(&mut self, screen: &mut GameScreen) {
        self.keys.clear();
        self.take_step(screen);
    }

    /// Ends the journey where it is, and shows the screen as if its keys had been typed one by one; the reason why it
    /// ended becomes a hint.
    pub fn retell_as_steps(self, screen: &mut GameScreen) {
        screen.messages.retell_as_steps();
        screen.typed = self.typed;
    }
}

/// Returns the first key that the rules bind to a step or a wait.
fn step_key(rules: &dyn Ruleset, action: Action) -> Option<Key> {
    let mut bindings = rules.face().bindings().iter();
    let binding = bindings.find(|binding| binding.action == action)?;
    let Script(keys) = binding.keys.parse().ok()?;
    keys.first().copied()
}
