//! The mind of the book's ghost (E-20), which feels the hero through walls and drifts straight at the hero.
use super::hunt;
use crate::engine::action::Action;
use crate::engine::monster::{Memory, Monster, Sighting, View};

/// The book's ghost: a monster that feels its prey through walls.
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    /// Prey is felt when its rounded-up Euclidean distance is below this number of cells, 7 in the book; 0 feels
    /// nothing.
    pub near: u32,
}

impl Monster for Ghost {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.feels(self.near).or_else(|| view.hears())
    }

    fn advance(&self, _: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        hunt::drift(view, prey)
    }
}
