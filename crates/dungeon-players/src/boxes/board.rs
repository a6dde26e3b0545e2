//! The board of a push puzzle (a level on which boulders, here called boxes, are pushed): its cells, the steps between
//! them, and the places of the boxes. Cells are numbered, so that their data fits into arrays: a search visits cells
//! millions of times per second.
use dungeon_model::space::geometry::{Direction, Neighbours, Point};
use std::collections::HashMap;

/// The number of a cell; `NOWHERE` for a cell outside the board. Also the place of a box: the number of its cell, or,
/// for a box that has sunk into a hole, the hole's number plus the number of cells of the board.
pub type BoxCell = u16;

pub const NOWHERE: BoxCell = BoxCell::MAX;

/// The maximum number of cells of a board. On larger boards, finding the places to which one box can be pushed takes
/// too long.
const MOST_CELLS: usize = 1 << 12;

/// The maximum number of boxes on a board.
const MOST_BOXES: usize = 1 << 8;

/// The result of pushing a box onto a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxEntry {
    /// The box cannot be pushed there.
    Never,
    /// The box can be pushed there, and then lies on the cell.
    Lies,
    /// The box sinks, and the cell becomes floor.
    Sinks,
}

/// The properties of a cell of the level that matter for pushes.
#[derive(Clone, Copy, Debug)]
pub struct BoardCell {
    pub at: Point,
    pub entry: BoxEntry,
    /// The sorts of boxes (`BoxBoard::sorts`) that sink there, one bit for each; 0 unless the entry is `Sinks`.
    pub sinks: u8,
    pub is_target: bool,
}

/// The cells and the sorts of boxes of a puzzle, which never change.
#[derive(Debug)]
pub struct BoxBoard {
    pub cells: Vec<BoardCell>,
    pub targets: Vec<BoxCell>,
    /// The cells of which the hero must reach one after all targets are covered; empty if covering the targets is
    /// enough.
    pub wanted: Vec<BoxCell>,
    /// By number of the box: the bit of the box's sort. Boxes of different sorts differ only in where they sink.
    pub sorts: Vec<u8>,
    ways: &'static [Direction],
    /// For each cell and each direction of a step: the next cell; `NOWHERE` for a wall.
    next: Vec<BoxCell>,
    /// For each direction of a step: the number of the opposite direction.
    opposite: Vec<usize>,
    /// The hash keys in three blocks with one key per cell: for a box on the cell, for a box that sank there, and for a
    /// region of the hero that begins there.
    keys: Vec<u64>,
}

