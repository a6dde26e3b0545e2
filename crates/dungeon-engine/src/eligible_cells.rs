//! The cells on which a `scatter` may place its thing, as bits with 64 cells of a row in each word. The contents of a
//! row are read once for all scatters of the level. A scatter of few things lists only the cells that it uses.
use super::chance::Draw;
use super::ground::{CellLayers, Terrain};
use super::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{
    CellSharing, Footing, ItemId, LevelId, Overlap, Scatter, ScatterExempt, ScatterOrigin,
    ScatteredThing, Side, Tile, TileId, builtin,
};
use dungeon_model::space::cell_set::{CellSet, WORD, nth_bit};
use dungeon_model::space::geometry::{Point, Region, at};
use dungeon_model::space::narrow::length;

/// The contents of a level's cells, for the tests by which the level's scatters choose cells. A row is read on first
/// use, and a cell is read again after something is placed there. So a thousand scatters do not read the map a
/// thousand times.
pub(super) struct SuitableCells {
    level: LevelId,
    /// The marks of cells with each tile, by `TileId`.
    tiles: Vec<u64>,
    /// The number of words in a row.
    stride: usize,
    /// The contents of all rows, and whether each row was read yet.
    contents: Vec<WordContents>,
    is_read: Vec<bool>,
    /// The cells inside of vaults; nothing is scattered in vaults.
    inside: CellSet,
    /// The cells that were too near for the last scatter with `away`.
    near: Option<NearCells>,
    /// The cells for the last scatter, whose memory the next one uses again.
    eligible: EligibleCells,
}

/// The cells in the rows of a region whose Manhattan distance from a cell of the origin is at most `away`.
struct NearCells {
    origin: Vec<Point>,
    away: u32,
    within: Region,
    cells: CellSet,
}

/// The cells of a word by their contents, one bit per cell.
#[derive(Clone, Copy, Default)]
struct WordContents {
    /// Cells with plain floor.
    floor: u64,
    /// Cells where every body may stand.
    open: u64,
    /// Cells where monsters go of their own accord (T-3).
    safe: u64,
    /// Cells that are not closed to all bodies.
    loose: u64,
    body: u64,
    /// Cells with a body of the player.
    ours: u64,
    item: u64,
    /// Cells with an item of the herd.
    herd: u64,
    /// Cells inside of vaults.
    inside: u64,
}

/// The marks of a cell for the fields of `WordContents` that a tile decides, and for cells with a body or an item. Each
/// mark is the highest bit of a byte.
const FLOOR: u64 = 1 << 7;
const OPEN: u64 = 1 << 15;
const SAFE: u64 = 1 << 23;
const LOOSE: u64 = 1 << 31;
const OCCUPIED: u64 = 1 << 39;

/// The cells of a level that are eligible for a scatter when it begins.
///
/// docs/format defines a *free* cell as a valid floor cell with nothing on the layer of the scattered thing. In
/// addition, solid terrain is never placed onto a body or an item, nothing is placed into rock, and no monster or solid
/// terrain is placed on the hero's entrance.
#[derive(Default)]
pub(super) struct EligibleCells {
    /// The first row.
    top: i32,
    /// The number of words in a row.
    stride: usize,
    /// The eligible cells, one bit each, in the rows of the scatter's region.
    words: Vec<u64>,
    /// For each word, the number of eligible cells up to its end.
    ends: Vec<u32>,
}

/// The test by which a scatter decides whether it may place its thing on a cell, given what the cell already contains.
struct CellTest {
    is_tile: bool,
    is_body: bool,
    /// Whether the scatter's thing replaces what is on its layer of the cell.
    replaces: bool,
    /// Whether cells that harm monsters are not allowed, as for monsters without `overlap=` (T-3).
    shuns_harm: bool,
    /// Whether the scatter places terrain that some bodies cannot stand on.
    buries: bool,
    /// Whether the scatter must not use the hero's entrance.
    keeps_entrance: bool,
    /// Whether the scatter's thing needs a cell without an item.
    wants_bare: bool,
    /// Whether the scatter places herd items that may not lie under monsters (S-10).
    feeds_alone: bool,
    /// Whether the scatter places monsters that may not stand on herd items (S-10).
    grazes_alone: bool,
}

