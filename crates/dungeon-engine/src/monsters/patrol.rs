//! The mind of the book's patrol (E-22), which walks its route back and forth and shoots at prey in sight.
use super::{hunt, roam};
use crate::action::Action;
use crate::monster::{Memory, Monster};
use crate::monster_view::{Sighting, View};
use dungeon_model::dungeon::{Behaviour, Kind};

/// The mind of the book's patrol, which walks a route and shoots at prey in sight.
#[derive(Clone, Copy, Debug)]
pub struct Patrol {
    /// The longest line of sight, in steps; 10 in the book.
    pub sight: u32,
}

impl Monster for Patrol {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.sees(self.sight).or_else(|| view.hears())
    }

    fn advance(&self, memory: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        hunt::shoot(view, prey, self.sight).unwrap_or_else(|| self.normal_move(memory, view))
    }

    fn normal_move(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        roam::patrol(memory, view)
    }

    /// Returns `false`: a monster with a route draws only when it wanders back to the route, and this mind never leaves
    /// the route by itself. `luck::of_pulls` counts heroes who can pull it off the route.
    fn draws(&self) -> bool {
        false
    }

    fn is_of(&self, kind: &Kind) -> bool {
        kind.follows.is_none()
            && matches!(kind.behaviour, Behaviour::Patrol { sight, .. } if sight == self.sight)
    }
}
