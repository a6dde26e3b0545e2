//! What a wizard of tactics sees from each cell, and how far it is from there: worked out once for a cell.
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::{Neighbours, Point, Size, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::sight;

/// The steps that count for a cell to which no way leads.
pub const FAR: u16 = 500;

/// The bytes of a cell in both tables.
const ENTRY: usize = size_of::<Option<CellBits>>() + size_of::<Option<Box<[u16]>>>();

/// The cells of a map, as bits in reading order.
type CellBits = Box<[u64]>;

/// The sight table from the cells of one level, as its walls and doors were when it was asked for.
pub struct SightTable<'a> {
    meter: &'a Meter<'a>,
    level: LevelId,
    size: Size,
    /// Which cells a line from each cell leads to, if nobody stands between; by the cell where it begins.
    lines: Vec<Option<CellBits>>,
    /// The steps from each cell to all others, over doors and slime; by the cell where they begin.
    steps: Vec<Option<Box<[u16]>>>,
    /// The longest line that anybody shoots along on this level.
    reach: i32,
    bytes: usize,
}

impl<'a> SightTable<'a> {
    /// The sight table over the level that is awake.
    pub fn new(world: &World, meter: &'a Meter<'a>) -> SightTable<'a> {
        let size = world.size(world.here());
        // Where there is no room for the tables, no line is known, and no way.
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
            reach: farthest.min(size.width.max(size.height)),
        }
    }

    fn index(&self, p: Point) -> usize {
        (p.y * self.size.width + p.x) as usize
    }

    /// The bytes of all that is remembered.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Counts bytes that are added, and forgets all that was worked out where they are too many.
    fn make_room(&mut self, more: usize) {
        if self.bytes + more > self.meter.share() {
            self.lines.fill(None);
            self.steps.fill(None);
            self.bytes = self.lines.len() * ENTRY;
        }
        self.bytes += more;
    }

    /// Whether a line leads from a cell to another, bodies between left aside; none is longer than the farthest shot.
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

    /// The steps from a cell to another, over doors and slime; `FAR` where no way leads there.
    pub fn steps(&mut self, world: &World, from: Point, to: Point) -> u16 {
        let (index, cell) = (self.index(from), self.index(to));
        let (level, size, meter) = (self.level, self.size, self.meter);
        if self.steps.is_empty() {
            return FAR;
        }
        if self.steps[index].is_none() {
            self.make_room(size.area() * size_of::<u16>());
        }
        let steps = &mut self.steps[index];
        let steps = steps.get_or_insert_with(|| steps_from(world, level, size, from, meter));
        steps[cell]
    }

    fn lines_from(&self, world: &World, from: Point) -> CellBits {
        let mut bits = vec![0_u64; self.size.area().div_ceil(64)];
        let is_clear =
            |to: Point| sight::line(from, to).all(|p| p == to || world.lets_sight(self.level, p));
        let around = -self.reach..=self.reach;
        self.meter.look((self.reach as usize).pow(3));
        for (dx, dy) in { around.clone() }.flat_map(|dy| around.clone().map(move |dx| (dx, dy))) {
            let to = at(from.x + dx, from.y + dy);
            if self.size.contains(to) && to != from && is_clear(to) {
                let bit = self.index(to);
                bits[bit / 64] |= 1 << (bit % 64);
            }
        }
        bits.into()
    }
}

/// The steps from a cell to every cell, in reading order, as far as the budget goes.
fn steps_from(
    world: &World,
    level: LevelId,
    size: Size,
    from: Point,
    meter: &Meter<'_>,
) -> Box<[u16]> {
    let lets_in = |p: Point| TilePassage::of(world.tile(level, p)).is_way();
    let mut steps = Grid::filled(size, FAR);
    steps.set(from, 0);
    let mut ring = vec![from];
    let ways = Neighbours::Eight.directions();
    for depth in 1..FAR {
        let mut next = Vec::new();
        for near in ring.iter().flat_map(|p| ways.iter().map(|way| *p + *way)) {
            if steps.get(near) == Some(FAR) && lets_in(near) {
                steps.set(near, depth);
                next.push(near);
            }
        }
        if !meter.look(next.len()) || next.is_empty() {
            break;
        }
        ring = next;
    }
    steps.cells().into()
}
