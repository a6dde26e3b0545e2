//! Corrals: areas that boxes shut off from the hero. Suppose that the boxes around a corral can only be pushed into it,
//! and that the hero can make all these pushes now. Other pushes change nothing in the corral, so every solution can be
//! reordered to begin with one of these pushes, and the search tries only these. Such corrals are the PI-corrals of B.
//! Damgaard's solver YASS.
use super::board::{BoxBoard, BoxCell, BoxPlaces, NOWHERE, Regions};

/// A push: the cell of the box, and the number of the direction.
pub type Shove = (BoxCell, usize);

/// Finds corrals. Keeps its memory between searches.
#[derive(Debug)]
pub struct Corrals {
    /// By cell: the number of the last corral that contains the cell, or a box on it.
    marks: Vec<u32>,
    now: u32,
    /// By cell: the number of the last corral that contains the cell free of boxes. From a cell in a corral of the
    /// current state, no second corral is grown.
    tried: Vec<u32>,
    work: Vec<BoxCell>,
    fence: Vec<BoxCell>,
    pushes: Vec<Shove>,
}

impl Corrals {
    pub fn new(board: &BoxBoard) -> Corrals {
        Corrals {
            marks: vec![0; board.len()],
            now: 0,
            tried: vec![0; board.len()],
            work: Vec::new(),
            fence: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// Returns the pushes that are enough to try in a state: the pushes of the corral that has the fewest. `None` if no
    /// corral limits the pushes. `reached` contains the hero's region. `must_move` says whether a box on a cell must
    /// move for a win. `is_lost` says whether a box pushed onto a cell makes a win impossible.
    pub fn find(
        &mut self,
        board: &BoxBoard,
        places: &BoxPlaces,
        reached: &Regions,
        must_move: impl Fn(BoxCell) -> bool,
        is_lost: impl Fn(BoxCell) -> bool,
    ) -> Option<Vec<Shove>> {
        let mut best: Option<Vec<Shove>> = None;
        let state = self.now + 1;
        for cell in 0..board.len() {
            let cell = BoxCell::try_from(cell).unwrap_or(NOWHERE);
            let is_new = self.tried[usize::from(cell)] < state;
            if !is_new || !places.is_free(cell) || reached.has(cell) {
                continue;
            }
            self.now += 1;
            let is_needed = self.grow(board, places, reached, cell, &must_move, &is_lost);
            let is_better = best
                .as_ref()
                .is_none_or(|best| self.pushes.len() < best.len());
            if is_needed && is_better {
                best = Some(self.pushes.clone());
            }
        }
        best
    }

    fn is_in(&self, cell: BoxCell) -> bool {
        cell != NOWHERE && self.marks[usize::from(cell)] == self.now
    }

    /// Grows a corral from a cell, and lists its pushes. Returns whether these pushes are enough: the boxes around the
    /// corral can only be pushed into it, and a win needs such a push.
    fn grow(
        &mut self,
        board: &BoxBoard,
        places: &BoxPlaces,
        reached: &Regions,
        from: BoxCell,
        must_move: &impl Fn(BoxCell) -> bool,
        is_lost: &impl Fn(BoxCell) -> bool,
    ) -> bool {
        self.fence.clear();
        self.pushes.clear();
        let mut is_needed = false;
        if !self.flood(board, places, from, &mut is_needed) {
            return false;
        }
        let mut nth = 0;
        while let Some(cell) = self.fence.get(nth).copied() {
            nth += 1;
            is_needed |= must_move(cell);
            for way in 0..board.ways() {
                let (to, hero) = (board.next(cell, way), board.next(cell, board.opposite(way)));
                if hero == NOWHERE || !board.takes_boxes(to) || is_lost(to) {
                    continue;
                }
                if places.is_open_hole(to) || places.is_open_hole(hero) {
                    return false;
                }
                for beside in [to, hero] {
                    let is_outside = !self.is_in(beside);
                    if is_outside && places.has_box(beside) {
                        self.add_box(beside);
                    } else if is_outside
                        && !reached.has(beside)
                        && !self.flood(board, places, beside, &mut is_needed)
                    {
                        return false;
                    }
                }
                if places.has_box(to) || places.has_box(hero) || !reached.has(hero) {
                    continue;
                }
                if reached.has(to) {
                    return false;
                }
                self.pushes.push((cell, way));
            }
        }
        is_needed
    }

    fn add_box(&mut self, cell: BoxCell) {
        self.marks[usize::from(cell)] = self.now;
        self.fence.push(cell);
    }

    /// Adds the region of a free cell to the corral, and the boxes next to the region. Returns `false` if a hole is
    /// next to the region.
    fn flood(
        &mut self,
        board: &BoxBoard,
        places: &BoxPlaces,
        from: BoxCell,
        is_needed: &mut bool,
    ) -> bool {
        self.marks[usize::from(from)] = self.now;
        self.work.push(from);
        while let Some(cell) = self.work.pop() {
            self.tried[usize::from(cell)] = self.now;
            *is_needed |= board.cells[usize::from(cell)].is_target;
            for near in board.beside(cell) {
                if *near == NOWHERE || self.is_in(*near) {
                    continue;
                }
                if places.is_open_hole(*near) {
                    self.work.clear();
                    return false;
                }
                self.marks[usize::from(*near)] = self.now;
                if places.has_box(*near) {
                    self.fence.push(*near);
                } else {
                    self.work.push(*near);
                }
            }
        }
        true
    }
}
