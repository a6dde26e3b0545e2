//! The mind of the book's wanderer (E-21), which keeps its direction, slides along walls, and walks toward a hero in
//! sight.
use super::{hunt, roam};
use crate::action::Action;
use crate::monster::{Memory, Monster};
use crate::monster_view::{Sighting, View};
use dungeon_model::dungeon::{Behaviour, Kind};

/// The mind of the book's wanderer, which keeps its direction until it sees prey, and then walks toward the prey.
#[derive(Clone, Copy, Debug)]
pub struct Wanderer {
    /// The longest line of sight, in steps; 10 in the book.
    pub sight: u32,
}

impl Monster for Wanderer {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.sees(self.sight).or_else(|| view.hears())
    }

    fn advance(&self, memory: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        hunt::follow(view, prey, self.sight).unwrap_or_else(|| self.normal_move(memory, view))
    }

    fn normal_move(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        roam::wander(memory, view)
    }

    fn is_of(&self, kind: &Kind) -> bool {
        kind.follows.is_none() && kind.behaviour == Behaviour::Wanderer { sight: self.sight }
    }
}
