//! The cells on which a `scatter` may place its thing, computed row by row. Tests that do not depend on the cell run
//! once per scatter. Results are cached across scatters. A scatter of few things lists only the cells that it uses.
use super::chance::Draw;
use super::ground::{CellLayers, Terrain};
use super::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{
    CellSharing, Footing, ItemId, LevelId, Overlap, Scatter, ScatterExempt, ScatterOrigin,
    ScatteredThing, Side, Tile, builtin,
};
use dungeon_model::space::cell_set::{CellSet, WORD};
use dungeon_model::space::geometry::{Point, Region, Size, at};

/// A cache of the cells of a level where the level's scatters may place their things, given what the cells contain.
/// Scatters with equal tests share one set of cells. A row is computed on first use, and a cell is computed again after
/// something is placed there. So a thousand scatters do not scan the map a thousand times.
pub(super) struct SuitableCells {
    level: LevelId,
    /// Each test, with the cells that pass the test, and a flag for each row: whether the row is computed.
    sets: Vec<(CellTest, CellSet, Vec<bool>)>,
    /// The cells that are far enough from the origin, as computed for the last scatter with `away`. `far_from` has the
    /// inputs of this computation.
    far: CellSet,
    far_from: Option<(u32, Vec<Point>, Region)>,
}

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
#[derive(Clone, Copy, PartialEq, Eq)]
struct CellTest {
    /// The number of allowed footings, counted from the first in the order of `Footing`.
    footings: u8,
    /// Whether plain floor is allowed regardless of `footings`. Terrain without `overlap=` is placed only on plain
    /// floor.
    wants_floor: bool,
    /// Whether cells that harm monsters are not allowed, as for monsters without `overlap=` (T-3).
    shuns_harm: bool,
    /// Whether the scatter places terrain that some bodies cannot stand on.
    buries: bool,
    /// Whether the scatter must not use the hero's entrance.
    keeps_entrance: bool,
    /// Whether the result of the test depends on a body on the cell.
    minds_bodies: bool,
    /// Whether the result of the test depends on an item on the cell.
    minds_items: bool,
    /// Whether `passes_things` decides about cells with a body or an item that the test depends on. If not, such cells
    /// do not pass.
    looks_closer: bool,
    /// Whether the scatter places bodies.
    is_body: bool,
    /// Whether the scatter places monsters that may not stand on herd items (S-10).
    grazes_alone: bool,
    /// Whether the scatter's thing replaces what is on its layer of the cell.
    replaces: bool,
}

