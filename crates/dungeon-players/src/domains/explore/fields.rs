//! The walking distance from every cell of a level to a target: fields that are computed once per target and state of
//! the ground, and cached.
use std::collections::HashMap;

use crate::search::budget::Meter;
use dungeon_engine::chance::mix;
use dungeon_engine::ground::CellLayers;
use dungeon_engine::world::World;
use dungeon_ground::ground_tile::{GroundTile, ground_tiles};
use dungeon_ground::pockets::Passage;
use dungeon_ground::step::{Tread, step, steps_to};
use dungeon_model::dungeon::{CauseEffect, Dungeon, ItemId, LevelId, LockId};
use dungeon_model::space::geometry::{Direction, Point, Size, cell_at};

/// The distance of cells from which a target cannot be reached.
pub const FAR: u16 = u16::MAX;

/// The cost of leaving a harmful cell, in steps. A detour of fewer steps is taken instead.
const HARM: u16 = 15;

/// The cost of entering a cell on which a hero loses a turn (T-4), in steps.
const SLOW: u16 = 2;

/// The maximum number of bytes of cached fields.
const KEPT: usize = 1 << 25;

/// The bytes of overhead per field.
const ENTRY: usize = 128;

/// The maximum number of one-time traps that distinguish states of the ground: one trap per bit.
const ONCE: usize = 64;

/// The maximum number of tracked one-time traps, multiplied by the number of cells of all levels. Further traps are not
/// tracked. Each use of a tracked trap makes all cached fields useless.
const RENEWED: usize = 1 << 20;

/// The maximum number of cached terrain hashes: enough for the states that a search is working on, without using much
/// memory.
const HASHES: usize = 1 << 12;

/// The part of a game's state that step fields depend on, apart from their target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GroundState {
    /// A bit for each lock whose key is held; bit 63 stands for all higher numbers.
    pub locks: u64,
    /// A bit for each one-time trap that was sprung.
    pub sprung: u64,
    /// A hash of the terrain that may be changed by causes; 0 in dungeons where no cause changes terrain.
    pub shifted: u64,
}

/// Whether a hero can enter and cross a cell, and what the cell does to the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Footpath {
    Closed,
    Free,
    /// Ground that slows a hero down.
    Slow,
    Harmful,
    /// A trap that carries heroes off. The trap may be the target of a way, but no way leads over it.
    Carrier,
}

/// The cells of a level with a closed border around them, so that every cell has eight neighbors.
#[derive(Debug)]
struct FootMap {
    size: Size,
    cells: Vec<Footpath>,
    /// For each cell: the directions in which a step can enter it (`Tread`). Empty if all cells can be entered in every
    /// direction.
    treads: Vec<Tread>,
}

/// The number of steps to a target from every cell of its level; empty if memory is short.
#[derive(Debug, Default)]
pub struct StepField {
    width: usize,
    steps: Vec<u16>,
}

impl StepField {
    /// Returns the number of steps from a cell of the level; `FAR` if no way leads to the target.
    pub fn steps(&self, from: Point) -> u16 {
        let index = (from.y + 1) as usize * self.width + (from.x + 1) as usize;
        self.steps.get(index).copied().unwrap_or(FAR)
    }
}

/// The key of a cached field: the level, the target, and the state of the ground.
type FieldKey = (LevelId, Point, GroundState);

/// The cache of step fields of a search.
#[derive(Debug)]
pub struct StepFields<'a> {
    meter: &'a Meter<'a>,
    /// The one-time traps, in the order of levels.
    once: Vec<(LevelId, Point)>,
    /// The cells whose terrain may be changed by causes.
    shifting: Vec<(LevelId, Point)>,
    /// The hash of the shifting terrain, by the hash of all changes of a world.
    shifted: HashMap<u64, u64>,
    tiles: Vec<Vec<GroundTile>>,
    avoids_things: bool,
    maps: HashMap<(LevelId, GroundState), FootMap>,
    fields: HashMap<FieldKey, usize>,
    kept: Vec<StepField>,
    /// The bytes of all cached fields and maps.
    bytes: usize,
    /// The field used last. Each step of a walk uses the same field.
    last: Option<(FieldKey, usize)>,
}

