//! A game in play, with what its player sees of it: each step is told in words as far as it was seen, and what
//! flies in it waits to be watched.
use super::fog::{Moment, Witness};
use super::follower::Follower;
use super::notices;
use super::travel::{Journey, Onward, Stay};
use crate::engine::action::{Action, Refusal};
use crate::engine::event::Event;
use crate::engine::game::Game;
use crate::engine::world::World;
use crate::space::geometry::Point;
use crate::view::scene::Light;
use crate::view::words::{self, Witnessed};

/// A game, the eyes that follow it, and the world that lags behind for an animation.
pub struct Live {
    /// As it stands.
    pub game: Game,
    follower: Follower,
    witness: Witness,
}

impl Live {
    /// A game that begins.
    pub fn of(game: Game) -> Live {
        Live {
            follower: Follower::of(&game),
            witness: Witness::of(game.world()),
            game,
        }
    }

    /// What is told before the first turn.
    pub fn opening(&self) -> Vec<String> {
        self.told(words::tell_opening)
    }

    /// What the action brings, turn by turn; one that is refused here but done elsewhere is travelled to (E-15).
    ///
    /// # Errors
    /// The reason, if no turn passed.
    pub fn obey(&mut self, action: Action) -> Result<Vec<Vec<String>>, String> {
        let refusal = match self.step(action) {
            Ok(said) => return Ok(said),
            Err(refusal) => refusal,
        };
        match Journey::plan(&self.game, action, &self.witness) {
            Ok(journey) => Ok(vec![self.travel(journey)]),
            Err(Stay::NoWay) => Err(notices::NO_WAY.to_owned()),
            Err(Stay::NowhereKnown) => Err(refusal.to_string()),
        }
    }

    /// Ends a running animation.
    pub fn settle(&mut self) {
        self.follower.settle(&self.game);
    }

    /// The next event that is shown and in view; the world is then as it was right after it. What happens out of view is
    /// not waited for.
    pub fn next_shown(&mut self) -> Option<Event> {
        loop {
            let event = self.follower.next_shown(&self.game)?;
            self.witness.glimpse(&self.follower.world);
            let sees = |level, p| {
                level == self.follower.world.here() && self.witness.sees(Moment::Flight, level, p)
            };
            let is_seen = match event {
                Event::Flew { level, over, .. } => sees(level, over),
                Event::Moved {
                    level, from, to, ..
                } => sees(level, from) || sees(level, to),
                Event::Burst { level, at, .. } => sees(level, at),
                _ => true,
            };
            if is_seen {
                return Some(event);
            }
        }
    }

    /// The world at rest, or as it was right after the event that `next_shown` told last.
    pub fn world(&self, moment: Moment) -> &World {
        match moment {
            Moment::Rest => self.game.world(),
            Moment::Flight => &self.follower.world,
        }
    }

    /// What is known then of a cell of the level that is awake.
    pub fn light(&self, moment: Moment, p: Point) -> Light {
        self.witness.light(moment, p)
    }

    fn step(&mut self, action: Action) -> Result<Vec<Vec<String>>, Refusal> {
        self.game.step(action)?;
        self.follower.begin(&self.game);
        self.witness.look(self.game.world());
        Ok(self.told(words::tell_by_turns))
    }

    /// What the last step of the game did, as far as it was seen.
    fn told<T>(&self, tell: fn(Witnessed<'_>, &[Event]) -> T) -> T {
        let seen = &|level, p| self.witness.sees(Moment::Rest, level, p);
        let world = self.game.world();
        tell(Witnessed { world, seen }, self.game.events())
    }

    /// Walks until the journey is over or broken off, and tells it as one turn.
    fn travel(&mut self, mut journey: Journey) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            if journey.has_arrived(&self.game) {
                said.push(notices::arrived(self.game.world()));
                break;
            }
            let way = match journey.next(&self.game) {
                Some(Ok(way)) => way,
                Some(Err(who)) => {
                    said.push(notices::barred(self.game.world(), who));
                    break;
                }
                None => break,
            };
            let told = match self.step(Action::Step(way)) {
                Ok(told) => told.concat(),
                Err(refusal) => {
                    said.push(refusal.to_string());
                    break;
                }
            };
            let onward = journey.after_step(&self.game, told.len(), &self.witness);
            said.extend(told);
            match onward {
                Onward::Walk => {}
                Onward::Stop => break,
                Onward::Meet(whom) => {
                    said.push(notices::met(self.game.world(), &whom));
                    break;
                }
            }
        }
        said
    }
}
