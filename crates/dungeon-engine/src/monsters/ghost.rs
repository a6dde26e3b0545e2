//! The mind of the book's ghost (E-20), which feels the hero through walls and drifts straight at the hero.
use super::hunt;
use crate::action::Action;
use crate::monster::{Memory, Monster};
use crate::monster_view::{Sighting, View};

/// The book's ghost: a monster that feels its prey through walls.
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

    fn draws(&self) -> bool {
        false
    }
}
