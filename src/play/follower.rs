//! What an animation shows: a world that follows behind the game, event by event.
use crate::engine::event::{Event, Missile};
use crate::engine::game::Game;
use crate::engine::world::World;
use crate::space::geometry::Point;

/// The game as it was before the events that are still to be seen.
#[derive(Clone)]
pub struct Follower {
    /// After the events that were seen.
    pub world: World,
    /// How many of the game's last events that were.
    seen: usize,
}

impl Follower {
    /// A follower that has seen everything.
    pub fn of(game: &Game) -> Follower {
        Follower {
            world: game.world().clone(),
            seen: game.events().len(),
        }
    }

    /// The game has taken a step. What flies in it is to be watched; without that there is nothing to wait for.
    pub fn begin(&mut self, game: &Game) {
        self.seen = 0;
        let is_flight = |event: &Event| matches!(event, Event::Flew { .. });
        if !game.events().iter().any(is_flight) {
            self.settle(game);
        }
    }

    /// Sees the rest at once.
    pub fn settle(&mut self, game: &Game) {
        let rest = game.events().iter().skip(self.seen);
        rest.for_each(|event| self.world.apply(event));
        self.seen = game.events().len();
    }

    /// Sees events until something flies on the level that is awake: over which cell, and what.
    pub fn next_flight(&mut self, game: &Game) -> Option<(Point, Missile)> {
        while let Some(event) = game.events().get(self.seen) {
            self.world.apply(event);
            self.seen += 1;
            match *event {
                Event::Flew {
                    over,
                    missile,
                    level,
                    ..
                } if level == self.world.here() => return Some((over, missile)),
                _ => {}
            }
        }
        None
    }
}
