//! The target cursor of games played by pointing (K-4, K-11). The cursor belongs to the interface, so that rules do not
//! use it and checksums do not include it.
use crate::view::preview::OverlayMode;
use dungeon_engine::world::World;
use dungeon_model::space::geometry::Point;

/// The cursor's cell, and choices that have not become an action yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetCursor {
    /// The cell of the level that the cursor points at.
    pub cell: Point,
    /// The cell that stays in view when a board larger than the screen scrolls.
    pub follow: Point,
    /// The overlay on the board.
    pub overlay: OverlayMode,
    /// The cell that is aimed at; choosing this cell again shoots at it. `None` if no cell is aimed at.
    pub aimed: Option<Point>,
}

impl TargetCursor {
    /// Makes a cursor on the commanded unit, with no overlay and no aim.
    pub fn new(world: &World) -> TargetCursor {
        let at = world.body(world.commanded()).at;
        TargetCursor {
            cell: at,
            follow: at,
            overlay: OverlayMode::None,
            aimed: None,
        }
    }

    /// Undoes the newest choice: drops the aim, or else closes the overlay. Returns whether there was a choice.
    pub fn undo_choice(&mut self) -> bool {
        if self.aimed.take().is_some() {
            return true;
        }
        std::mem::take(&mut self.overlay) != OverlayMode::None
    }
}