impl SuitableCells {
    pub fn new(world: &World, level: LevelId) -> SuitableCells {
        let size = world.size(level);
        let [width, height] = [size.width, size.height].map(|side| side.max(0) as usize);
        let terrain = (0..=u16::MAX).map(TileId).zip(world.lookup(level).terrain);
        let mut inside = CellSet::new(size);
        for Region { from, to } in world.vault_regions(level) {
            (from.y..=to.y).for_each(|y| inside.add(y, from.x, to.x));
        }
        let stride = width.div_ceil(WORD);
        SuitableCells {
            level,
            tiles: terrain.map(|(id, one)| tile_marks(id, *one)).collect(),
            stride,
            contents: vec![WordContents::default(); stride * height],
            is_read: vec![false; height],
            inside,
            near: None,
            eligible: EligibleCells::default(),
        }
    }

    /// Returns the cells that are currently eligible for a scatter of the level.
    pub fn eligible(&mut self, world: &World, scatter: &Scatter) -> &EligibleCells {
        let test = CellTest::new(world, scatter);
        let Region { from, to } = scatter.within;
        (from.y..=to.y).for_each(|y| self.read_row(world, y));
        self.find_near(world, scatter);
        let found = &mut self.eligible;
        found.words.clear();
        found.ends.clear();
        if scatter.within.area() == 0 {
            return found;
        }
        (found.top, found.stride) = (from.y, self.stride);
        let words = from.y as usize * self.stride..(to.y + 1) as usize * self.stride;
        let passing = self.contents[words].iter().map(|here| test.passing(here));
        found.words.extend(passing);
        if let Some(near) = self.near.as_ref().filter(|_| scatter.away.is_some()) {
            let rows = found.words.chunks_mut(self.stride);
            let rows = (from.y..)
                .zip(rows)
                .map(|(y, words)| (near.cells.row(y), words));
            rows.for_each(|(near, words)| {
                { words.iter_mut().zip(near) }.for_each(|(word, near)| *word &= !near);
            });
        }
        let entrance = world.entrance(self.level).filter(|_| test.keeps_entrance);
        entrance.into_iter().for_each(|p| found.leave_out(p));
        if test.buries && scatter.exempt == ScatterExempt::Diagonal {
            (from.y..=to.y).for_each(|y| found.leave_out(at(y, y)));
        }
        found.count_between(from.x as usize, to.x as usize);
        found
    }

    /// Reads the contents of a row, unless they were read before.
    fn read_row(&mut self, world: &World, y: i32) {
        let row = y as usize;
        if std::mem::replace(&mut self.is_read[row], true) {
            return;
        }
        let cells = world.ground(self.level).cells.as_grid();
        let cells = cells.expect("a level is scattered with cells of its own");
        let cells = cells.rows().nth(row).unwrap_or_default();
        let contents = &mut self.contents[row * self.stride..][..self.stride];
        let words = cells.chunks(WORD).zip(self.inside.row(y));
        for (contents, (cells, inside)) in contents.iter_mut().zip(words) {
            *contents = WordContents {
                inside: *inside,
                ..WordContents::of(world, cells, &self.tiles)
            };
        }
    }

    /// Computes the cells that are too near for a scatter with `away`, unless the last scatter needed the same cells.
    fn find_near(&mut self, world: &World, scatter: &Scatter) {
        let (Some(away), within) = (scatter.away, scatter.within) else {
            return;
        };
        let origin = self.origin(world, scatter.from);
        let wanted = (&origin, away, within);
        let is_wanted = |near: &NearCells| (&near.origin, near.away, near.within) == wanted;
        if self.near.as_ref().is_some_and(is_wanted) {
            return;
        }
        let size = world.size(self.level);
        let mut cells = CellSet::new(size);
        for y in within.from.y..=within.to.y {
            for cell in &origin {
                if let Some(reach) = away.checked_sub(cell.y.abs_diff(y)) {
                    let [left, right] = [
                        cell.x.saturating_sub_unsigned(reach),
                        cell.x.saturating_add_unsigned(reach),
                    ];
                    cells.add(y, left, right.min(size.width - 1));
                }
            }
        }
        self.near = Some(NearCells {
            origin,
            away,
            within,
            cells,
        });
    }

