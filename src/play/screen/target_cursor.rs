//! What the player points at: a cursor, what lies over the board, and whom he takes aim at (K-4, K-11). It is the
//! interface's: the rules know nothing of it, and of the game it knows nothing but cells.
use crate::engine::world::World;
use crate::space::geometry::Point;
use crate::view::preview::OverlayMode;

/// Which cell is pointed at, and what was chosen so far that is no deed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetCursor {
    /// The cell that is pointed at.
    pub cursor: Point,
    /// The cell that a board larger than the screen scrolls with.
    pub follow: Point,
    /// What lies over the board.
    pub overlay: OverlayMode,
    /// The cell that is aimed at.
    pub aimed: Option<Point>,
}

impl TargetCursor {
    /// On the commanded unit, with nothing over the board.
    pub fn of(world: &World) -> TargetCursor {
        let at = world.body(world.commanded()).at;
        TargetCursor {
            cursor: at,
            follow: at,
            overlay: OverlayMode::None,
            aimed: None,
        }
    }

    /// Gives up what was begun last: the aim, else the overlay. False if there was neither.
    pub fn give_up(&mut self) -> bool {
        if self.aimed.take().is_some() {
            return true;
        }
        std::mem::take(&mut self.overlay) != OverlayMode::None
    }
}