impl<'a> StepFields<'a> {
    /// Creates an empty cache for games that continue from this world.
    pub fn new(world: &World, meter: &'a Meter<'a>) -> StepFields<'a> {
        let dungeon = world.dungeon();
        let through = world.body(world.commanded()).through;
        let levels = || dungeon.numbered_levels().map(|(level, _)| level);
        let tiles = ground_tiles(dungeon, through);
        let is_once = |level: LevelId, p: Point| {
            let tile = world.cell(level, p).tile;
            let ground = tiles[usize::from(level.0)][usize::from(tile.0)];
            ground.kind == Passage::Carrier && ground.is_once
        };
        let cells = levels().flat_map(|level| world.size(level).points().map(move |p| (level, p)));
        let once = cells.filter(|(level, p)| is_once(*level, *p));
        let area: usize = levels().map(|level| world.size(level).area()).sum();
        let once = once.take(ONCE.min(RENEWED / area.max(1))).collect();
        StepFields {
            meter,
            once,
            shifting: shifting(dungeon),
            shifted: HashMap::new(),
            tiles,
            avoids_things: false,
            maps: HashMap::new(),
            fields: HashMap::new(),
            kept: Vec::new(),
            bytes: 0,
            last: None,
        }
    }

    /// Makes fields lead around items where the detour is short. Considers only items that lie on the level when a
    /// field is computed.
    pub fn avoiding_things(self) -> StepFields<'a> {
        StepFields {
            avoids_things: true,
            ..self
        }
    }

    /// Returns the state of the ground in a world.
    pub fn state(&mut self, world: &World) -> GroundState {
        let shifted = self.shifted(world);
        let bit = |n: usize| 1 << n.min(63);
        let locks = world
            .held()
            .iter()
            .filter_map(|item| world.item(*item).opens);
        let is_sprung = |(level, p)| self.tile(world, level, p).kind != Passage::Carrier;
        let once = self.once.iter().copied().enumerate();
        GroundState {
            shifted,
            locks: locks.fold(0, |all, LockId(lock)| all | bit(lock.into())),
            sprung: once.fold(
                0,
                |all, (n, trap)| if is_sprung(trap) { all | bit(n) } else { all },
            ),
        }
    }

    /// A hash of the terrain that may be changed by causes; recomputed only after a change.
    fn shifted(&mut self, world: &World) -> u64 {
        if self.shifting.is_empty() {
            return 0;
        }
        let edits = world.edits_hash();
        if let Some(shifted) = self.shifted.get(&edits) {
            return *shifted;
        }
        self.meter.look(self.shifting.len() / 4);
        let cells = self.shifting.iter();
        let tiles = cells.map(|(level, p)| world.cell(*level, *p).tile);
        let shifted = tiles.fold(0, |all, tile| mix(all ^ (u64::from(tile.0) + 1)));
        if self.shifted.len() >= HASHES {
            self.shifted.clear();
        }
        self.shifted.insert(edits, shifted);
        shifted
    }

    pub fn tile(&self, world: &World, level: LevelId, p: Point) -> &GroundTile {
        &self.tiles[usize::from(level.0)][usize::from(world.cell(level, p).tile.0)]
    }

    pub fn tiles(&self, level: LevelId) -> &[GroundTile] {
        &self.tiles[usize::from(level.0)]
    }

    /// Returns the step field of a target. Cells are missing from the field if the budget ends.
    pub fn to(
        &mut self,
        world: &World,
        state: GroundState,
        level: LevelId,
        to: Point,
    ) -> &StepField {
        let key = (level, to, state);
        if let Some((last, number)) = self.last
            && last == key
        {
            return &self.kept[number];
        }
        let number = match self.fields.get(&key) {
            Some(number) => *number,
            None => self.add(world, key),
        };
        self.last = Some((key, number));
        &self.kept[number]
    }

    /// Returns a direction in which a hero can step off a trap; `None` if there is none.
    pub fn aside(&self, world: &World, level: LevelId, from: Point) -> Option<Direction> {
        Direction::ALL.into_iter().find(|way| {
            let to = step(from, *way, |p| world.tread(level, p));
            to.is_some_and(|to| self.tile(world, level, to).is_open() && world.is_vacant(level, to))
        })
    }

    /// Returns the directions that lead closer to a target, each with the number of steps left after the step. No
    /// direction leads onto a trap that carries heroes off, unless the trap is the target.
    pub fn nearer(
        &mut self,
        world: &World,
        state: GroundState,
        level: LevelId,
        here: Point,
        to: Point,
    ) -> [Option<(u16, Direction)>; 8] {
        let field = self.to(world, state, level, to);
        let left = field.steps(here);
        let ends = Direction::ALL.map(|way| {
            let end = step(here, way, |p| world.tread(level, p))?;
            Some((field.steps(end), way, end)).filter(|(steps, ..)| *steps < left)
        });
        ends.map(|end| {
            let (steps, way, end) = end?;
            let is_carrier = || self.tile(world, level, end).kind == Passage::Carrier;
            (end == to || !is_carrier()).then_some((steps, way))
        })
    }

    fn add(&mut self, world: &World, key: FieldKey) -> usize {
        let (level, to, state) = key;
        if self.bytes >= KEPT.min(self.meter.share()) {
            self.kept.clear();
            self.fields.clear();
            self.maps.clear();
            self.bytes = 0;
        }
        let area = world.size(level).area();
        if area * (size_of::<u16>() + size_of::<Footpath>()) > self.meter.memory() / 4 {
            self.kept.push(StepField::default());
            self.fields.insert(key, self.kept.len() - 1);
            return self.kept.len() - 1;
        }
        let tiles = &self.tiles[usize::from(level.0)];
        let avoids_things = self.avoids_things;
        let map = self.maps.entry((level, state)).or_insert_with(|| {
            self.bytes += area * size_of::<Footpath>();
            FootMap::new(world, level, tiles, avoids_things)
        });
        self.meter.look(area / 16);
        self.bytes += ENTRY + area * size_of::<u16>();
        self.kept.push(map.field(to, self.meter));
        self.fields.insert(key, self.kept.len() - 1);
        self.kept.len() - 1
    }

    /// Returns the bytes of the cache.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The cells whose terrain may be changed by a dungeon's causes.