    /// Returns the cells from which a minimum distance counts.
    fn origin(&self, world: &World, origin: ScatterOrigin) -> Vec<Point> {
        match origin {
            ScatterOrigin::Hero => {
                let mut heroes: Vec<Point> = world.heroes_on(self.level).collect();
                if heroes.is_empty() {
                    heroes.extend(world.entrance(self.level));
                }
                heroes
            }
            ScatterOrigin::Cell(p) => vec![p],
            // The world's list of stairs lacks the stairs that were scattered just now.
            ScatterOrigin::Stairs(way) => {
                let leads = |tile: &Tile| TilePassage::of(tile).taken_by() == Some(way);
                let leads: Vec<bool> = world.dungeon().tiles.iter().map(leads).collect();
                world.cells_that(self.level, |cell| leads[usize::from(cell.tile.0)])
            }
        }
    }

    /// Reads a cell again, after something was placed there.
    pub fn look_again(&mut self, world: &World, p: Point) {
        let (column, row) = (p.x as usize, p.y as usize);
        if self.is_read[row] {
            let cell = world.cell(self.level, p);
            let contents = &mut self.contents[row * self.stride + column / WORD];
            contents.read(world, column % WORD, cell, &self.tiles);
        }
    }
}

impl EligibleCells {
    /// Takes a cell out of the list, if the cell is in it.
    fn leave_out(&mut self, p: Point) {
        let (row, column) = (usize::try_from(p.y - self.top), p.x as usize / WORD);
        let row = row.ok().filter(|_| column < self.stride);
        let place = row.map(|row| row * self.stride + column);
        if let Some(word) = place.and_then(|place| self.words.get_mut(place)) {
            *word &= !(1 << (p.x as usize % WORD));
        }
    }

    /// Keeps the cells in the columns `from..=to`, and counts them.
    fn count_between(&mut self, from: usize, to: usize) {
        let (first, last) = (from / WORD, to / WORD);
        let mut columns = vec![0; self.stride];
        columns[first..=last].fill(u64::MAX);
        columns[first] &= u64::MAX << (from % WORD);
        columns[last] &= u64::MAX >> (WORD - 1 - to % WORD);
        let mut all = 0;
        for words in self.words.chunks_mut(self.stride) {
            for (word, columns) in words.iter_mut().zip(&columns) {
                *word &= columns;
                all += word.count_ones();
                self.ends.push(all);
            }
        }
    }

    /// Returns the number of eligible cells.
    pub fn count(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns the eligible cell with this number, counted from 0 in reading order. There must be more cells.
    pub fn nth(&self, number: u32) -> Point {
        let word = self.ends.partition_point(|end| *end <= number);
        let before = word.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.cell(word, nth_bit(self.words[word], number - before))
    }

    /// Draws for each eligible cell whether to return the cell, with a chance of `percent`. Returns these cells in
    /// reading order.
    pub fn by_chance(&self, percent: u32, draw: &mut Draw) -> Vec<Point> {
        let mut taken = Vec::new();
        for (nth, word) in self.words.iter().enumerate() {
            // No draw is needed for 0 or 100 percent.
            let mut left = match percent {
                0 => 0,
                1..100 => draw.happening(percent, *word),
                _ => *word,
            };
            while left != 0 {
                taken.push(self.cell(nth, nth_bit(left, 0)));
                left &= left - 1;
            }
        }
        taken
    }

    /// Returns the cell of a bit.
    fn cell(&self, word: usize, bit: usize) -> Point {
        let (row, column) = (word / self.stride, word % self.stride);
        at(length(column * WORD + bit), self.top + length(row))
    }
}

impl CellTest {
    fn new(world: &World, scatter: &Scatter) -> CellTest {
        let dungeon = world.dungeon();
        let is_alone = scatter.sharing == CellSharing::Alone;
        let replaces = scatter.overlap == Overlap::Replace;
        let (buries, is_ours) = match scatter.what {
            ScatteredThing::Tile(tile) => (dungeon.tile(tile).footing != Footing::Anyone, false),
            ScatteredThing::Item(_) => (false, false),
            ScatteredThing::Body(kind, _) => (false, dungeon.kind(kind).side == Side::Ours),
        };
        let is_body = matches!(scatter.what, ScatteredThing::Body(..));
        let feeds = matches!(scatter.what, ScatteredThing::Item(item) if world.item(item).herd);
        let is_item = matches!(scatter.what, ScatteredThing::Item(_));
        let is_tile = matches!(scatter.what, ScatteredThing::Tile(_));
        let (feeds_alone, grazes_alone) = (is_alone && feeds, is_alone && is_body && !is_ours);
        CellTest {
            is_tile,
            is_body,
            replaces,
            shuns_harm: is_body && !is_ours && !replaces,
            buries,
            keeps_entrance: buries || is_body && !is_ours,
            wants_bare: buries || is_item && !replaces,
            feeds_alone,
            grazes_alone,
        }
    }

