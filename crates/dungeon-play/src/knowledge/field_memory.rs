//! Fields of view that were computed before. A game that a program plays many times shows the same places again and
//! again, and reading a field from a list is faster than casting it.
use std::collections::HashMap;

use super::sparse_cells::{CellWord, SparseCells};
use dungeon_engine::chance::mix;
use dungeon_engine::world::World;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::field::Field;
use dungeon_model::space::geometry::Point;
use dungeon_model::space::grid::Grid;

/// The maximum size, in cells, of a level whose fields are kept.
const MOST_CELLS: usize = 1 << 14;

/// The maximum number of fields that are kept. A few megabytes hold them.
const MOST_FIELDS: usize = 1 << 12;

/// The fields of view of cells, each for the walls that decide it.
#[derive(Debug, Default)]
pub struct FieldMemory {
    /// The level that `clear` and `walls` describe; `None` if they are not known.
    level: Option<LevelId>,
    /// Whether lines of sight pass each cell.
    clear: Grid<bool>,
    /// A hash of the level and of all cells where lines of sight end.
    walls: u64,
    fields: HashMap<(u64, Point), Box<[CellWord]>>,
}

/// Clones start empty: cheap to rebuild, expensive to copy.
impl Clone for FieldMemory {
    fn clone(&self) -> FieldMemory {
        FieldMemory::default()
    }
}

impl FieldMemory {
    /// Forgets the walls, but no field, because another game or another level begins.
    pub fn leave(&mut self) {
        self.level = None;
    }

    /// Learns the walls of the current level: those of all cells if it is another level than before, otherwise those of the
    /// `edited` cells. Returns whether fields of the level are kept.
    pub fn survey(&mut self, world: &World, edited: impl Iterator<Item = Point>) -> bool {
        let here = world.here();
        let size = world.size(here);
        if size.area() > MOST_CELLS {
            self.leave();
            return false;
        }
        if self.level == Some(here) {
            edited.for_each(|p| self.set(p, world.lets_sight(here, p)));
            return true;
        }
        self.level = Some(here);
        self.walls = mix(here.0.into());
        self.clear = Grid::filled(size, true);
        let walls = world.opaque_cells(here);
        walls.for_each(|p| self.set(p, false));
        true
    }

    fn set(&mut self, p: Point, is_clear: bool) {
        if self.clear.get(p) == Some(!is_clear) {
            self.clear.set(p, is_clear);
            self.walls ^=
                mix(u64::from(p.x.cast_unsigned()) << 32 | u64::from(p.y.cast_unsigned()));
        }
    }

    /// Returns the cells of the level that are seen from `eye` within `reach` cells, which must be the same number in all
    /// calls for a level. `survey` must have returned `true` for the level's current walls.
    pub fn field(&mut self, field: &mut Field, eye: Point, reach: u32) -> &[CellWord] {
        if self.fields.len() >= MOST_FIELDS {
            self.fields.clear();
        }
        let clear = &self.clear;
        self.fields.entry((self.walls, eye)).or_insert_with(|| {
            let mut seen = SparseCells::new(clear.size());
            let is_clear = |p| clear.get(p) == Some(true);
            field.cast(eye, reach, is_clear, |p| seen.insert(p));
            seen.words().collect()
        })
    }
}
