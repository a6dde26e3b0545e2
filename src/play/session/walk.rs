//! A journey that is under way: what a step of it does to the screen, and by which keys the same steps are taken one by
//! one.
use crate::engine::action::Action;
use crate::engine::ruleset::Ruleset;
use crate::play::input::key::Key;
use crate::play::input::script::Script;
use crate::play::screen::game_screen::GameScreen;
use crate::play::text::notices;
use crate::play::travel::journey::{Journey, JourneyStatus};
use crate::space::geometry::Direction;

/// Whether a journey has a next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// It may have one.
    On,
    /// Arrived, or broken off.
    Over,
}

/// A journey, and what it came to so far.
#[derive(Clone)]
pub struct Walk {
    journey: Journey,
    keys: Vec<Key>,
}

impl Walk {
    /// A journey that begins; `closing` is pressed before its steps, by who takes them one by one.
    pub fn begin(screen: &mut GameScreen, journey: Journey, closing: Option<Key>) -> Walk {
        screen.messages.set_out();
        Walk {
            journey,
            keys: closing.into_iter().collect(),
        }
    }

    /// Takes the next step, if one is left.
    pub fn go_on(&mut self, screen: &mut GameScreen) -> Going {
        // A step that is to be watched is the last one; nobody does while he goes on.
        screen.live.settle();
        match screen.live.stride(&mut self.journey) {
            Ok(stride) => {
                let key = step_key(screen.live.game.rules(), stride.way);
                self.keys.extend(key);
                let last = notices::onward(screen.live.game.world(), &stride.onward);
                screen.messages.go_on(stride.told.into_iter().chain(last));
                match stride.onward {
                    JourneyStatus::Walk => Going::On,
                    _ => Going::Over,
                }
            }
            Err(end) => {
                let why = notices::ended(screen.live.chart(), end, &screen.keymap);
                screen.messages.go_on(why);
                Going::Over
            }
        }
    }

    /// Breaks it off: the screen is then as if its keys had been pressed one by one.
    pub fn halt(self, screen: &mut GameScreen) {
        screen.messages.halt();
        if let Some(key) = self.keys.last() {
            screen.typed = key.to_string();
        }
    }

    /// The keys, where no file changed any, that come to the same.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }
}

/// The first key that the rules have for a step.
fn step_key(rules: &dyn Ruleset, way: Direction) -> Option<Key> {
    let mut bindings = rules.bindings().iter().copied().flatten();
    let binding = bindings.find(|binding| binding.action == Action::Step(way))?;
    let Script(keys) = binding.keys.parse().ok()?;
    keys.first().copied()
}
