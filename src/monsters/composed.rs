//! Kinds from files: one value of data behaves as its parts say (FORMAT.md, "Kinds: monsters by composition").
use crate::dungeon::{Attack, Hunt, Parts, Roam, Sense};
use crate::engine::action::{Action, ActorId};
use crate::engine::monster::{Memory, Monster, Sighting, View, Way};

/// A kind that is put together from parts.
#[derive(Clone, Copy, Debug)]
pub struct Composed {
    /// What it senses, hunts by and roams by.
    pub parts: Parts,
    /// What it does to adjacent prey.
    pub attack: Attack,
}

impl Monster for Composed {
    fn can_attack(&self, view: &mut View<'_>) -> Option<ActorId> {
        view.adjacent_prey().filter(|_| self.attack != Attack::None)
    }

    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        match self.parts.sense {
            _ if view.is_alarmed() => view.knows(|_, _| true),
            Sense::Sight(max) => view.sees(max),
            Sense::Near(near) => view.feels(near),
            Sense::Steps(most) => view.knows(|here, prey| here.manhattan(prey) <= most),
            Sense::Always => view.knows(|_, _| true),
            Sense::Never => None,
        }
    }

    fn advance(&self, memory: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        match self.parts.hunt {
            Hunt::Path => match view.way() {
                Way::Step(way) => Action::Step(way),
                Way::Barred => Action::Wait,
                Way::Nowhere => self.normal_move(memory, view),
            },
            _ => view.at().toward(prey.at).map_or(Action::Wait, Action::Step),
        }
    }

    fn normal_move(&self, _memory: &mut Memory, _view: &mut View<'_>) -> Action {
        match self.parts.roam {
            Roam::Stand => Action::Wait,
            _ => Action::Wait,
        }
    }
}