fn shifting(dungeon: &Dungeon) -> Vec<(LevelId, Point)> {
    let mut shifting = Vec::new();
    for cause in dungeon.causes.iter() {
        for effect in &cause.effects {
            if let (Some(level), CauseEffect::Tile { cells, .. } | CauseEffect::Open(cells)) =
                (cause.level, effect)
            {
                shifting.extend(cells.iter().map(|p| (level, *p)));
            }
        }
    }
    shifting.sort_unstable();
    shifting.dedup();
    shifting
}

impl FootMap {
    fn new(world: &World, level: LevelId, tiles: &[GroundTile], avoids_things: bool) -> FootMap {
        let size = world.size(level);
        let (width, height) = (size.width as usize + 2, size.height as usize + 2);
        let mut cells = vec![Footpath::Closed; width * height];
        let mut treads = if world.has_treads() {
            vec![Tread::PLAIN; width * height]
        } else {
            Vec::new()
        };
        for p in size.points() {
            let CellLayers { tile, item, .. } = world.cell(level, p);
            let ground = &tiles[usize::from(tile.0)];
            let index = (p.y + 1) as usize * width + (p.x + 1) as usize;
            if let Some(tread) = treads.get_mut(index) {
                *tread = ground.passage.tread;
            }
            let is_thing = avoids_things && item != ItemId::NONE;
            let passage = ground.passage;
            let is_harmful = || is_thing || passage.harm > 0 || passage.trap.is_some();
            cells[index] = match ground.kind {
                Passage::Solid | Passage::Window => Footpath::Closed,
                Passage::Locked => {
                    if passage.lock().is_some_and(|lock| world.opens(lock)) {
                        Footpath::Free
                    } else {
                        Footpath::Closed
                    }
                }
                Passage::Carrier => Footpath::Carrier,
                _ if is_harmful() => Footpath::Harmful,
                _ if passage.is_slow => Footpath::Slow,
                _ => Footpath::Free,
            };
        }
        FootMap {
            size,
            cells,
            treads,
        }
    }

    /// Calls `tell` with the index of each cell from which a step leads onto the cell `to`.
    fn before(&self, to: usize, offsets: [isize; 8], mut tell: impl FnMut(usize)) {
        if self.treads.is_empty() {
            let cells = offsets.map(|offset| to.wrapping_add_signed(offset));
            return cells.into_iter().for_each(tell);
        }
        let width = self.size.width as usize + 2;
        let index = |p: Point| p.y as usize * width + p.x as usize;
        let tread = |p| self.treads.get(index(p)).copied().unwrap_or(Tread::PLAIN);
        for way in Direction::ALL {
            let cells = steps_to(cell_at(to % width, to / width), way.opposite(), tread);
            cells.for_each(|p| tell(index(p)));
        }
    }

