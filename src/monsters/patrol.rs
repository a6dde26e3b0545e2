//! E-22: walks its route to and fro, and shoots what it sees.
use crate::engine::action::Action;
use crate::engine::monster::{Memory, Monster, Sighting, View};

/// The book's patrol.
#[derive(Clone, Copy, Debug)]
pub struct Patrol {
    /// Longest line of sight in steps; 10 in the book.
    pub sight: u32,
}

impl Monster for Patrol {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.sees(self.sight)
    }

    fn advance(&self, _: &mut Memory, _: &mut View<'_>, prey: Sighting) -> Action {
        prey.whom.map_or(Action::Wait, Action::Shoot)
    }

    fn normal_move(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        let route = view.route();
        let end = if memory.back {
            0
        } else {
            route.len().saturating_sub(1)
        };
        if usize::from(memory.stop) == end {
            memory.back = !memory.back;
            return Action::Wait;
        }
        memory.stop = if memory.back {
            memory.stop - 1
        } else {
            memory.stop + 1
        };
        // An equal point is a pause.
        view.at()
            .toward(route[usize::from(memory.stop)])
            .map_or(Action::Wait, Action::Step)
    }
}
