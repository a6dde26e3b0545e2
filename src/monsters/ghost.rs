//! E-20: feels the hero through walls and drifts straight at him.
use crate::engine::action::Action;
use crate::engine::monster::{Memory, Monster, Sighting, View};

/// The book's ghost.
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    /// It feels prey whose rounded-up Euclidean distance is below this; 7 in the book.
    pub near: u32,
}

impl Monster for Ghost {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.feels(self.near)
    }

    fn advance(&self, _: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        view.at().toward(prey.at).map_or(Action::Wait, Action::Step)
    }
}
