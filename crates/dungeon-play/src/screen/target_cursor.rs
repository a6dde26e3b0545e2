//! The target cursor of games played by pointing (K-4, K-11). The cursor belongs to the interface: the rules do not
//! know of it, and checksums do not include it.
use crate::view::preview::OverlayMode;
use dungeon_engine::world::World;
use dungeon_model::space::geometry::Point;

/// The pointed cell, and choices that have not become an action yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetCursor {
    /// The pointed cell of the level.
    pub cell: Point,
    /// The cell that a board larger than the screen scrolls with.
    pub follow: Point,
    /// The overlay on the board.
    pub overlay: OverlayMode,
    /// The aimed cell: choosing it again shoots. `None` without an aim.
    pub aimed: Option<Point>,
}

impl TargetCursor {
    /// Makes a cursor on the commanded unit, without overlay and aim.
    pub fn new(world: &World) -> TargetCursor {
        let at = world.body(world.commanded()).at;
        TargetCursor {
            cell: at,
            follow: at,
            overlay: OverlayMode::None,
            aimed: None,
        }
    }

    /// Undoes the newest choice: the aim, else the overlay. Returns whether there was one.
    pub fn undo_choice(&mut self) -> bool {
        if self.aimed.take().is_some() {
            return true;
        }
        std::mem::take(&mut self.overlay) != OverlayMode::None
    }
}
