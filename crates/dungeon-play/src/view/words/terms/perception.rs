//! Perception: what happened is told as far as it was seen.
use std::ops::Deref;

use dungeon_engine::action::ActorId;
use dungeon_engine::event::Event;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{AddressedAs, LevelId, Side};
use dungeon_model::space::geometry::Point;

/// The most places that are told in one sentence.
const PLACES: usize = 4;

/// The world after a step, and which of its cells are seen.
#[derive(Clone, Copy)]
pub struct Perception<'a> {
    /// The world after all events of the step.
    pub world: &'a World,
    /// Whether a cell is seen; those of levels that are asleep are not.
    pub seen: &'a dyn Fn(LevelId, Point) -> bool,
    /// The place of a cell in words, such as "3 east", for players who hear the game; none for players with a screen.
    pub place: Option<&'a dyn Fn(Point) -> String>,
}

impl Perception<'_> {
    /// Whether a body is the player: the commanded body, unless it is one of several units with names.
    pub(crate) fn is_you(self, who: ActorId) -> bool {
        self.world.commanded() == who && self.world.kind(who).addressed_as == AddressedAs::You
    }

    /// Whether a body is the player or one of the player's people.
    pub(crate) fn is_ours(self, who: ActorId) -> bool {
        self.world.body(who).side == Side::Ours
    }

    /// Whether a body is one of the player's people, who are called by their names.
    pub(crate) fn is_one_of_us(self, who: ActorId) -> bool {
        self.is_ours(who) && self.world.kind(who).addressed_as == AddressedAs::ByName
    }

    /// The places where a few things happened, to be put behind them: " at 3 east and at 2 north"; empty for players
    /// with a screen, and for more than `PLACES` cells.
    pub(crate) fn places(self, cells: &[Point]) -> String {
        match self.place {
            Some(place) if cells.len() <= PLACES => {
                let places = cells.iter().map(|p| match place(*p).as_str() {
                    "here" => " here".to_owned(),
                    place => format!(" at {place}"),
                });
                let places: Vec<String> = places.collect();
                places.join(" and")
            }
            _ => String::new(),
        }
    }

    /// Whether a body is in view, or the cell where it died is; the player always knows of the own bodies.
    pub(crate) fn sees(self, who: ActorId) -> bool {
        let body = self.world.body(who);
        self.is_ours(who) || (self.seen)(body.level, body.at)
    }

    /// Whether an event that concerns one cell, and none of the player's bodies, happens in view.
    pub(crate) fn sees_place_of(self, event: Event) -> bool {
        match event {
            Event::Opened { who, .. } if self.is_ours(who) => true,
            Event::Opened { level, at, .. }
            | Event::Slimed { level, at, .. }
            | Event::Eaten { level, at, .. }
            | Event::Torn { level, at, .. }
            | Event::Harmed { level, at, .. }
            | Event::Born { level, at, .. }
            | Event::Placed { level, at, .. }
            | Event::Removed { level, at, .. } => (self.seen)(level, at),
            _ => true,
        }
    }
}

impl Deref for Perception<'_> {
    type Target = World;
    fn deref(&self) -> &World {
        self.world
    }
}
