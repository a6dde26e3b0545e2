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
use dungeon_model::space::geometry::{Point, Region, Size, at};
use dungeon_model::space::narrow::length;

/// The contents of a level's cells, for the tests by which the level's scatters choose cells. A row is read on first
/// use, and a cell is read again after something is placed there. So a thousand scatters do not read the map a
/// thousand times.
pub(super) struct SuitableCells {
    level: LevelId,
    /// The bits of cells with each tile, by `TileId`.
    tiles: Vec<u8>,
    /// The contents of each row; empty for a row that was not read yet.
    rows: Vec<Vec<WordContents>>,
    /// The cells outside of vaults; nothing is scattered in vaults.
    outside: CellSet,
    /// The cells that are far enough from the origin, as computed for the last scatter with `away`. `far_from` has the
    /// inputs of this computation.
    far: CellSet,
    far_from: Option<(u32, Vec<Point>, Region)>,
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
}

/// The bits of a cell for the fields of `WordContents` that a tile decides, and for `body` and `item`.
const FLOOR: u8 = 1;
const OPEN: u8 = 2;
const SAFE: u8 = 4;
const LOOSE: u8 = 8;
const BODY: u8 = 16;
const ITEM: u8 = 32;

/// The cells of a level that are eligible for a scatter when it begins.
///
/// docs/format defines a *free* cell as a valid floor cell with nothing on the layer of the scattered thing. In
/// addition, solid terrain is never placed onto a body or an item, nothing is placed into rock, and no monster or solid
/// terrain is placed on the hero's entrance.
pub(super) struct EligibleCells {
    within: Region,
    /// The eligible cells; row 0 is the first row of `within`.
    cells: CellSet,
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
        let terrain = (0..=u16::MAX).map(TileId).zip(world.lookup(level).terrain);
        let mut outside = CellSet::new(size);
        (0..size.height).for_each(|y| outside.row_mut(y).fill(u64::MAX));
        for Region { from, to } in world.vault_regions(level) {
            (from.y..=to.y).for_each(|y| outside.remove(y, from.x, to.x));
        }
        SuitableCells {
            level,
            tiles: terrain.map(|(id, one)| tile_bits(id, *one)).collect(),
            rows: vec![Vec::new(); size.height.max(0) as usize],
            outside,
            far: CellSet::new(size),
            far_from: None,
        }
    }

    /// Returns the cells that are currently eligible for a scatter of the level.
    pub fn eligible(&mut self, world: &World, scatter: &Scatter) -> EligibleCells {
        let (within, size) = (scatter.within, world.size(self.level));
        let test = CellTest::new(world, scatter);
        if let Some(away) = scatter.away {
            self.find_far(world, scatter.from, away, within);
        }
        let allowed = match scatter.away {
            None => [&self.outside; 2],
            Some(_) => [&self.outside, &self.far],
        };
        let entrance = world.entrance(self.level).filter(|_| test.keeps_entrance);
        let is_spared = test.buries && scatter.exempt == ScatterExempt::Diagonal;
        let rows = within.to.y - within.from.y + 1;
        let mut cells = CellSet::new(Size::new(size.width, rows));
        for (row, y) in (0..).zip(within.from.y..=within.to.y) {
            let contents = &mut self.rows[y as usize];
            if contents.is_empty() {
                *contents = read_row(world, self.level, y, &self.tiles);
            }
            let [one, other] = allowed.map(|cells| cells.row(y));
            let allowed = one.iter().zip(other).zip(contents.iter());
            for (found, ((one, other), here)) in cells.row_mut(row).iter_mut().zip(allowed) {
                *found = test.passing(here) & one & other;
            }
            let left_out = entrance.filter(|p| p.y == y).map(|p| p.x);
            let left_out = left_out.into_iter().chain(is_spared.then_some(y));
            left_out.for_each(|x| cells.remove(row, x, x));
        }
        EligibleCells { within, cells }
    }

    /// Computes the cells in the rows of a region whose Manhattan distance from every cell of the origin is more than
    /// `away`.
    fn find_far(&mut self, world: &World, origin: ScatterOrigin, away: u32, within: Region) {
        let from = (away, self.origin(world, origin), within);
        if self.far_from.as_ref() == Some(&from) {
            return;
        }
        let height = world.size(self.level).height;
        for y in within.from.y.max(0)..=within.to.y.min(height - 1) {
            self.far.row_mut(y).fill(u64::MAX);
            for cell in &from.1 {
                if let Some(reach) = away.checked_sub(cell.y.abs_diff(y)) {
                    let left = cell.x.saturating_sub_unsigned(reach);
                    self.far
                        .remove(y, left, cell.x.saturating_add_unsigned(reach));
                }
            }
        }
        self.far_from = Some(from);
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
        if let Some(contents) = self.rows[row].get_mut(column / WORD) {
            let cell = world.cell(self.level, p);
            contents.read(world, column % WORD, cell, &self.tiles);
        }
    }
}

impl EligibleCells {
    /// Returns the number of eligible cells in each row of the scatter's region.
    pub fn counts(&self) -> Vec<u32> {
        let Region { from, to } = self.within;
        let rows = 0..=to.y - from.y;
        rows.map(|row| self.cells.count(row, from.x, to.x))
            .collect()
    }

