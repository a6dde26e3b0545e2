//! The mind of the book's patrol (E-22), which walks its route to and fro, and shoots at prey that it sees.
use super::{hunt, roam};
use crate::action::Action;
use crate::monster::{Memory, Monster};
use crate::monster_view::{Sighting, View};

/// The book's patrol: a monster that walks a route and shoots.
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

    /// A patrol that never leaves its route never wanders back to it.
    fn draws(&self) -> bool {
        false
    }
}
