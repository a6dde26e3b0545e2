//! The mind of the book's ghost (E-20), which senses the hero through walls and drifts straight toward the hero.
use super::hunt;
use crate::action::Action;
use crate::monster::{Memory, Monster};
use crate::monster_view::{Sighting, View};
use dungeon_model::dungeon::{Behaviour, Kind};

/// The mind of the book's ghost, which senses prey through walls and drifts straight toward it.
///
/// ```
/// use std::sync::Arc;
///
/// use dungeon::minds::Ghost;
/// use dungeon::rules::Explore;
/// use dungeon::{Action, Game};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = dungeon::diagnostics::Source::from_text("a.dng", "map\n#######\n#@$#g.#\n#######\nend\n");
/// let dungeon = Arc::new(dungeon::load_source(file)?);
/// let mut game = Game::new(dungeon, Arc::new(Explore), |_| Box::new(Ghost { near: 7 }), 7);
/// game.step(Action::Wait)?;
/// assert_eq!(game.world().bodies()[1].at.x, 3, "in the wall");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    /// The range of the ghost's sense in cells, 7 in the book. The ghost senses prey whose Euclidean distance, rounded
    /// up, is below this number. If the range is 0, this sense finds nothing.
    pub near: u32,
}

impl Monster for Ghost {
    fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
        view.feels(self.near).or_else(|| view.hears())
    }

    fn advance(&self, _: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
        hunt::drift(view, prey)
    }

    fn draws(&self) -> bool {
        false
    }

    fn is_of(&self, kind: &Kind) -> bool {
        kind.follows.is_none() && kind.behaviour == Behaviour::Ghost { near: self.near }
    }
}
