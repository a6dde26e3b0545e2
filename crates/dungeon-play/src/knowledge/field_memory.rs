//! Fields of view that were computed before. A game that a program plays many times shows the same places again and
//! again, and reading a field from a list is faster than casting it.
use std::cell::Cell;
use std::fmt::Debug;

use dungeon_engine::concealed::ShownWorld;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::cell_set::WORD;
use dungeon_model::space::field::Field;
use dungeon_model::space::geometry::{Point, Size};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::narrow::count;

/// The maximum size, in cells, of a level whose fields are kept.
const MOST_CELLS: usize = 1 << 14;

/// The maximum number of fields that are kept. A few megabytes hold them.
const MOST_FIELDS: usize = 1 << 12;

/// The maximum number of fields that are kept for a cell.
const MOST_OF_A_CELL: usize = 16;

/// What keeps fields of view. A trait, so that a program that never keeps any, such as the page, does not contain the code.
pub trait KeptFields: Debug + Send + Sync {
    /// Notes that another game or another level begins, where the walls may be others.
    fn leave(&mut self);

    /// Returns the walls of the current level as they are known; `None` if they are not.
    fn walls(&self) -> Option<&LevelWalls>;

    /// Makes these the walls of the current level, which must have them.
    fn recall(&mut self, world: ShownWorld<'_>, walls: &LevelWalls);

    /// Learns the walls of the current level: those of all cells if it is another level than before, otherwise those of the
    /// `edited` cells.
    fn survey(&mut self, world: ShownWorld<'_>, edited: &[Point]) -> WallNews;

    /// Returns the cells of the level that are seen from `eye` within `reach` cells, which must be the same number in all
    /// calls for a level. The level's current walls must be known.
    fn field(&mut self, field: &mut Field, eye: Point, reach: u32) -> &[FieldWord];

    /// Returns the same without fields.
    fn empty(&self) -> Box<dyn KeptFields>;
}

/// What a survey learned about the walls of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallNews {
    /// The level is too large: neither its walls nor its fields are kept.
    Unknown,
    /// The walls are as they were at the last survey, on the same level.
    Same,
    /// The level or its walls are others than at the last survey.
    Changed,
}

/// Clones start empty: cheap to rebuild, expensive to copy.
impl Clone for Box<dyn KeptFields> {
    fn clone(&self) -> Box<dyn KeptFields> {
        self.empty()
    }
}

/// The fields of view of cells, each with the walls that decide it.
#[derive(Debug, Default)]
pub struct FieldMemory {
    /// The level whose walls are known; `None` if those of no level are.
    level: Option<LevelId>,
    levels: Vec<LevelFields>, // by LevelId
    /// The number of fields of all levels.
    count: usize,
}

/// The walls and the fields of one level.
#[derive(Debug, Default)]
struct LevelFields {
    /// The walls as they were when the level was left.
    walls: LevelWalls,
    fields: CellFields,
}

/// The fields of the cells of a level.
#[derive(Debug, Default)]
struct CellFields {
    /// For each cell the number of its list in `lists`, from 1; 0 for a cell without fields.
    numbers: Grid<u32>,
    /// For each cell that was an eye, its fields, the oldest first.
    lists: Vec<Vec<KeptField>>,
}

/// A field of view: the words of the level that contain cells of it, or cells that were tested for whether lines of
/// sight pass them. The field is the same whatever is on other cells.
type KeptField = Box<[FieldWord]>;

/// The cells of a word that belong to a field of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldWord {
    /// The index of the word, with 64 cells of a row in each word.
    pub nth: u32,
    /// The cells that are seen, as bits.
    pub seen: u64,
    /// The cells that were tested.
    tested: u64,
    /// The tested cells that lines of sight pass.
    clear: u64,
}

/// The cells of a level where lines of sight pass, as bits with 64 cells of a row in each word.
#[derive(Clone, Debug, Default)]
pub struct LevelWalls {
    size: Size,
    /// The number of words per row.
    stride: usize,
    clear: Vec<u64>,
}

