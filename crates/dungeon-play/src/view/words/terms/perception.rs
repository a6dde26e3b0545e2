//! Perception: the restriction of messages to cells and events that the player saw.
use std::ops::Deref;

use dungeon_engine::action::ActorId;
use dungeon_engine::event::Event;
use dungeon_engine::world::World;
use dungeon_model::dungeon::grammar::lists::joined;
use dungeon_model::dungeon::{AddressedAs, LevelId, Side};
use dungeon_model::space::geometry::Point;

/// The maximum number of cells mentioned in one sentence.
const PLACES: usize = 4;

/// The world after a step, and the cells in view.
#[derive(Clone, Copy)]
pub struct Perception<'a> {
    /// The world after all events of the step.
    pub world: &'a World,
    /// Whether a cell is in view; always false for cells of other levels than the current one.
    pub seen: &'a dyn Fn(LevelId, Point) -> bool,
    /// The position of a cell in words, such as "3 east", for players who listen; `None` for players with a screen.
    pub place: Option<&'a dyn Fn(Point) -> String>,
}

impl Perception<'_> {
    /// Whether sentences call a body "you": the commanded body, unless the body is one of several named units.
    pub(crate) fn is_you(self, who: ActorId) -> bool {
        self.world.commanded() == who && self.world.kind(who).addressed_as == AddressedAs::You
    }

    /// Whether a body belongs to the player.
    pub(crate) fn is_ours(self, who: ActorId) -> bool {
        self.world.body(who).side == Side::Ours
    }

    /// Whether a body is one of the player's named units.
    pub(crate) fn is_one_of_us(self, who: ActorId) -> bool {
        self.is_ours(who) && self.world.kind(who).addressed_as == AddressedAs::ByName
    }

    /// Returns the positions of cells as a suffix: " 3 east of you and 2 north of you"; empty for players with a screen,
    /// and for more than `PLACES` cells.
    pub(crate) fn places(self, cells: &[Point]) -> String {
        match self.place {
            Some(place) if cells.len() <= PLACES => {
                let commanded = self.world.commanded();
                let center = if self.is_you(commanded) {
                    "you"
                } else {
                    &self.world.kind(commanded).name
                };
                let places = cells.iter().map(|p| match place(*p).as_str() {
                    "here" => " here".to_owned(),
                    place => format!(" {place} of {center}"),
                });
                joined(places, " and")
            }
            _ => String::new(),
        }
    }

    /// Whether a body, or the cell where it died, is in view; always true for the player's own bodies.
    pub(crate) fn sees(self, who: ActorId) -> bool {
        let body = self.world.body(who);
        self.is_ours(who) || (self.seen)(body.level, body.at)
    }

    /// Whether the player sees an event; true for events that are not about a cell, and for events of the player's
    /// bodies. An attack is seen if one of both bodies is.
    pub(crate) fn sees_place_of(self, event: Event) -> bool {
        match event {
            Event::Opened(on) | Event::Sprung(on) if self.is_ours(on.who) => true,
            Event::Opened(on)
            | Event::Slimed(on)
            | Event::Torn(on)
            | Event::Harmed(on)
            | Event::Sprung(on) => (self.seen)(on.level, on.at),
            Event::Struck { who, whom }
            | Event::Shot { who, whom }
            | Event::Rammed { who, whom }
            | Event::Thrown {
                who,
                whom: Some(whom),
                ..
            } => self.sees(who) || self.sees(whom),
            Event::Joined { who }
            | Event::Spoke { who }
            | Event::Burned { who }
            | Event::StateBegan { who, .. }
            | Event::StatePassed { who, .. } => self.sees(who),
            // A body that is born disguised looks like a thing.
            Event::Born { who, level, at, .. } => {
                (self.seen)(level, at) && !self.world.body(who).is_disguised()
            }
            Event::Woke { level, at, .. }
            | Event::Eaten { level, at, .. }
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
