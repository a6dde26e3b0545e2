//! The lines of sight and the distances from each cell in tactics, computed once per cell.
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::distances::Distances;
use dungeon_model::space::geometry::{Neighbours, Point, Region, Size};
use dungeon_model::space::sight;

/// The distance that is recorded for a cell out of reach, in steps.
pub const FAR: u16 = 500;

/// The bytes per start cell in both tables, before its lines and distances are computed.
const ENTRY: usize = size_of::<Option<CellBits>>() + size_of::<Option<Box<[u16]>>>();

/// The cells of a map, as bits in reading order.
type CellBits = Box<[u64]>;

/// The lines and distances on one level. Each cell's lines and distances are computed on its first query, with the
/// walls and doors of that time.
pub struct SightTable<'a> {
    meter: &'a Meter<'a>,
    level: LevelId,
    size: Size,
    /// By start cell: the cells to which a line of sight leads, ignoring bodies.
    lines: Vec<Option<CellBits>>,
    /// By start cell: the number of steps to all cells, through doors and slime.
    steps: Vec<Option<Box<[u16]>>>,
    /// The longest range of any weapon, limited to the size of the level.
    reach: i32,
    /// The working memory of `steps_from`.
    flood: Distances,
    bytes: usize,
}

impl<'a> SightTable<'a> {
    /// Creates the table for the current level.
    pub fn new(world: &World, meter: &'a Meter<'a>) -> SightTable<'a> {
        let size = world.size(world.here());
        // If there is no memory for the tables, no lines and no ways are known.
        let area = size.area();
        let cells = if area * (ENTRY + 4) > meter.share() {
            0
        } else {
            area
        };
        let weapons = world.dungeon().kinds.iter().filter_map(|kind| kind.weapon);
        let farthest = weapons.map(|weapon| weapon.reach as i32).max().unwrap_or(0);
        SightTable {
            meter,
            level: world.here(),
            size,
            lines: vec![None; cells],
            steps: vec![None; cells],
            bytes: cells * ENTRY,
            flood: Distances::over(Neighbours::Eight),
            reach: farthest.min(size.width.max(size.height)),
        }
    }

    /// Returns the index of a cell in reading order.
    pub fn index(&self, p: Point) -> usize {
        (p.y * self.size.width + p.x) as usize
    }

    /// Returns the bytes of the cache.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Counts the bytes that will be added. Clears the cache first if the total is too large.
    fn make_room(&mut self, more: usize) {
        if self.bytes + more > self.meter.share() {
            self.lines.fill(None);
            self.steps.fill(None);
            self.bytes = self.lines.len() * ENTRY;
        }
        self.bytes += more;
    }

    /// Whether a line of sight leads from one cell to another, ignoring bodies. Lines longer than the longest range do
    /// not count.
    pub fn has_line(&mut self, world: &World, from: Point, to: Point) -> bool {
        let (index, bit) = (self.index(from), self.index(to));
        if self.lines.is_empty() {
            return false;
        }
        if self.lines[index].is_none() {
            self.make_room(self.size.area() / 8);
            self.lines[index] = Some(self.lines_from(world, from));
        }
        let lines = self.lines[index].as_ref();
        lines.is_some_and(|lines| lines[bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// Returns the number of steps from a cell to each cell, through doors and slime, in reading order: `FAR` for cells
    /// to which no way leads. Empty if there is no memory for the table.
    pub fn steps(&mut self, world: &World, from: Point) -> &[u16] {
        let index = self.index(from);
        if self.steps.is_empty() {
            return &[];
        }
        if self.steps[index].is_none() {
            self.make_room(self.size.area() * size_of::<u16>());
            self.steps[index] = Some(self.steps_from(world, from));
        }
        self.steps[index].as_deref().unwrap_or_default()
    }

    /// Returns the number of steps from a cell to each cell, in reading order; `FAR` for cells out of reach, and for
    /// all other cells if the budget ends.
    fn steps_from(&mut self, world: &World, from: Point) -> Box<[u16]> {
        let goes_on = self.meter.look(self.size.area());
        let lets_in = |p| goes_on && TilePassage::of(world.tile(self.level, p)).is_way();
        self.flood.begin(self.size, [from]);
        self.flood.nearest(FAR.into(), |_| false, lets_in);
        let known = |p| self.flood.known(p)?.try_into().ok();
        self.size
            .points()
            .map(|p| known(p).unwrap_or(FAR))
            .collect()
    }

    fn lines_from(&self, world: &World, from: Point) -> CellBits {
        let mut bits = vec![0_u64; self.size.area().div_ceil(64)];
        let around = Region::around(from, self.reach).clipped(self.size.region());
        let lets_sight = { around.points() }.map(|p| world.lets_sight(self.level, p));
        let lets_sight: Vec<bool> = lets_sight.collect();
        let index = |p: Point| (p.y - around.from.y) * around.size().width + p.x - around.from.x;
        let is_clear =
            |to: Point| sight::line(from, to).all(|p| p == to || lets_sight[index(p) as usize]);
        self.meter.look((self.reach as usize).pow(3));
        for to in around.points() {
            if to != from && is_clear(to) {
                let bit = self.index(to);
                bits[bit / 64] |= 1 << (bit % 64);
            }
        }
        bits.into()
    }
}