    /// Returns the eligible cells with these numbers, in the order of `numbers`. Eligible cells are numbered from 0 in
    /// reading order. `counts` is the result of `EligibleCells::counts`; rows without a requested cell are skipped.
    pub fn nth_cells(&self, counts: &[u32], numbers: &[u32]) -> Vec<Point> {
        let mut wanted: Vec<(u32, u32)> = numbers.iter().copied().zip(0..).collect();
        wanted.sort_unstable();
        let mut found = vec![Point::default(); numbers.len()];
        let mut wanted = wanted.into_iter().peekable();
        let mut before = 0;
        for (y, count) in (self.within.from.y..).zip(counts) {
            let end = before + count;
            if wanted.peek().is_some_and(|(number, _)| *number < end) {
                for (column, word) in self.row(y) {
                    let next = before + word.count_ones();
                    while let Some((number, nth)) = wanted.next_if(|(number, _)| *number < next) {
                        let x = length(column + nth_bit(word, number - before));
                        found[nth as usize] = at(x, y);
                    }
                    before = next;
                }
            }
            before = end;
        }
        found
    }

    /// Draws for each eligible cell whether to return the cell, with a chance of `percent`. Returns these cells in
    /// reading order.
    pub fn by_chance(&self, percent: u32, draw: &mut Draw) -> Vec<Point> {
        let mut taken = Vec::new();
        // No draw is needed for 0 or 100 percent.
        for y in (self.within.from.y..=self.within.to.y).filter(|_| percent > 0) {
            for (column, mut word) in self.row(y) {
                while word != 0 {
                    if percent >= 100 || draw.happens(percent) {
                        taken.push(at(length(column + nth_bit(word, 0)), y));
                    }
                    word &= word - 1;
                }
            }
        }
        taken
    }

    /// Iterates over the words with the eligible cells of a map row (`CellSet::words`).
    fn row(&self, y: i32) -> impl Iterator<Item = (usize, u64)> {
        let Region { from, to } = self.within;
        self.cells.words(y - from.y, from.x, to.x)
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
        ground & !bodies & !items
    }
}

/// Returns the bits of cells with a tile.
fn tile_bits(tile: TileId, terrain: Terrain) -> u8 {
    let is_floor = matches!(tile, builtin::FLOOR | builtin::CLASSIC_FLOOR);
    let bit = |bit: u8, is_on: bool| if is_on { bit } else { 0 };
    bit(FLOOR, is_floor)
        | bit(OPEN, terrain.footing == Footing::Anyone)
        | bit(SAFE, terrain.theirs == Footing::Anyone)
        | bit(LOOSE, terrain.footing != Footing::Nobody)
}

/// Returns the bits of a cell. Has no branches, because randomly placed bodies would cause a branch misprediction at
/// every third cell.
#[inline]
fn bits(cell: CellLayers, tiles: &[u8]) -> u8 {
    let (body, item) = (
        u8::from(cell.body != 0),
        u8::from(cell.item != ItemId::NONE),
    );
    tiles[usize::from(cell.tile.0)] | (body * BODY) | (item * ITEM)
}

/// Reads the contents of a row.
fn read_row(world: &World, level: LevelId, y: i32, tiles: &[u8]) -> Vec<WordContents> {
    let cells = world.ground(level).cells.as_grid();
    let cells = cells.expect("a level is scattered with cells of its own");
    let cells = cells.rows().nth(y as usize).unwrap_or_default();
    let words = cells.chunks(WORD);
    words
        .map(|cells| WordContents::of(world, cells, tiles))
        .collect()
}

impl WordContents {
    /// Reads the contents of at most 64 cells.
    fn of(world: &World, cells: &[CellLayers], tiles: &[u8]) -> WordContents {
        let mut contents = WordContents::default();
        for (nth, eight) in cells.chunks(8).enumerate() {
            let mut bytes = [0; 8];
            for (byte, cell) in bytes.iter_mut().zip(eight) {
                *byte = bits(*cell, tiles);
            }
            let bytes = u64::from_le_bytes(bytes);
            let [floor, open, safe, loose, body, item] = [FLOOR, OPEN, SAFE, LOOSE, BODY, ITEM]
                .map(|bit| gathered(bytes >> bit.trailing_zeros()) << (8 * nth));
            contents.floor |= floor;
            contents.open |= open;
            contents.safe |= safe;
            contents.loose |= loose;
            contents.body |= body;
            contents.item |= item;
        }
        let mut occupied = contents.body | contents.item;
        while occupied != 0 {
            let nth = nth_bit(occupied, 0);
            contents.read_things(world, nth, cells[nth]);
            occupied &= occupied - 1;
        }
        contents
    }

    /// Reads the cell of a bit again.
    fn read(&mut self, world: &World, nth: usize, cell: CellLayers, tiles: &[u8]) {
        let bits = bits(cell, tiles);
        set(&mut self.floor, nth, bits & FLOOR != 0);
        set(&mut self.open, nth, bits & OPEN != 0);
        set(&mut self.safe, nth, bits & SAFE != 0);
        set(&mut self.loose, nth, bits & LOOSE != 0);
        set(&mut self.body, nth, bits & BODY != 0);
        set(&mut self.item, nth, bits & ITEM != 0);
        self.read_things(world, nth, cell);
    }

    fn read_things(&mut self, world: &World, nth: usize, cell: CellLayers) {
        let body = cell.body().map(|who| world.body(who).side);
        set(&mut self.ours, nth, body == Some(Side::Ours));
        set(&mut self.herd, nth, world.item(cell.item).herd);
    }
}

fn set(word: &mut u64, nth: usize, is_in: bool) {
    *word = *word & !(1 << nth) | u64::from(is_in) << nth;
}

/// Returns the lowest bits of eight bytes as the bits of one byte, the first byte as the lowest bit.
fn gathered(bytes: u64) -> u64 {
    // The product moves bit 8n to bit 56 + n.
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
