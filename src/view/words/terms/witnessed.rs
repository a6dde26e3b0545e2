//! What happened is told as far as it was seen.
use std::ops::Deref;

use crate::dungeon::{AddressedAs, LevelId, Side};
use crate::engine::action::ActorId;
use crate::engine::event::Event;
use crate::engine::world::World;
use crate::space::geometry::Point;

/// Of so many places at most is told where they are.
const PLACES: usize = 4;

/// The world after a step, and which of its cells are seen.
#[derive(Clone, Copy)]
pub struct Witnessed<'a> {
    /// After all of the step's events.
    pub world: &'a World,
    /// Whether a cell is seen; those of levels that are asleep are not.
    pub seen: &'a dyn Fn(LevelId, Point) -> bool,
    /// Where a cell is, for those who do not see it: "3 east"; none for whoever looks at the board.
    pub place: Option<&'a dyn Fn(Point) -> String>,
}

impl Witnessed<'_> {
    /// Whether this is the player himself: the body that he commands, unless it is one of several who have names.
    pub(crate) fn is_you(self, who: ActorId) -> bool {
        self.world.commanded() == who && self.world.kind(who).addressed_as == AddressedAs::You
    }

    /// Whether this is the player himself, or one of his people.
    pub(crate) fn is_ours(self, who: ActorId) -> bool {
        self.world.body(who).side == Side::Ours
    }

    /// Whether this is one of the player's people, who are called by their names.
    pub(crate) fn is_one_of_us(self, who: ActorId) -> bool {
        self.is_ours(who) && self.world.kind(who).addressed_as == AddressedAs::ByName
    }

    /// Where a few things happened, to be put behind them: " at 3 east and at 2 north"; empty for whoever sees it.
    pub(crate) fn places(self, cells: &[Point]) -> String {
        match self.place {
            Some(place) if cells.len() <= PLACES => {
                let told = cells.iter().map(|p| match place(*p).as_str() {
                    "here" => " here".to_owned(),
                    place => format!(" at {place}"),
                });
                let told: Vec<String> = told.collect();
                told.join(" and")
            }
            _ => String::new(),
        }
    }

    /// Whether a body is seen, or the place where it died; one always knows of one's own.
    pub(crate) fn sees(self, who: ActorId) -> bool {
        let body = self.world.body(who);
        self.is_ours(who) || (self.seen)(body.level, body.at)
    }

    /// Whether what happens at one place, and to nobody else, happens in view.
    pub(crate) fn sees_place_of(self, event: Event) -> bool {
        match event {
            Event::Opened { who, .. } if self.is_ours(who) => true,
            Event::Opened { level, at, .. }
            | Event::Slimed { level, at, .. }
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
