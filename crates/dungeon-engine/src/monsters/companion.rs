//! The mind of the hero's allies (M-4).
use super::composed::Composed;
use super::hunt;
use crate::action::Action;
use crate::monster::{Memory, Monster};
use crate::monster_view::View;
use dungeon_model::dungeon::{Kind, Roam};

/// The mind of an ally (M-4): it fights foes as its parts say, and otherwise follows its leader instead of roaming.
pub struct Companion(Composed);

impl Companion {
    /// Returns the mind of an ally of this kind; `None` for a kind that the player commands.
    pub fn of(kind: &Kind) -> Option<Companion> {
        let mut parts = kind.behaviour.parts()?;
        parts.roam = Roam::Stand;
        let attack = kind.attack;
        Some(Companion(Composed { parts, attack }))
    }
}

impl Monster for Companion {
    fn act(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        if view.leader().is_none() {
            return Action::Wait;
        }
        memory.met = true;
        if let Some(foe) = self.0.can_attack(view) {
            return Action::Attack(foe);
        }
        let foe = self.0.can_detect(view);
        let hunted = foe.and_then(|foe| self.0.hunt(memory, view, foe));
        hunted.unwrap_or_else(|| hunt::toward(view.step_to_leader()).unwrap_or(Action::Wait))
    }

    fn draws(&self) -> bool {
        self.0.draws()
    }

    fn is_of(&self, kind: &Kind) -> bool {
        let own = Companion::of(kind).filter(|_| kind.is_ally());
        own.is_some_and(|own| (own.0.parts, own.0.attack) == (self.0.parts, self.0.attack))
    }
}