    /// Returns the cells of a word whose contents allow the scatter's thing.
    fn passing(&self, on: &WordContents) -> u64 {
        let ground = match (self.is_tile, self.replaces) {
            // Terrain without `overlap=` is placed only on plain floor.
            (true, false) => on.floor,
            (true, true) => on.floor | on.loose,
            _ if self.shuns_harm => on.safe,
            _ => on.open,
        };
        let bodies = match (self.is_body, self.replaces) {
            (true, true) => on.ours,
            _ if self.feeds_alone => on.body & !on.ours,
            _ if self.is_body || self.buries => on.body,
            _ => 0,
        };
        let items = match (self.grazes_alone, self.wants_bare) {
            (true, _) => on.herd,
            (false, true) => on.item,
            (false, false) => 0,
        };
        ground & !bodies & !items & !on.inside
    }
}

/// Returns the marks of cells with a tile.
fn tile_marks(tile: TileId, terrain: Terrain) -> u64 {
    let is_floor = matches!(tile, builtin::FLOOR | builtin::CLASSIC_FLOOR);
    let mark = |mark: u64, is_on: bool| if is_on { mark } else { 0 };
    mark(FLOOR, is_floor)
        | mark(OPEN, terrain.footing == Footing::Anyone)
        | mark(SAFE, terrain.theirs == Footing::Anyone)
        | mark(LOOSE, terrain.footing != Footing::Nobody)
}

/// Returns the marks of a cell. Has no branches, because randomly placed bodies would cause a branch misprediction at
/// every third cell.
#[inline]
fn marks(cell: CellLayers, tiles: &[u64]) -> u64 {
    let is_occupied = cell.body | u32::from(cell.item.0) != 0;
    tiles[usize::from(cell.tile.0)] | (u64::from(is_occupied) * OCCUPIED)
}

impl WordContents {
    /// Reads the contents of at most 64 cells.
    fn of(world: &World, cells: &[CellLayers], tiles: &[u64]) -> WordContents {
        let mut contents = WordContents::default();
        let mut occupied = 0;
        for (nth, eight) in cells.chunks(8).enumerate() {
            // Each cell moves the marks of the cells before it down. After eight cells, each byte has the marks of one
            // sort, the first cell's mark as the lowest bit.
            let mut bytes = 0;
            for cell in eight {
                bytes = bytes >> 1 | marks(*cell, tiles);
            }
            let bytes = bytes >> (8 - eight.len());
            let marked = |mark: u64| (bytes >> (mark.trailing_zeros() - 7) & 0xFF) << (8 * nth);
            contents.floor |= marked(FLOOR);
            contents.open |= marked(OPEN);
            contents.safe |= marked(SAFE);
            contents.loose |= marked(LOOSE);
            occupied |= marked(OCCUPIED);
        }
        while occupied != 0 {
            let nth = nth_bit(occupied, 0);
            contents.read_things(world, nth, cells[nth]);
            occupied &= occupied - 1;
        }
        contents
    }

    /// Reads the cell of a bit again.
    fn read(&mut self, world: &World, nth: usize, cell: CellLayers, tiles: &[u64]) {
        let marks = tiles[usize::from(cell.tile.0)];
        set(&mut self.floor, nth, marks & FLOOR != 0);
        set(&mut self.open, nth, marks & OPEN != 0);
        set(&mut self.safe, nth, marks & SAFE != 0);
        set(&mut self.loose, nth, marks & LOOSE != 0);
        self.read_things(world, nth, cell);
    }

    fn read_things(&mut self, world: &World, nth: usize, cell: CellLayers) {
        let body = cell.body().map(|who| world.body(who).side);
        set(&mut self.body, nth, body.is_some());
        set(&mut self.ours, nth, body == Some(Side::Ours));
        set(&mut self.item, nth, cell.item != ItemId::NONE);
        set(&mut self.herd, nth, world.item(cell.item).herd);
    }
}

fn set(word: &mut u64, nth: usize, is_in: bool) {
    *word = *word & !(1 << nth) | u64::from(is_in) << nth;
}
