//! Fields of view that were computed before. A game that a program plays many times shows the same places again and
//! again, and reading a field from a list is faster than casting it.
use std::collections::BTreeMap;
use std::fmt::Debug;

use super::sparse_cells::{CellWord, SparseCells};
use dungeon_engine::chance::mix;
use dungeon_engine::world::World;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::field::Field;
use dungeon_model::space::geometry::{Point, cell_at};
use dungeon_model::space::grid::Grid;

/// The maximum size, in cells, of a level whose fields are kept.
const MOST_CELLS: usize = 1 << 14;

/// The maximum number of fields that are kept. A few megabytes hold them.
const MOST_FIELDS: usize = 1 << 12;

/// What keeps fields of view. A trait, so that a program that never keeps any, such as the page, does not contain the code.
pub trait KeptFields: Debug + Send + Sync {
    /// Notes that another game or another level begins, where the walls may be others.
    fn leave(&mut self);

    /// Returns the walls of the current level as they are known; `None` if they are not.
    fn walls(&self) -> Option<&LevelWalls>;

    /// Makes these the walls of the current level, which must have them.
    fn recall(&mut self, world: &World, walls: &LevelWalls);

    /// Learns the walls of the current level: those of all cells if it is another level than before, otherwise those of the
    /// `edited` cells. Returns whether fields of the level are kept.
    fn survey(&mut self, world: &World, edited: &mut dyn Iterator<Item = Point>) -> bool;

    /// Returns the cells of the level that are seen from `eye` within `reach` cells, which must be the same number in all
    /// calls for a level. `survey` must have returned `true` for the level's current walls.
    fn field(&mut self, field: &mut Field, eye: Point, reach: u32) -> &[CellWord];

    /// Returns the same without fields.
    fn empty(&self) -> Box<dyn KeptFields>;
}

/// Clones start empty: cheap to rebuild, expensive to copy.
impl Clone for Box<dyn KeptFields> {
    fn clone(&self) -> Box<dyn KeptFields> {
        self.empty()
    }
}

/// The fields of view of cells, each for the walls that decide it.
#[derive(Debug, Default)]
pub struct FieldMemory {
    /// The level whose walls are known; `None` if those of no level are.
    level: Option<LevelId>,
    /// The walls of each level, by `LevelId`, as they were when the level was left.
    walls: Vec<LevelWalls>,
    fields: BTreeMap<(u64, Point), Box<[CellWord]>>,
}

/// The cells of a level where lines of sight end.
#[derive(Clone, Debug, Default)]
pub struct LevelWalls {
    /// Whether lines of sight pass each cell.
    clear: Grid<bool>,
    /// A hash of the level and of all cells where lines of sight end.
    hash: u64,
}

impl LevelWalls {
    /// Returns a hash of the level and of its walls.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Makes these the walls of a level. Takes little time for cells that are as before.
    fn survey(&mut self, world: &World, level: LevelId) {
        let size = world.size(level);
        if self.clear.size() != size {
            self.clear = Grid::filled(size, true);
            self.hash = mix(level.0.into());
        }
        let (mut hash, width) = (self.hash, size.width.max(1) as usize);
        let cells = self.clear.cells_mut().iter_mut().enumerate();
        for ((nth, is_clear), now) in cells.zip(world.clear_cells(level)) {
            if *is_clear != now {
                *is_clear = now;
                hash ^= hash_of(cell_at(nth % width, nth / width));
            }
        }
        self.hash = hash;
    }

    fn set(&mut self, p: Point, is_clear: bool) {
        if self.clear.get(p) == Some(!is_clear) {
            self.clear.set(p, is_clear);
            self.hash ^= hash_of(p);
        }
    }
}

fn hash_of(p: Point) -> u64 {
    mix(u64::from(p.x.cast_unsigned()) << 32 | u64::from(p.y.cast_unsigned()))
}

impl FieldMemory {
    fn make_room(&mut self, world: &World) {
        self.walls
            .resize_with(world.dungeon().levels.len(), LevelWalls::default);
    }
}

impl KeptFields for FieldMemory {
    fn leave(&mut self) {
        self.level = None;
    }

    fn walls(&self) -> Option<&LevelWalls> {
        self.walls.get(usize::from(self.level?.0))
    }

    fn recall(&mut self, world: &World, walls: &LevelWalls) {
        self.make_room(world);
        self.walls[usize::from(world.here().0)].clone_from(walls);
        self.level = Some(world.here());
    }

    fn survey(&mut self, world: &World, edited: &mut dyn Iterator<Item = Point>) -> bool {
        let here = world.here();
        if world.size(here).area() > MOST_CELLS {
            self.leave();
            return false;
        }
        self.make_room(world);
        let walls = &mut self.walls[usize::from(here.0)];
        if self.level == Some(here) {
            edited.for_each(|p| walls.set(p, world.lets_sight(here, p)));
        } else {
            walls.survey(world, here);
            self.level = Some(here);
        }
        true
    }

    fn field(&mut self, field: &mut Field, eye: Point, reach: u32) -> &[CellWord] {
        if self.fields.len() >= MOST_FIELDS {
            self.fields.clear();
        }
        let nth = self.level.map(|level| usize::from(level.0));
        let Some(LevelWalls { clear, hash }) = nth.and_then(|nth| self.walls.get(nth)) else {
            return &[];
        };
        self.fields.entry((*hash, eye)).or_insert_with(|| {
            let mut seen = SparseCells::new(clear.size());
            let is_clear = |p| clear.get(p) == Some(true);
            field.cast(eye, reach, is_clear, |p| seen.insert(p));
            seen.words().collect()
        })
    }

    fn empty(&self) -> Box<dyn KeptFields> {
        Box::new(FieldMemory::default())
    }
}