impl LevelWalls {
    /// Makes these the walls of the current level.
    fn survey(&mut self, world: ShownWorld<'_>) {
        self.size = world.size(world.here());
        let width = self.size.width.max(1) as usize;
        self.stride = width.div_ceil(WORD);
        let (mut clear, masked) = world.clear_cells_here();
        self.clear.clear();
        for _ in 0..self.size.height {
            for first in (0..width).step_by(WORD) {
                let mut word = 0;
                for bit in 0..WORD.min(width - first) {
                    word |= u64::from(clear.next() == Some(true)) << bit;
                }
                self.clear.push(word);
            }
        }
        let cells = world.cells_here();
        for p in masked {
            self.set(p, cells.lets_sight(p));
        }
    }

    /// Returns the index of a cell's word, and the cell's bit; `None` outside the level.
    #[inline]
    fn place(&self, p: Point) -> Option<(usize, u64)> {
        // Negative coordinates become huge, and the index in a row after the last is beyond all words, as in `Grid::index`.
        let (x, y) = (p.x.cast_unsigned(), p.y.cast_unsigned());
        let nth = u64::from(y) * self.stride as u64 + u64::from(x / u64::BITS);
        let nth = usize::try_from(nth).ok()?;
        let is_in = x < self.size.width.cast_unsigned() && nth < self.clear.len();
        is_in.then_some((nth, 1 << (x % u64::BITS)))
    }

    #[inline]
    fn is_clear(&self, p: Point) -> bool {
        let place = self.place(p);
        place.is_some_and(|(nth, bit)| self.clear[nth] & bit != 0)
    }

    /// Returns whether the cell was different before.
    fn set(&mut self, p: Point, is_clear: bool) -> bool {
        let Some((nth, bit)) = self.place(p).filter(|_| self.is_clear(p) != is_clear) else {
            return false;
        };
        self.clear[nth] ^= bit;
        true
    }
}

/// A word of a level while a field is cast: the cells that lines of sight pass, and those tested and seen so far.
#[derive(Debug)]
struct CastWord {
    clear: u64,
    tested: Cell<u64>,
    seen: Cell<u64>,
}

/// Casts a field.
fn cast_kept(walls: &LevelWalls, field: &mut Field, eye: Point, reach: u32) -> KeptField {
    let word = |clear: &u64| CastWord {
        clear: *clear,
        tested: Cell::new(0),
        seen: Cell::new(0),
    };
    let words: Vec<CastWord> = walls.clear.iter().map(word).collect();
    let is_clear = |p| {
        walls.place(p).is_some_and(|(nth, bit)| {
            let word = &words[nth];
            word.tested.set(word.tested.get() | bit);
            word.clear & bit != 0
        })
    };
    field.cast_without_reading_ahead(eye, reach, is_clear, |p| {
        if let Some((nth, bit)) = walls.place(p) {
            words[nth].seen.set(words[nth].seen.get() | bit);
        }
    });
    let is_kept = |word: &CastWord| word.tested.get() | word.seen.get() != 0;
    let mut kept = Vec::with_capacity(words.iter().filter(|word| is_kept(word)).count());
    for (nth, word) in (0..).zip(&words).filter(|(_, word)| is_kept(word)) {
        let (tested, seen) = (word.tested.get(), word.seen.get());
        kept.push(FieldWord {
            nth,
            seen,
            tested,
            clear: word.clear & tested,
        });
    }
    kept.into()
}

/// Whether a cast would find the same field.
fn is_field_of(field: &[FieldWord], walls: &LevelWalls) -> bool {
    let is_same = |word: &FieldWord| walls.clear[word.nth as usize] & word.tested == word.clear;
    field.iter().all(is_same)
}

impl CellFields {
    /// Returns the fields of a cell of a level of this size; `None` outside the level.
    fn of(&mut self, size: Size, eye: Point) -> Option<&mut Vec<KeptField>> {
        if self.numbers.size() != size {
            self.numbers = Grid::filled(size, 0);
            self.lists.clear();
        }
        let number = self.numbers.get_mut(eye)?;
        if *number == 0 {
            self.lists.push(Vec::new());
            *number = count(self.lists.len());
        }
        self.lists.get_mut(*number as usize - 1)
    }
}

