//! The minds of monsters, with one type for each `Behaviour`. `mind_for` returns the mind of a kind. The modules
//! `wanderer`, `ghost` and `patrol` have the minds of the book's monsters, and `composed` has the mind of kinds that a
//! file composes from parts, `companion` the mind of allies, and `follower` the mind of kinds with a leader. `hunt` and `roam` have the moves that all minds share.
mod hunt;

mod roam;

mod composed;

mod companion;
mod follower;
mod ghost;
mod patrol;
mod wanderer;

pub use composed::Composed;
pub use ghost::Ghost;
pub use patrol::Patrol;
pub use wanderer::Wanderer;

use companion::Companion;
use follower::Follower;

use crate::action::Action;
use crate::monster::{Memory, Monster};
use crate::monster_view::{Sighting, View};
use dungeon_model::dungeon::{Behaviour, Kind};

/// Returns a new mind for a kind, chosen by `Kind::behaviour`. [`Game::new`](crate::game::Game::new) takes this
/// function, or another like it, and calls it once per kind.
///
/// ```
/// use dungeon::Monster;
/// use dungeon::data::Kind;
/// use dungeon::minds::{self, Ghost};
///
/// /// Returns the usual mind, except that guardians are ghosts.
/// fn mind_for(kind: &Kind) -> Box<dyn Monster> {
///     match kind.name.as_str() {
///         "guardian" => Box::new(Ghost { near: 20 }),
///         _ => minds::mind_for(kind),
///     }
/// }
/// # let file = "kind s \"guardian\" is=wanderer\nmap\n#####\n#@s$#\n#####\nend\n";
/// # let file = dungeon::diagnostics::Source::from_text("a.dng", file);
/// # let dungeon = std::sync::Arc::new(dungeon::load_source(file)?);
/// let rules = dungeon::rules::rules_for(&dungeon);
/// let session = dungeon::Session::with(dungeon, rules, mind_for);
/// # assert_eq!(session.turn(), 0);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub fn mind_for(kind: &Kind) -> Box<dyn Monster> {
    if let Some(mind) = Companion::of(kind).filter(|_| kind.is_ally()) {
        return Box::new(mind);
    }
    if let Some(mind) = Follower::of(kind) {
        return Box::new(mind);
    }
    match kind.behaviour {
        Behaviour::Player => Box::new(Idle),
        Behaviour::Wanderer { sight } => Box::new(Wanderer { sight }),
        Behaviour::Ghost { near } => Box::new(Ghost { near }),
        Behaviour::Patrol { sight, .. } => Box::new(Patrol { sight }),
        Behaviour::Composed(parts) => Box::new(Composed {
            parts,
            attack: kind.attack,
        }),
    }
}

/// The mind of bodies that the player commands, which always waits.
struct Idle;

impl Monster for Idle {
    fn act(&self, _: &mut Memory, _: &mut View<'_>) -> Action {
        Action::Wait
    }

    fn can_detect(&self, _: &mut View<'_>) -> Option<Sighting> {
        None
    }

    fn advance(&self, _: &mut Memory, _: &mut View<'_>, _: Sighting) -> Action {
        Action::Wait
    }

    fn draws(&self) -> bool {
        false
    }

    fn is_of(&self, kind: &Kind) -> bool {
        kind.behaviour == Behaviour::Player
    }
}
