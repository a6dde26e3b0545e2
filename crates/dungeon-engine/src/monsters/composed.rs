//! The mind of kinds that a file composes from parts: a sense, a hunt, a roam and an attack (docs/format, "Kinds:
//! monsters by composition").
use super::{hunt, roam};
use crate::action::{Action, ActorId};
use crate::monster::{Memory, Monster};
use crate::monster_view::{Sighting, View};
use dungeon_model::dungeon::{Attack, Behaviour, Hunt, Kind, Parts, Roam, Sense};

/// A mind composed of a sense, a hunt, a roam and an attack. If the hunt finds no possible move, the monster roams.
///
/// ```
/// use dungeon::Session;
/// use dungeon::data::{Attack, Hunt, Parts, Roam, Sense};
/// use dungeon::minds::Composed;
/// use dungeon::rules::Explore;
///
/// let parts = Parts { sense: Sense::Always, sight: 10, hunt: Hunt::Path, roam: Roam::Stand };
/// let file = dungeon::diagnostics::Source::from_text("a.dng", "map\n######\n#@.w$#\n######\nend\n");
/// let dungeon = dungeon::load_source(file)?.into();
/// let hound = move |_: &_| -> Box<dyn dungeon::Monster> {
///     Box::new(Composed { parts, attack: Attack::Melee })
/// };
/// let hunted = Session::with(dungeon, std::sync::Arc::new(Explore), hound);
/// assert_eq!(hunted.outcome(), None);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Composed {
    /// The monster's sense, hunt and roam, and the longest line of sight for its hunt.
    pub parts: Parts,
    /// The monster's attack on adjacent prey.
    pub attack: Attack,
}

impl Composed {
    /// Returns the body that the monster can ram (A-3): sensed prey on a neighboring cell in the monster's row or
    /// column. `None` if no such prey is there.
    fn can_ram(&self, view: &mut View<'_>) -> Option<ActorId> {
        view.adjacent_prey()?;
        let sensed = self.can_detect(view)?;
        sensed.whom.filter(|_| sensed.at.manhattan(view.at()) == 1)
    }

    /// Returns the next action of the hunt; `None` if the hunt finds no possible move.
    pub(super) fn hunt(
        &self,
        memory: &mut Memory,
        view: &mut View<'_>,
        prey: Sighting,
    ) -> Option<Action> {
        let Parts { sight, hunt, .. } = self.parts;
        match hunt {
            Hunt::Line => hunt::follow(view, prey, sight),
            Hunt::Drift => Some(hunt::drift(view, prey)),
            Hunt::Greedy => hunt::greedy(view, prey),
            Hunt::Axis => Some(hunt::axis(view, prey)),
            Hunt::Path => hunt::path(view),
            Hunt::Shoot(_) => hunt::shoot(view, prey, sight),
            Hunt::Flee => hunt::flee(view, prey, sight),
            Hunt::Stand => Some(Action::Wait),
            Hunt::Skirmish => hunt::skirmish(memory, view, prey, sight),
        }
    }
}

impl Monster for Composed {
    #[inline]
    fn can_attack(&self, view: &mut View<'_>) -> Option<ActorId> {
        match self.attack {
            Attack::None => None,
            Attack::Ram => self.can_ram(view),
            _ => view.adjacent_prey(),
        }
    }

    #[inline]
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        let sensed = match self.parts.sense {
            Sense::Sight(max) => view.sees(max),
            Sense::Near(near) => view.feels(near),
            Sense::Steps(most) => view.knows(|here, prey| here.manhattan(prey) <= most),
            Sense::Always => view.knows(|_, _| true),
            Sense::Never => None,
        };
        sensed.or_else(|| view.hears())
    }

    fn advance(&self, memory: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        let hunted = self.hunt(memory, view, prey);
        hunted.unwrap_or_else(|| self.normal_move(memory, view))
    }

    #[inline]
    fn normal_move(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        match self.parts.roam {
            Roam::Wander => roam::wander(memory, view),
            Roam::Route => roam::patrol(memory, view),
            Roam::Drift => roam::drift(memory, view),
            Roam::Random => roam::stray(view, self.attack),
            Roam::Stand => Action::Wait,
        }
    }

    /// Whether the mind may draw random numbers. A monster with `roam=route` may draw only if its hunt can lead it off
    /// the route, because it may wander on the way back. `luck::of_pulls` counts heroes who can pull it off the route.
    fn draws(&self) -> bool {
        let keeps_its_place = matches!(self.parts.hunt, Hunt::Stand | Hunt::Shoot(_));
        let roams_by_chance = match self.parts.roam {
            Roam::Wander | Roam::Drift | Roam::Random => true,
            Roam::Route => !keeps_its_place,
            Roam::Stand => false,
        };
        roams_by_chance || self.parts.hunt == Hunt::Skirmish
    }

    fn is_of(&self, kind: &Kind) -> bool {
        kind.follows.is_none()
            && kind.behaviour == Behaviour::Composed(self.parts)
            && kind.attack == self.attack
    }
}