impl BoxBoard {
    /// Returns a board; `None` if it has too many cells or boxes.
    pub fn new(cells: Vec<BoardCell>, sorts: Vec<u8>, neighbours: Neighbours) -> Option<BoxBoard> {
        if cells.len() > MOST_CELLS || sorts.len() > MOST_BOXES {
            return None;
        }
        let number = |nth: usize| BoxCell::try_from(nth).unwrap_or(NOWHERE);
        let numbered = cells.iter().enumerate();
        let by_point: HashMap<Point, BoxCell> =
            numbered.map(|(nth, cell)| (cell.at, number(nth))).collect();
        let ways = neighbours.directions();
        let next = cells.iter().flat_map(|cell| {
            let beside = ways.iter().map(|way| cell.at + *way);
            beside.map(|p| by_point.get(&p).copied().unwrap_or(NOWHERE))
        });
        let opposite = |way: &Direction| ways.iter().position(|other| *other == way.opposite());
        let targets = (0..cells.len()).filter(|nth| cells[*nth].is_target);
        Some(BoxBoard {
            targets: targets.map(number).collect(),
            wanted: Vec::new(),
            sorts,
            ways,
            next: next.collect(),
            opposite: ways.iter().filter_map(opposite).collect(),
            keys: (0..3 * cells.len() as u64).map(key).collect(),
            cells,
        })
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of directions of steps: four or eight.
    pub fn ways(&self) -> usize {
        self.ways.len()
    }

    /// Returns the direction with a number.
    pub fn direction(&self, way: usize) -> Direction {
        self.ways[way]
    }

    #[inline]
    pub fn opposite(&self, way: usize) -> usize {
        self.opposite[way]
    }

    #[inline]
    pub fn next(&self, cell: BoxCell, way: usize) -> BoxCell {
        self.next[usize::from(cell) * self.ways.len() + way]
    }

    /// Returns the cells that steps from a cell lead to; `NOWHERE` for walls.
    #[inline]
    pub fn beside(&self, cell: BoxCell) -> &[BoxCell] {
        let first = usize::from(cell) * self.ways.len();
        &self.next[first..first + self.ways.len()]
    }

    /// Returns the hash key of the `nth` box at a place. Boxes of different sorts have different keys.
    #[inline]
    pub fn numbered_key(&self, nth: usize, place: BoxCell) -> u64 {
        self.box_key(place).rotate_left(u32::from(self.sorts[nth]))
    }

    /// Returns the cells where boxes can sink.
    pub fn holes(&self) -> impl Iterator<Item = BoxCell> {
        let cells = self.cells.iter().enumerate();
        let holes = cells.filter(|(_, cell)| cell.entry == BoxEntry::Sinks);
        holes.map(|(nth, _)| BoxCell::try_from(nth).unwrap_or(NOWHERE))
    }

    /// Whether some box can be pushed onto a cell, including boxes that sink there.
    #[inline]
    pub fn takes_boxes(&self, cell: BoxCell) -> bool {
        cell != NOWHERE && self.cells[usize::from(cell)].entry != BoxEntry::Never
    }

    /// Returns the hole's cell if `place` is the place of a sunk box; `None` if the box lies on a cell.
    #[inline]
    pub fn hole_of(&self, place: BoxCell) -> Option<BoxCell> {
        let cells = self.len();
        let nth = usize::from(place).checked_sub(cells)?;
        BoxCell::try_from(nth).ok()
    }

    /// Returns the place of a box that has sunk in a hole.
    pub fn sunk(&self, hole: BoxCell) -> BoxCell {
        BoxCell::try_from(usize::from(hole) + self.len()).unwrap_or(NOWHERE)
    }

    /// Returns the hash key of a box's place. The hash of a state combines all of its keys by exclusive or.
    #[inline]
    pub fn box_key(&self, place: BoxCell) -> u64 {
        self.keys[usize::from(place)]
    }

    /// Returns the hash key of the hero's region (the cells in reach without a push), given the region's first cell.
    #[inline]
    pub fn hero_key(&self, first: BoxCell) -> u64 {
        self.keys[2 * self.len() + usize::from(first)]
    }
}

/// Returns a fixed random number for each input (SplitMix64, Steele and others, 2014).
fn key(nth: u64) -> u64 {
    let mut z = (nth + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The places of the boxes: which cells have boxes, and which holes are still open.
#[derive(Clone, Debug, Default)]
pub struct BoxPlaces {
    has_box: Vec<bool>,
    is_open_hole: Vec<bool>,
}

impl BoxPlaces {
    pub fn new(board: &BoxBoard) -> BoxPlaces {
        let cells = board.cells.iter();
        BoxPlaces {
            has_box: vec![false; board.len()],
            is_open_hole: cells.map(|cell| cell.entry == BoxEntry::Sinks).collect(),
        }
    }

    /// Adds boxes at places.
    pub fn put(&mut self, board: &BoxBoard, places: &[BoxCell]) {
        places
            .iter()
            .for_each(|place| self.set(board, *place, true));
    }

    /// Removes boxes from places.
    pub fn take(&mut self, board: &BoxBoard, places: &[BoxCell]) {
        places
            .iter()
            .for_each(|place| self.set(board, *place, false));
    }

    /// Adds a box at a place, or removes the box there.
    #[inline]
    pub fn set(&mut self, board: &BoxBoard, place: BoxCell, is_there: bool) {
        match board.hole_of(place) {
            None => self.has_box[usize::from(place)] = is_there,
            Some(hole) => self.is_open_hole[usize::from(hole)] = !is_there,
        }
    }

    #[inline]
    pub fn has_box(&self, cell: BoxCell) -> bool {
        cell != NOWHERE && self.has_box[usize::from(cell)]
    }

    #[inline]
    pub fn is_open_hole(&self, cell: BoxCell) -> bool {
        cell != NOWHERE && self.is_open_hole[usize::from(cell)]
    }

    /// Whether the hero can stand on a cell.
    #[inline]
    pub fn is_free(&self, cell: BoxCell) -> bool {
        cell != NOWHERE && !self.has_box[usize::from(cell)] && !self.is_open_hole[usize::from(cell)]
    }

    /// Whether a box of a sort can be pushed onto a cell now.
    #[inline]
    pub fn admits_box(&self, board: &BoxBoard, cell: BoxCell, sort: u8) -> bool {
        board.takes_boxes(cell)
            && !self.has_box[usize::from(cell)]
            && (!self.is_open_hole[usize::from(cell)]
                || board.cells[usize::from(cell)].sinks & sort != 0)
    }
}

/// Finds regions of a board: cells that are connected by steps, without pushes. Reuses its memory for each search.
#[derive(Debug)]
pub struct Regions {
    marks: Vec<u32>,
    /// The number of cells of the region that was found last.
    size: u32,
    /// The number in `marks` of the region that was found last. The upper 16 bits change when all regions are
    /// forgotten, and the lower 16 bits count the regions since then.
    now: u32,
    work: Vec<BoxCell>,
}

impl Regions {
    pub fn new(board: &BoxBoard) -> Regions {
        Regions {
            marks: vec![0; board.len()],
            size: 0,
            now: 0,
            work: Vec::new(),
        }
    }

    /// Finds the region of a free cell, and forgets all other regions. Returns the region's first cell: the cell with
    /// the lowest number.
    pub fn flood(&mut self, board: &BoxBoard, places: &BoxPlaces, from: BoxCell) -> BoxCell {
        self.clear();
        self.add(board, places, from)
    }

    /// Forgets all regions.
    pub fn clear(&mut self) {
        if self.now > u32::MAX - (1 << 17) {
            self.marks.fill(0);
            self.now = 0;
        }
        self.now = (self.now & !0xffff) + (1 << 16);
    }

    /// Finds the region of another free cell, and keeps the regions that were found before. Returns the region's first
    /// cell.
    pub fn add(&mut self, board: &BoxBoard, places: &BoxPlaces, from: BoxCell) -> BoxCell {
        self.now += 1;
        let mut first = from;
        self.marks[usize::from(from)] = self.now;
        self.work.clear();
        self.work.push(from);
        self.size = 0;
        while let Some(cell) = self.work.pop() {
            self.size += 1;
            first = first.min(cell);
            for near in board.beside(cell) {
                if places.is_free(*near) && self.marks[usize::from(*near)] < self.now & !0xffff {
                    self.marks[usize::from(*near)] = self.now;
                    self.work.push(*near);
                }
            }
        }
        first
    }

    /// Returns the number of cells of the region that was found last.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Whether a cell belongs to any region that was found since the last call of `flood` or `clear`.
    #[inline]
    pub fn has(&self, cell: BoxCell) -> bool {
        cell != NOWHERE && self.marks[usize::from(cell)] >= self.now & !0xffff
    }

    /// Finds the regions that were not found before. Returns the number of all regions of the board.
    pub fn add_all(&mut self, board: &BoxBoard, places: &BoxPlaces) -> u32 {
        for cell in 0..board.len() {
            let cell = BoxCell::try_from(cell).unwrap_or(NOWHERE);
            if places.is_free(cell) && !self.has(cell) {
                self.add(board, places, cell);
            }
        }
        self.now & 0xffff
    }
}
