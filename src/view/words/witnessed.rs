//! What happened is told as far as it was seen.
use std::ops::Deref;

use crate::dungeon::LevelId;
use crate::engine::action::ActorId;
use crate::engine::event::Event;
use crate::engine::world::World;
use crate::space::geometry::Point;

/// The world after a step, and which of its cells are seen.
#[derive(Clone, Copy)]
pub struct Witnessed<'a> {
    /// After all of the step's events.
    pub world: &'a World,
    /// Whether a cell is seen; those of levels that are asleep are not.
    pub seen: &'a dyn Fn(LevelId, Point) -> bool,
}

impl Witnessed<'_> {
    /// Whether this is the body that the player commands.
    pub(super) fn is_you(self, who: ActorId) -> bool {
        self.world.commanded() == who
    }

    /// Whether a body is seen, or the place where it died; one always knows of oneself.
    pub(super) fn sees(self, who: ActorId) -> bool {
        let body = self.world.body(who);
        self.is_you(who) || (self.seen)(body.level, body.at)
    }

    /// Whether what happens at one place, and to nobody else, happens in view.
    pub(super) fn sees_place_of(self, event: Event) -> bool {
        match event {
            Event::Opened { who, .. } if self.is_you(who) => true,
            Event::Opened { level, at, .. }
            | Event::Eaten { level, at, .. }
            | Event::Torn { level, at, .. }
            | Event::Born { level, at, .. }
            | Event::Placed { level, at, .. }
            | Event::Removed { level, at, .. } => (self.seen)(level, at),
            _ => true,
        }
    }
}

impl Deref for Witnessed<'_> {
    type Target = World;
    fn deref(&self) -> &World {
        self.world
    }
}
