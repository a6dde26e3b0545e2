//! A journey that is under way: what a step of it does to the screen, and by which keys a player would take the same steps
//! one by one.
use crate::engine::action::Action;
use crate::engine::ruleset::Ruleset;
use crate::play::input::key::Key;
use crate::play::input::script::Script;
use crate::play::screen::game_screen::GameScreen;
use crate::play::text::notices;
use crate::play::travel::journey::{Journey, JourneyStatus};
use crate::space::geometry::Direction;

/// A journey from its first step until the next key after its end.
#[derive(Clone)]
pub struct ActiveJourney {
    /// What is left of it; none once it is over.
    journey: Option<Journey>,
    /// The plain keys of the last step, behind the one that closes a cursor where the first step has one.
    keys: Vec<Key>,
    /// The key that a player who took the steps one by one would have typed last.
    typed: String,
}

impl ActiveJourney {
    /// A journey before its first step; `closing` is the key that closes the cursor by which it was chosen.
    pub fn begin(screen: &mut GameScreen, journey: Journey, closing: Option<Key>) -> ActiveJourney {
        screen.messages.set_out();
        ActiveJourney {
            journey: Some(journey),
            keys: closing.into_iter().collect(),
            typed: screen.typed.clone(),
        }
    }

    /// Says what was typed before the key that began the journey, which itself is typed already.
    pub fn after_typing(self, typed: String) -> ActiveJourney {
        ActiveJourney { typed, ..self }
    }

    /// Whether it may have a next step.
    pub fn is_under_way(&self) -> bool {
        self.journey.is_some()
    }

    /// The keys, as they are without a file of keys, that come to the same as its last step. None at all where the journey
    /// ended before a step.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Takes the first step. The key that closes the cursor stays before the step's own.
    pub fn set_out(&mut self, screen: &mut GameScreen) {
        // A step that is to be watched is the last one: the animation of an earlier one is not.
        screen.live.settle();
        let Some(journey) = &mut self.journey else {
            return;
        };
        let ended = match screen.live.stride(journey) {
            Ok(stride) => {
                let key = step_key(screen.live.game.rules(), stride.way);
                if let Some(key) = key {
                    self.keys.push(key);
                    self.typed = key.to_string();
                }
                screen.messages.go_on(stride.told);
                let notice = notices::onward(screen.live.game.world(), &stride.onward);
                (stride.onward != JourneyStatus::Walk).then_some(notice)
            }
            Err(end) => Some(notices::ended(screen.live.chart(), end, &screen.keymap)),
        };
        if let Some(notice) = ended {
            self.journey = None;
            notice
                .into_iter()
                .for_each(|notice| screen.messages.arrive(notice));
        }
    }

    /// Takes the next step.
    pub fn go_on(&mut self, screen: &mut GameScreen) {
        self.keys.clear();
        self.set_out(screen);
    }

    /// Ends it where it is, so that the screen looks as if its keys had been typed one by one; why it ended is a hint then.
    pub fn retell_as_steps(self, screen: &mut GameScreen) {
        screen.messages.retell_as_steps();
        screen.typed = self.typed;
    }
}

/// The first key that the rules have for a step.
fn step_key(rules: &dyn Ruleset, way: Direction) -> Option<Key> {
    let mut bindings = rules.bindings().iter().copied().flatten();
    let binding = bindings.find(|binding| binding.action == Action::Step(way))?;
    let Script(keys) = binding.keys.parse().ok()?;
    keys.first().copied()
}
