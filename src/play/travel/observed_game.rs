//! A game in play, with what its player sees of it: each step is told in words as far as it was seen, and what
//! flies in it waits to be watched.
use std::collections::BTreeMap;

use super::journey::{Journey, JourneyEnd, JourneyStatus};
use crate::engine::action::{Action, ActorId, Refusal};
use crate::engine::event::Event;
use crate::engine::game::Game;
use crate::engine::world::World;
use crate::play::knowledge::animation::AnimationWorld;
use crate::play::knowledge::fog::{PlayerSight, WorldTime};
use crate::play::knowledge::known_map::KnownMap;
use crate::space::geometry::{Direction, Point};
use crate::view::scene::Visibility;
use crate::view::words::{self, Perception};

/// A game, the eyes that follow it, and the world that lags behind for an animation.
pub struct ObservedGame {
    /// As it stands.
    pub game: Game,
    follower: AnimationWorld,
    witness: PlayerSight,
    met: BTreeMap<ActorId, Point>,
    /// Whether it is told where things happen.
    pub placing: PlaceMention,
}

/// Whether the sentences about a turn say where its deeds were done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceMention {
    /// One sees it.
    Unsaid,
    /// One hears it only.
    Said,
}

/// A step of a journey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JourneyStep {
    /// Where to.
    pub way: Direction,
    /// What is told of it.
    pub told: Vec<String>,
    /// What it means for the journey.
    pub onward: JourneyStatus,
}

/// What a clone of a game did last is not known: nothing of it is left to be watched.
impl Clone for ObservedGame {
    fn clone(&self) -> ObservedGame {
        let game = self.game.clone();
        ObservedGame {
            follower: AnimationWorld::of(&game),
            witness: self.witness.clone(),
            met: self.met.clone(),
            placing: self.placing,
            game,
        }
    }
}

impl ObservedGame {
    /// A game that begins.
    pub fn of(game: Game) -> ObservedGame {
        let mut live = ObservedGame {
            follower: AnimationWorld::of(&game),
            witness: PlayerSight::of(game.world()),
            met: BTreeMap::new(),
            placing: PlaceMention::Unsaid,
            game,
        };
        live.met = live.chart().met_now();
        live
    }

    /// What is told before the first turn.
    pub fn opening(&self) -> Vec<String> {
        self.told(words::tell_opening)
    }

    /// What the action brings, turn by turn.
    ///
    /// # Errors
    /// If it is refused: then no turn passed.
    pub fn obey(&mut self, action: Action) -> Result<Vec<Vec<String>>, Refusal> {
        self.game.step(action)?;
        self.follower.begin(&self.game);
        self.witness.look(self.game.world());
        self.met = self.chart().met_now();
        Ok(self.told(words::tell_by_turns))
    }

    /// What the player knows of the level.
    pub fn chart(&self) -> KnownMap<'_> {
        KnownMap {
            game: &self.game,
            known: &self.witness,
            met: &self.met,
        }
    }

    /// Goes a step of a journey.
    ///
    /// # Errors
    /// Why there is none left to go.
    pub fn stride(&mut self, journey: &mut Journey) -> Result<JourneyStep, JourneyEnd> {
        let way = journey.next(self.chart())?;
        let told = match self.obey(Action::Step(way)) {
            Ok(told) => told.concat(),
            Err(refusal) => return Err(JourneyEnd::Refused(refusal)),
        };
        let onward = journey.after_step(self.chart(), told.len());
        Ok(JourneyStep { way, told, onward })
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
                level == self.follower.world.here()
                    && self.witness.sees(WorldTime::Flight, level, p)
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
    pub fn world(&self, moment: WorldTime) -> &World {
        match moment {
            WorldTime::Rest => self.game.world(),
            WorldTime::Flight => &self.follower.world,
        }
    }

    /// What is known then of a cell of the level that is awake.
    pub fn light(&self, moment: WorldTime, p: Point) -> Visibility {
        self.witness.light(moment, p)
    }

    /// What the last step of the game did, as far as it was seen.
    fn told<T>(&self, tell: fn(Perception<'_>, &[Event]) -> T) -> T {
        let seen = &|level, p| self.witness.sees(WorldTime::Rest, level, p);
        let world = self.game.world();
        let (stand, ways) = (self.chart().hero(), self.game.rules().neighbours());
        let place = |p| words::bearing(stand, p, ways);
        let witnessed = Perception {
            world,
            seen,
            place: (self.placing == PlaceMention::Said).then_some(&place),
        };
        tell(witnessed, self.game.events())
    }
}