impl FieldMemory {
    /// Returns the walls and fields of a level.
    fn level_mut(&mut self, world: ShownWorld<'_>) -> &mut LevelFields {
        let levels = world.dungeon().levels.len();
        self.levels.resize_with(levels, LevelFields::default);
        &mut self.levels[usize::from(world.here().0)]
    }
}

impl KeptFields for FieldMemory {
    fn leave(&mut self) {
        self.level = None;
    }

    fn walls(&self) -> Option<&LevelWalls> {
        let level = self.levels.get(usize::from(self.level?.0))?;
        Some(&level.walls)
    }

    fn recall(&mut self, world: ShownWorld<'_>, walls: &LevelWalls) {
        self.level_mut(world).walls.clone_from(walls);
        self.level = Some(world.here());
    }

    fn survey(&mut self, world: ShownWorld<'_>, edited: &[Point]) -> WallNews {
        let here = world.here();
        if world.size(here).area() > MOST_CELLS {
            self.leave();
            return WallNews::Unknown;
        }
        let is_known = self.level == Some(here);
        self.level = Some(here);
        let walls = &mut self.level_mut(world).walls;
        if !is_known {
            walls.survey(world);
            return WallNews::Changed;
        }
        if edited.is_empty() {
            return WallNews::Same;
        }
        let cells = world.cells_here();
        let changes = { edited.iter() }.map(|p| walls.set(*p, cells.lets_sight(*p)));
        if changes.fold(false, |any, changed| any | changed) {
            WallNews::Changed
        } else {
            WallNews::Same
        }
    }

    fn field(&mut self, field: &mut Field, eye: Point, reach: u32) -> &[FieldWord] {
        if self.count >= MOST_FIELDS {
            { self.levels.iter_mut() }.for_each(|level| level.fields = CellFields::default());
            self.count = 0;
        }
        let nth = self.level.map(|level| usize::from(level.0));
        let Some(LevelFields { walls, fields }) = nth.and_then(|nth| self.levels.get_mut(nth))
        else {
            return &[];
        };
        let Some(kept) = fields.of(walls.size, eye) else {
            return &[];
        };
        let nth = kept.iter().rposition(|one| is_field_of(one, walls));
        let nth = nth.unwrap_or_else(|| {
            if kept.len() >= MOST_OF_A_CELL {
                kept.remove(0);
                self.count -= 1;
            }
            kept.push(cast_kept(walls, field, eye, reach));
            self.count += 1;
            kept.len() - 1
        });
        &kept[nth]
    }

    fn empty(&self) -> Box<dyn KeptFields> {
        Box::new(FieldMemory::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_engine::chance::mix;
    use dungeon_model::space::geometry::at;

    fn walls(size: Size, luck: u64) -> LevelWalls {
        let stride = (size.width as usize).div_ceil(WORD);
        let mut walls = LevelWalls {
            size,
            stride,
            clear: vec![0; stride * size.height as usize],
        };
        for (nth, p) in (0..).zip(size.points()) {
            walls.set(p, !mix(luck ^ mix(nth)).is_multiple_of(4));
        }
        walls
    }

    #[test]
    fn a_kept_field_is_used_only_where_a_cast_would_find_the_same() {
        let (mut field, mut used, mut others) = (Field::default(), 0, 0);
        for luck in 0..24 {
            let (size, reach) = (Size::new(70, 20), [4, 100][luck as usize % 2]);
            let mut walls = walls(size, luck);
            let eye = at((luck * 7 % 70) as i32, (luck * 3 % 20) as i32);
            let kept = cast_kept(&walls, &mut field, eye, reach);
            let seen = |field: &KeptField| -> Vec<(u32, u64)> {
                let seen = field.iter().filter(|word| word.seen != 0);
                seen.map(|word| (word.nth, word.seen)).collect()
            };
            for p in size.points() {
                walls.set(p, !walls.is_clear(p));
                let fresh = cast_kept(&walls, &mut field, eye, reach);
                if is_field_of(&kept, &walls) {
                    assert_eq!(seen(&kept), seen(&fresh), "{luck} {p}");
                    used += 1;
                } else {
                    others += usize::from(seen(&kept) != seen(&fresh));
                }
                walls.set(p, !walls.is_clear(p));
            }
        }
        assert!(used > 1_000 && others > 1_000, "{used} {others}");
    }
}
