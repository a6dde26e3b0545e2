//! What an animation shows: a world that follows behind the game, event by event.
use crate::engine::event::Event;
use crate::engine::game::Game;
use crate::engine::world::World;

/// The game as it was before the events that are still to be seen.
#[derive(Clone)]
pub struct AnimationWorld {
    /// After the events that were seen.
    pub world: World,
    /// How many of the game's last events that were.
    seen: usize,
}

impl AnimationWorld {
    /// A follower that has seen everything.
    pub fn of(game: &Game) -> AnimationWorld {
        AnimationWorld {
            world: game.world().clone(),
            seen: game.events().len(),
        }
    }

    /// The game has taken a step. What its rules show of it is to be watched; without that there is nothing to wait for.
    pub fn begin(&mut self, game: &Game) {
        self.seen = 0;
        let mut events = game.events().iter();
        if !events.any(|event| game.rules().is_shown(event)) {
            self.settle(game);
        }
    }

    /// Sees the rest at once.
    pub fn settle(&mut self, game: &Game) {
        let rest = game.events().iter().skip(self.seen);
        rest.for_each(|event| self.world.apply(event));
        self.seen = game.events().len();
    }

    /// Sees events until one that the rules show.
    pub fn next_shown(&mut self, game: &Game) -> Option<Event> {
        while let Some(event) = game.events().get(self.seen) {
            self.world.apply(event);
            self.seen += 1;
            if game.rules().is_shown(event) {
                return Some(*event);
            }
        }
        None
    }
}
