//! The mind of kinds with a leader (M-8, M-9, M-10).
use super::composed::Composed;
use super::{hunt, roam};
use crate::action::{Action, ActorId};
use crate::monster::{Memory, Monster};
use crate::monster_view::{Sighting, View};
use dungeon_model::dungeon::{Kind, Roam};

/// The mind of a kind with a leader: it acts as its parts say, but follows a leader that is near instead of roaming
/// (M-8), and flees after the death of its leader (B-7). `View::hears` has the prey of the leader (M-9).
pub struct Follower(Composed);

impl Follower {
    /// Returns the mind of a kind with a leader; `None` for other kinds.
    pub fn of(kind: &Kind) -> Option<Follower> {
        let parts = kind.behaviour.parts().filter(|_| kind.follows.is_some())?;
        let attack = kind.attack;
        Some(Follower(Composed { parts, attack }))
    }

    /// Returns a step of a fleeing monster; `None` for one that does not flee, or is cornered.
    fn flight(&self, view: &mut View<'_>) -> Option<Action> {
        let from = view.flees_from()?;
        hunt::flee(view, from, self.0.parts.sight)
    }
}

impl Monster for Follower {
    /// Returns the prey in reach, unless the monster can flee from it.
    fn can_attack(&self, view: &mut View<'_>) -> Option<ActorId> {
        match self.flight(view) {
            Some(_) => None,
            None => self.0.can_attack(view),
        }
    }

    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.flees_from().or_else(|| self.0.can_detect(view))
    }

    fn advance(&self, memory: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        if view.flees_from().is_some() {
            return self.flight(view).unwrap_or(Action::Wait);
        }
        let hunted = self.0.hunt(memory, view, prey);
        hunted.unwrap_or_else(|| self.normal_move(memory, view))
    }

    fn normal_move(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        roam::follow(view).unwrap_or_else(|| self.0.normal_move(memory, view))
    }

    /// Whether the mind may draw random numbers. A leader or a flight can lead a monster off its route, and it may wander
    /// on the way back.
    fn draws(&self) -> bool {
        self.0.draws() || self.0.parts.roam == Roam::Route
    }

    fn is_of(&self, kind: &Kind) -> bool {
        let own = Follower::of(kind);
        own.is_some_and(|own| (own.0.parts, own.0.attack) == (self.0.parts, self.0.attack))
    }
}