    /// Computes the number of steps to a cell from all other cells, nearest first. A harmful cell counts as several
    /// steps, so that a short detour around it is preferred.
    fn field(&self, to: Point, meter: &Meter<'_>) -> StepField {
        let width = self.size.width as usize + 2;
        let mut steps = vec![FAR; self.cells.len()];
        let start = (to.y + 1) as usize * width + (to.x + 1) as usize;
        steps[start] = 0;
        let mut rings: Vec<Vec<usize>> = vec![Vec::new(); usize::from(HARM) + 2];
        let (mut ring, mut empty) = (0_u16, 0);
        rings[0].push(start);
        let offsets =
            Direction::ALL.map(|way| way.dy() as isize * width as isize + way.dx() as isize);
        while empty < rings.len() && !meter.is_stopped() {
            let nth = usize::from(ring) % rings.len();
            let mut cells = std::mem::take(&mut rings[nth]);
            empty = if cells.is_empty() { empty + 1 } else { 0 };
            meter.look(cells.len());
            for cell in cells.drain(..) {
                if steps[cell] != ring {
                    continue;
                }
                self.before(cell, offsets, |next| {
                    let more = match self.cells.get(next) {
                        Some(Footpath::Free) => 1,
                        Some(Footpath::Slow) => SLOW,
                        Some(Footpath::Harmful) => HARM,
                        // A trap gets a distance, since a hero who has landed on it may stand there. But no way leads
                        // over the trap.
                        Some(Footpath::Carrier) => {
                            steps[next] = steps[next].min(ring.saturating_add(1));
                            return;
                        }
                        _ => return,
                    };
                    // The cost of a cell counts when the hero leaves it.
                    let sum = ring.saturating_add(more);
                    if sum < steps[next] {
                        steps[next] = sum;
                        rings[usize::from(sum) % (usize::from(HARM) + 2)].push(next);
                    }
                });
            }
            rings[nth] = cells;
            ring = ring.saturating_add(1);
            if ring == FAR {
                break;
            }
        }
        StepField { width, steps }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::search::budget::Budget;
    use dungeon_engine::event::Event;
    use dungeon_format::source;
    use dungeon_model::dungeon::builtin;
    use dungeon_model::space::geometry::at;

    /// The side length of the area that a cause may change. Cells outside are not affected.
    const SIDE: usize = 120;

    #[test]
    fn terrain_that_causes_may_change_is_looked_at_once_for_each_change_and_counted() {
        let (wall, rest) = ("#".repeat(SIDE + 2), ".".repeat(SIDE - 2));
        let rows = format!("#{}#\n", "P".repeat(SIDE)).repeat(SIDE);
        let map = format!("map\n{wall}\n#@${rest}#\n{rows}{wall}\nend\nmark P .\n");
        let text = format!("{map}when turn=1000 tile=P into=#\n");
        let file = source::Source::from_text("a.dng", text);
        let (dungeon, _) = dungeon_lint::read(&file, &source::Limits::default());
        let asked = AtomicU32::new(0);
        let counts = |_| asked.fetch_add(1, Ordering::Relaxed) < u32::MAX;
        let budget = Budget {
            goes_on: &counts,
            ..Budget::of_steps(0)
        };
        let meter = Meter::new(&budget);
        let mut world = World::new(dungeon.expect("sound").into(), 0);
        let mut fields = StepFields::new(&world, &meter);
        let first = fields.state(&world);
        for x in 3..60 {
            let tile = builtin::WALL;
            world.apply(&Event::Rebuilt {
                level: LevelId(0),
                at: at(x, 1),
                tile,
            });
            assert_eq!(
                fields.state(&world),
                first,
                "no cell of the cause has changed"
            );
        }
        let often = asked.load(Ordering::Relaxed);
        assert!(often > 1, "so much thought is counted");
        for _ in 0..100 {
            fields.state(&world);
        }
        assert_eq!(
            asked.load(Ordering::Relaxed),
            often,
            "nothing is looked at anew"
        );
        world.apply(&Event::Rebuilt {
            level: LevelId(0),
            at: at(5, 5),
            tile: builtin::WALL,
        });
        assert_ne!(fields.state(&world), first);
    }
}
