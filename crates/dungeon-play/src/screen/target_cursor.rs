//! The target cursor of a player who points at cells (K-4, K-11). The cursor belongs to the interface: the rules do not
//! know of it, and no checksum includes it.
use crate::view::preview::OverlayMode;
use dungeon_engine::world::World;
use dungeon_model::space::geometry::Point;

/// The cell that is pointed at, and the choices so far that have not become an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetCursor {
    /// The cell of the level that is pointed at.
    pub cell: Point,
    /// The cell that a board larger than the screen scrolls with.
    pub follow: Point,
    /// The overlay on the board: a range, or none.
    pub overlay: OverlayMode,
    /// The cell that the unit aims at: choosing that cell again shoots. `None` without an aim.
    pub aimed: Option<Point>,
}

impl TargetCursor {
    /// Creates a cursor on the commanded unit, with no overlay and no aim.
    pub fn new(world: &World) -> TargetCursor {
        let at = world.body(world.commanded()).at;
        TargetCursor {
            cell: at,
            follow: at,
            overlay: OverlayMode::None,
            aimed: None,
        }
    }

    /// Undoes the newest choice: the aim, else the overlay. Returns false if there was neither.
    pub fn undo_choice(&mut self) -> bool {
        if self.aimed.take().is_some() {
            return true;
        }
        std::mem::take(&mut self.overlay) != OverlayMode::None
    }
}
