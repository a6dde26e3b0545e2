//! Boxes that can never move again. A box is frozen if it can be pushed in no direction: the cell in front of it or
//! behind it is a wall or has a frozen box, or a box on the cell in front would be lost. Boxes can freeze one another,
//! so all boxes are first assumed to be frozen; boxes that can move are then removed until no further box can move.
use super::board::{BoxBoard, BoxCell, BoxPlaces, NOWHERE};

/// Finds frozen boxes. Keeps its memory between searches.
#[derive(Debug)]
pub struct FrozenBoxes {
    is_frozen: Vec<bool>,
    /// The cells of the boxes that the last search found to be frozen.
    pub cells: Vec<BoxCell>,
}

impl FrozenBoxes {
    pub fn new(board: &BoxBoard) -> FrozenBoxes {
        FrozenBoxes {
            is_frozen: vec![false; board.len()],
            cells: Vec::new(),
        }
    }

    /// Whether the last search found the box on a cell to be frozen.
    pub fn has(&self, cell: BoxCell) -> bool {
        self.is_frozen[usize::from(cell)]
    }

    /// Finds all frozen boxes. `moved` is the cell onto which the last box was pushed: if that box can move on, the
    /// push froze no box, and none are found. `boxes` are the cells of all boxes that have not sunk; `is_lost` says
    /// whether a push onto a cell loses the box.
    pub fn find(
        &mut self,
        board: &BoxBoard,
        places: &BoxPlaces,
        moved: Option<BoxCell>,
        boxes: impl Iterator<Item = BoxCell>,
        is_lost: impl Fn(BoxCell) -> bool,
    ) {
        for cell in self.cells.drain(..) {
            self.is_frozen[usize::from(cell)] = false;
        }
        let has_box = |cell: BoxCell| places.has_box(cell);
        if moved.is_some_and(|moved| !is_stuck(board, moved, has_box, &is_lost)) {
            return;
        }
        self.cells.extend(boxes);
        for cell in &self.cells {
            self.is_frozen[usize::from(*cell)] = true;
        }
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            let mut nth = 0;
            while let Some(cell) = self.cells.get(nth).copied() {
                let is_frozen =
                    |cell: BoxCell| cell != NOWHERE && self.is_frozen[usize::from(cell)];
                if is_stuck(board, cell, is_frozen, &is_lost) {
                    nth += 1;
                } else {
                    self.is_frozen[usize::from(cell)] = false;
                    self.cells.swap_remove(nth);
                    is_changed = true;
                }
            }
        }
    }
}

/// Whether a box on a cell can be pushed in no direction. `is_frozen` says whether another cell has a box that counts
/// as a wall; `is_lost` says whether a push onto a cell loses the box.
fn is_stuck(
    board: &BoxBoard,
    cell: BoxCell,
    is_frozen: impl Fn(BoxCell) -> bool,
    is_lost: impl Fn(BoxCell) -> bool,
) -> bool {
    (0..board.ways()).all(|way| {
        let (to, from) = (board.next(cell, way), board.next(cell, board.opposite(way)));
        let is_wall = |cell: BoxCell| cell == NOWHERE || is_frozen(cell);
        is_wall(to) || is_wall(from) || !board.takes_boxes(to) || is_lost(to)
    })
}
