//! The world as an animation shows it: a copy that starts before the last step and follows the game event by event
//!
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;

/// A copy of the game's world, without those events of the last step that are not yet shown.
#[derive(Clone)]
pub struct AnimationWorld {
    /// The world after the events applied so far.
    world: World,
    /// The world that the player sees instead (`World::as_seen`); `None` if the player sees it as it is.
    seen: Option<World>,
    /// The number of events of the game's last step that are already applied.
    applied: usize,
}

impl AnimationWorld {
    /// Makes a copy with all events applied, that is, without an animation.
    pub fn new(game: &Game) -> AnimationWorld {
        AnimationWorld {
            world: game.world().clone(),
            seen: game.world().as_seen(),
            applied: game.events().len(),
        }
    }

    /// Returns the world after the events applied so far, as it looks to the player.
    pub fn world(&self) -> &World {
        self.seen.as_ref().unwrap_or(&self.world)
    }

    /// Starts to animate the game's last step if the rules show any of its events; otherwise applies them all at once.
    pub fn begin(&mut self, game: &Game) {
        self.applied = 0;
        let mut events = game.events().iter();
        if !events.any(|event| game.rules().face().is_shown(event)) {
            self.finish(game);
        }
    }

    /// Applies all remaining events at once.
    pub fn finish(&mut self, game: &Game) {
        if self.applied == game.events().len() {
            return;
        }
        let rest = game.events().iter().skip(self.applied);
        rest.for_each(|event| self.world.apply(event));
        self.applied = game.events().len();
        self.seen = self.world.as_seen();
    }

    /// Applies events up to the next one that the rules show, and returns that event; `None` if no such event is left.
    pub fn next_shown(&mut self, game: &Game) -> Option<Event> {
        while let Some(event) = game.events().get(self.applied) {
            self.world.apply(event);
            self.applied += 1;
            if game.rules().face().is_shown(event) {
                self.seen = self.world.as_seen();
                return Some(*event);
            }
        }
        None
    }
}