impl SuitableCells {
    pub fn new(world: &World, level: LevelId) -> SuitableCells {
        SuitableCells {
            level,
            sets: Vec::new(),
            far: CellSet::new(world.size(level)),
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
        let suitable = self.find_suitable(world, test, within);
        let entrance = world.entrance(self.level).filter(|_| test.keeps_entrance);
        let is_spared = test.buries && scatter.exempt == ScatterExempt::Diagonal;
        let rows = within.to.y - within.from.y + 1;
        let mut cells = CellSet::new(Size::new(size.width, rows));
        for (row, y) in (0..).zip(within.from.y..=within.to.y) {
            let suitable = self.sets[suitable].1.row(y).iter();
            let found = cells.row_mut(row).iter_mut().zip(suitable);
            match scatter.away {
                None => found.for_each(|(found, suitable)| *found = *suitable),
                Some(_) => {
                    let found = found.zip(self.far.row(y));
                    found.for_each(|((found, suitable), far)| *found = suitable & far);
                }
            }
            let left_out = entrance.filter(|p| p.y == y).map(|p| p.x);
            let left_out = left_out.into_iter().chain(is_spared.then_some(y));
            left_out.for_each(|x| cells.remove(row, x, x));
        }
        EligibleCells { within, cells }
    }

    /// Finds the cells in the rows of a region that pass a test, except in rows that are cached already. Returns the
    /// test's index in `sets`.
    fn find_suitable(&mut self, world: &World, test: CellTest, within: Region) -> usize {
        let size = world.size(self.level);
        let known = self.sets.iter().position(|(known, ..)| *known == test);
        let set = known.unwrap_or_else(|| {
            let is_known = vec![false; size.height.max(0) as usize];
            self.sets.push((test, CellSet::new(size), is_known));
            self.sets.len() - 1
        });
        let (_, cells, is_known) = &mut self.sets[set];
        for y in within.from.y..=within.to.y {
            let is_known = usize::try_from(y).ok().and_then(|y| is_known.get_mut(y));
            if is_known.is_some_and(|is_known| !std::mem::replace(is_known, true)) {
                test.look(world, self.level, cells, y);
            }
        }
        set
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

    /// Runs all tests on a cell again, after something was placed there.
    pub fn look_again(&mut self, world: &World, p: Point) {
        let (cell, terrain) = (world.cell(self.level, p), world.lookup(self.level).terrain);
        for (test, cells, _) in &mut self.sets {
            if test.passes(world, terrain, cell) {
                _ = cells.insert(p)
            } else {
                cells.remove(p.y, p.x, p.x)
            }
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
                let mut here = before;
                self.visit_row(y, |p| {
                    if let Some((_, nth)) = wanted.next_if(|(number, _)| *number == here) {
                        found[nth as usize] = p;
                    }
                    here += 1;
                });
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
            self.visit_row(y, |p| {
                if percent >= 100 || draw.happens(percent) {
                    taken.push(p);
                }
            });
        }
        taken
    }

    /// Visits the eligible cells of a map row, from left to right.
    fn visit_row(&self, y: i32, mut visit: impl FnMut(Point)) {
        let Region { from, to } = self.within;
        for (first, last) in self.cells.runs(y - from.y, from.x, to.x) {
            (first..=last).for_each(|x| visit(at(x, y)));
        }
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
            footings: match (is_tile, replaces) {
                (true, false) => 0,
                (true, true) => Footing::Nobody as u8,
                (false, _) => Footing::Anyone as u8 + 1,
            },
            wants_floor: is_tile,
            shuns_harm: is_body && !is_ours && !replaces,
            buries,
            keeps_entrance: buries || is_body && !is_ours,
            minds_bodies: buries || is_body || feeds_alone,
            minds_items: buries || is_item && !replaces || grazes_alone,
            looks_closer: is_body && replaces || feeds_alone || grazes_alone,
            is_body,
            grazes_alone,
            replaces,
        }
    }

    /// Adds the cells of a row that pass the test to `found`. Cells of vaults never pass, because nothing is scattered
    /// there.
    fn look(self, world: &World, level: LevelId, found: &mut CellSet, y: i32) {
        let cells = world.ground(level).cells.as_grid();
        let cells = cells.expect("a level is scattered with cells of its own");
        let cells = cells.rows().nth(y as usize).unwrap_or_default();
        let terrain = world.lookup(level).terrain;
        let bit = |cell: &CellLayers| u64::from(self.passes(world, terrain, *cell));
        for (word, cells) in found.row_mut(y).iter_mut().zip(cells.chunks(WORD)) {
            *word = cells.iter().rfold(0, |word, cell| word << 1 | bit(cell));
        }
        let vaults = world.vault_regions(level);
        for vault in vaults.filter(|vault| (vault.from.y..=vault.to.y).contains(&y)) {
            found.remove(y, vault.from.x, vault.to.x);
        }
    }

    /// Whether the contents of a cell allow the scatter's thing. Has no branches except for `looks_closer`, because
    /// randomly placed bodies would cause a branch misprediction at every third cell.
    #[inline]
    fn passes(self, world: &World, terrain: &[Terrain], cell: CellLayers) -> bool {
        let no_body = !self.minds_bodies | (cell.body == 0);
        let no_item = !self.minds_items | (cell.item == ItemId::NONE);
        self.passes_tile(terrain, cell)
            & ((no_body & no_item) | (self.looks_closer && self.passes_things(world, cell)))
    }

    #[inline]
    fn passes_tile(self, terrain: &[Terrain], cell: CellLayers) -> bool {
        let is_floor = matches!(cell.tile, builtin::FLOOR | builtin::CLASSIC_FLOOR);
        let terrain = terrain[usize::from(cell.tile.0)];
        let footing = if self.shuns_harm {
            terrain.theirs
        } else {
            terrain.footing
        };
        self.wants_floor && is_floor || (footing as u8) < self.footings
    }

    /// Whether the scatter's thing can share the cell with the body and the item there, or replace them.
    fn passes_things(self, world: &World, cell: CellLayers) -> bool {
        let passes_body = cell.body().is_none_or(|who| {
            let is_ours = world.body(who).side == Side::Ours;
            if self.is_body {
                self.replaces && !is_ours
            } else {
                is_ours
            }
        });
        passes_body
            && (cell.item == ItemId::NONE
                || if self.is_body {
                    !(self.grazes_alone && world.item(cell.item).herd)
                } else {
                    self.replaces
                })
    }
}
