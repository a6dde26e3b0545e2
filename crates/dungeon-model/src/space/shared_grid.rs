//! A grid whose clones share its cells, so that a clone is cheap and stores only its own changes.
use std::sync::{Arc, OnceLock};

use super::geometry::{Point, Size};
use super::grid::Grid;
use super::narrow::count;

/// A grid whose clones share its cells. Changes to the original go directly into its cells. A clone stores its changes
/// in a table, and copies all cells when this table grows too large.
pub struct SharedGrid<T> {
    store: GridStore<T>,
    changes: ChangedCells<T>, // empty while the grid owns its cells
}

enum GridStore<T> {
    /// The cells belong to this grid alone. `copy` is a copy of the cells for clones to share; it is valid until the
    /// next change of this grid.
    Own {
        grid: Grid<T>,
        copy: OnceLock<Arc<Grid<T>>>,
    },
    /// The cells are shared with other grids, and do not change.
    Shared(Arc<Grid<T>>),
}

/// The minimum number of cells of the grid for each slot in a table of changes. With more slots, the table would cost
/// more than a copy of all cells.
const CELLS_A_SLOT: usize = 8;

/// The number of cells that are tested together for whether any of them is wanted.
const RUN: usize = 32;

impl<T: Copy + Default> SharedGrid<T> {
    /// Creates a grid with these cells.
    pub fn new(grid: Grid<T>) -> SharedGrid<T> {
        SharedGrid {
            store: GridStore::own(grid),
            changes: ChangedCells::default(),
        }
    }

    /// Returns the columns and rows of the grid.
    pub fn size(&self) -> Size {
        self.base().size()
    }

    /// Returns the cell at a point; `None` outside the grid.
    #[inline]
    pub fn get(&self, p: Point) -> Option<T> {
        self.cells().get(p)
    }

    /// Returns the shared cells above, at and below a point. Ignores changes.
    #[inline]
    pub fn column(&self, p: Point) -> [Option<T>; 3] {
        let grid = self.base();
        let (cells, width) = (grid.cells(), grid.size().width as usize);
        let cell = |index: usize| cells.get(index).copied();
        let index = grid.index(p);
        index.map_or([None; 3], |nth| {
            [nth.wrapping_sub(width), nth, nth + width].map(cell)
        })
    }

    /// Returns a view of the cells for many reads in a row.
    #[inline]
    pub fn cells(&self) -> SharedCells<'_, T> {
        SharedCells {
            base: self.base(),
            changes: (!self.changes.is_empty()).then_some(&self.changes),
        }
    }

    /// Returns all cells as one grid; `None` for a clone with changes.
    pub fn as_grid(&self) -> Option<&Grid<T>> {
        self.changes.is_empty().then(|| self.base())
    }

    /// Changes one cell; ignores points outside the grid.
    #[inline(always)] // measured: every step of every monster changes two cells
    pub fn edit(&mut self, p: Point, edit: impl FnOnce(&mut T)) {
        let cell = match &mut self.store {
            GridStore::Own { grid, copy } => {
                if copy.get().is_some() {
                    copy.take();
                }
                grid.get_mut(p)
            }
            GridStore::Shared(_) => self.shared_cell(p),
        };
        if let Some(cell) = cell {
            edit(cell);
        }
    }

    /// Returns the cell at a point for modification, in a grid with shared cells; `None` outside the grid.
    fn shared_cell(&mut self, p: Point) -> Option<&mut T> {
        let index = self.base().index(p)?;
        if self.changes.is_full() && !self.changes.grow(self.base().size().area()) {
            self.own_cells();
        }
        match &mut self.store {
            GridStore::Own { grid, .. } => grid.get_mut(p),
            GridStore::Shared(base) => Some(self.changes.at(index, || base.cells()[index])),
        }
    }

    /// Returns the size of this grid in bytes, not counting shared cells.
    pub fn own_bytes(&self) -> usize {
        let cells = match &self.store {
            GridStore::Own { grid, .. } => size_of_val(grid.cells()),
            GridStore::Shared(_) => 0,
        };
        cells + self.changes.slots.capacity() * size_of::<ChangeSlot<T>>()
    }

    /// Makes this grid a copy of another grid, without sharing cells with it. Useful if most cells will change.
    pub fn copy_from(&mut self, from: &SharedGrid<T>) {
        let grid = match &mut self.store {
            GridStore::Own { grid, .. } => std::mem::take(grid),
            GridStore::Shared(_) => Grid::default(),
        };
        self.store = GridStore::own(grid);
        if let GridStore::Own { grid, .. } = &mut self.store {
            grid.clone_from(from.base());
            from.changes.write_to(grid);
        }
        self.changes.clear();
    }

    #[inline]
    fn base(&self) -> &Grid<T> {
        match &self.store {
            GridStore::Own { grid, .. } => grid,
            GridStore::Shared(base) => base,
        }
    }

    /// Gives this grid cells that it shares with no other grid. Takes over the shared cells if no other grid uses them.
    #[cold]
    fn own_cells(&mut self) {
        let store = std::mem::replace(&mut self.store, GridStore::own(Grid::default()));
        let mut grid = match store {
            GridStore::Own { grid, .. } => grid,
            GridStore::Shared(base) => Arc::unwrap_or_clone(base),
        };
        self.changes.write_to(&mut grid);
        self.changes.clear();
        self.store = GridStore::own(grid);
    }
}

impl<T: Copy> GridStore<T> {
    fn own(grid: Grid<T>) -> GridStore<T> {
        GridStore::Own {
            grid,
            copy: OnceLock::new(),
        }
    }

    /// Returns the cells for a clone to share.
    fn shared(&self) -> &Arc<Grid<T>> {
        match self {
            GridStore::Own { grid, copy } => copy.get_or_init(|| Arc::new(grid.clone())),
            GridStore::Shared(base) => base,
        }
    }
}

/// Written by hand: a derived `clone` would copy the cells, and a derived `clone_from` would reallocate the table.
impl<T: Copy + Default> Clone for SharedGrid<T> {
    fn clone(&self) -> SharedGrid<T> {
        SharedGrid {
            store: GridStore::Shared(Arc::clone(self.store.shared())),
            changes: self.changes.clone(),
        }
    }

    fn clone_from(&mut self, from: &SharedGrid<T>) {
        let shared = from.store.shared();
        match &mut self.store {
            GridStore::Shared(base) if Arc::ptr_eq(base, shared) => {}
            store => *store = GridStore::Shared(Arc::clone(shared)),
        }
        self.changes.clone_from(&from.changes);
    }
}

/// The cells of a [`SharedGrid`], borrowed for many reads in a row.
pub struct SharedCells<'a, T> {
    base: &'a Grid<T>,
    changes: Option<&'a ChangedCells<T>>, // `None` if there are none
}

impl<'a, T: Copy + Default> SharedCells<'a, T> {
    /// Returns the cell at a point; `None` outside the grid.
    #[inline]
    pub fn get(&self, p: Point) -> Option<T> {
        let index = self.base.index(p)?;
        let changed = self.changes.and_then(|changes| changes.get(index));
        changed.or_else(|| self.base.cells().get(index).copied())
    }

    /// Returns the cells that `fits` accepts with their indexes, in reading order. Looks up no changes for other cells,
    /// so that few such cells on a large grid are found fast.
    pub fn that(self, fits: impl Fn(&T) -> bool) -> Vec<(usize, T)> {
        let is_changed = |index| {
            self.changes
                .is_some_and(|changes| changes.get(index).is_some())
        };
        // Without branches inside a run, the compiler tests several cells at once.
        let has_some = |run: &[T]| run.iter().fold(false, |some, cell| some | fits(cell));
        let mut cells = Vec::new();
        let runs = self.base.cells().chunks(RUN).enumerate();
        for (nth, run) in runs.filter(|(_, run)| has_some(run)) {
            let fitting = (nth * RUN..).zip(run).filter(|(_, cell)| fits(cell));
            fitting.for_each(|(index, cell)| {
                if !is_changed(index) {
                    cells.push((index, *cell));
                }
            });
        }
        let slots = self.changes.iter().flat_map(|changes| &changes.slots);
        let changed = slots.filter(|slot| slot.key != 0 && fits(&slot.cell));
        cells.extend(changed.map(|slot| (slot.key as usize - 1, slot.cell)));
        cells.sort_unstable_by_key(|(index, _)| *index);
        cells
    }

    /// Returns all cells in reading order.
    pub fn iter(self) -> impl Iterator<Item = T> + use<'a, T> {
        let cells = self.base.cells().iter().enumerate();
        cells.map(move |(index, cell)| {
            let changed = self.changes.and_then(|changes| changes.get(index));
            changed.unwrap_or(*cell)
        })
    }
}

impl<T> Clone for SharedCells<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SharedCells<'_, T> {}

/// The cells that differ from the shared cells: an open-addressing hash table with linear probing, at most half full.
#[derive(Default)]
struct ChangedCells<T> {
    slots: Vec<ChangeSlot<T>>, // the length is a power of 2, or 0
    count: usize,
}

#[derive(Clone, Copy, Default)]
struct ChangeSlot<T> {
    key: u32, // the cell's index + 1; 0 for a free slot
    cell: T,
}

/// The initial number of slots: enough for the changes of ten monsters in a turn.
const FIRST_SLOTS: usize = 64;

impl<T: Copy + Default> ChangedCells<T> {
    #[inline]
    fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    fn is_full(&self) -> bool {
        2 * self.count >= self.slots.len()
    }

    /// Makes room for more changes, unless a copy of all `area` cells costs less. Returns whether the table now has
    /// more room.
    fn grow(&mut self, area: usize) -> bool {
        let slots = (2 * self.slots.len()).max(FIRST_SLOTS);
        if slots * CELLS_A_SLOT > area {
            return false;
        }
        // The first slots reuse the memory of an earlier clone.
        let old: Vec<ChangeSlot<T>> = self.slots.drain(..).collect();
        self.slots.resize(slots, ChangeSlot::default());
        for slot in old.iter().filter(|slot| slot.key != 0) {
            let at = self.slot_of(slot.key);
            self.slots[at] = *slot;
        }
        true
    }

    /// Returns the cell at an index if it was changed; `None` if it is unchanged. The table must have slots.
    #[inline]
    fn get(&self, index: usize) -> Option<T> {
        let slot = self.slots[self.slot_of(count(index + 1))];
        (slot.key != 0).then_some(slot.cell)
    }

    /// Returns the cell at an index for modification. Adds an unchanged cell to the table first; `shared` returns its
    /// value. The table must not be full.
    #[inline]
    fn at(&mut self, index: usize, shared: impl FnOnce() -> T) -> &mut T {
        let key = count(index + 1);
        let nth = self.slot_of(key);
        let slot = &mut self.slots[nth];
        if slot.key == 0 {
            self.count += 1;
            let cell = shared();
            *slot = ChangeSlot { key, cell };
        }
        &mut slot.cell
    }

    /// Returns the index of the slot with a key, or else of the free slot where the key belongs. At least one slot must
    /// be free.
    #[inline]
    fn slot_of(&self, key: u32) -> usize {
        let mask = self.slots.len() - 1;
        // The multiplier is 2³² divided by the golden ratio, which spreads neighboring keys far apart.
        let hash = u64::from(key.wrapping_mul(0x9E37_79B9));
        let mut nth = ((hash * self.slots.len() as u64) >> 32) as usize;
        while let Some(slot) = self.slots.get(nth & mask) {
            if slot.key == key || slot.key == 0 {
                break;
            }
            nth += 1;
        }
        nth & mask
    }

    fn write_to(&self, grid: &mut Grid<T>) {
        for slot in self.slots.iter().filter(|slot| slot.key != 0) {
            grid.cells_mut()[slot.key as usize - 1] = slot.cell;
        }
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.count = 0;
    }
}

/// Written by hand, because a derived `clone_from` allocates memory.
impl<T: Copy> Clone for ChangedCells<T> {
    fn clone(&self) -> ChangedCells<T> {
        ChangedCells {
            slots: self.slots.clone(),
            count: self.count,
        }
    }

    fn clone_from(&mut self, from: &ChangedCells<T>) {
        self.slots.clone_from(&from.slots);
        self.count = from.count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::at;

    /// A random generator for test data, the same in every run.
    struct Noise(u32);

    impl Noise {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
            ((u64::from(self.0) * n as u64) >> 32) as usize
        }
    }

    /// A shared grid, and a plain grid with the expected contents.
    struct Pair {
        grid: SharedGrid<u16>,
        plain: Grid<u16>,
    }

    impl Pair {
        fn new(size: Size) -> Pair {
            let mut plain = Grid::filled(size, 0);
            for (cell, n) in plain.cells_mut().iter_mut().zip(1..) {
                *cell = n;
            }
            Pair {
                grid: SharedGrid::new(plain.clone()),
                plain,
            }
        }

        fn edit(&mut self, p: Point, value: u16) {
            self.grid.edit(p, |cell| *cell = cell.wrapping_add(value));
            if let Some(cell) = self.plain.get_mut(p) {
                *cell = cell.wrapping_add(value);
            }
        }

        fn assert_equal(&self) {
            assert_eq!(self.grid.size(), self.plain.size());
            let Size { width, height } = self.grid.size();
            let around = Size::new(width + 2, height + 2).points();
            for p in around.map(|p| at(p.x - 1, p.y - 1)) {
                assert_eq!(self.grid.get(p), self.plain.get(p), "{p}");
            }
            let whole = self.grid.as_grid();
            assert!(whole.is_none_or(|grid| *grid == self.plain));
            if whole.is_some() {
                for p in self.plain.size().points() {
                    let column = [-1, 0, 1].map(|dy| self.plain.get(at(p.x, p.y + dy)));
                    assert_eq!(self.grid.column(p), column, "{p}");
                }
            }
        }
    }

    impl Clone for Pair {
        fn clone(&self) -> Pair {
            Pair {
                grid: self.grid.clone(),
                plain: self.plain.clone(),
            }
        }

        fn clone_from(&mut self, from: &Pair) {
            self.grid.clone_from(&from.grid);
            self.plain.clone_from(&from.plain);
        }
    }

    #[test]
    fn whatever_is_cloned_refilled_and_changed_no_grid_sees_the_changes_of_another() {
        for (seed, size) in [(1, (1, 1)), (2, (9, 3)), (3, (40, 20)), (4, (80, 50))] {
            let mut noise = Noise(seed);
            let mut all = vec![Pair::new(Size::new(size.0, size.1)); 4];
            all[0] = Pair::new(Size::new(size.0, size.1));
            for _ in 0..300 {
                let (from, to) = (noise.below(4), noise.below(4));
                match noise.below(8) {
                    0 => all[to] = all[from].clone(),
                    1 if from != to => {
                        let source = all[from].clone();
                        all[to].clone_from(&source);
                    }
                    2 => {
                        let source = all[from].clone();
                        all[to].grid.copy_from(&source.grid);
                        all[to].plain = source.plain;
                        assert!(all[to].grid.as_grid().is_some());
                    }
                    _ => {
                        for _ in 0..noise.below(60) {
                            let x = noise.below(size.0 as usize + 2) as i32 - 1;
                            let y = noise.below(size.1 as usize + 2) as i32 - 1;
                            all[to].edit(at(x, y), noise.below(9) as u16);
                        }
                    }
                }
                all.iter().for_each(Pair::assert_equal);
            }
        }
    }

    #[test]
    fn a_clone_with_few_changes_keeps_no_cells_and_one_with_many_does() {
        let original = Pair::new(Size::new(80, 50)).grid;
        let mut clone = original.clone();
        let shares = |grid: &SharedGrid<u16>| matches!(grid.store, GridStore::Shared(_));
        assert!(shares(&clone) && !shares(&original));
        for p in original.size().points().take(100) {
            clone.edit(p, |cell| *cell = 0);
        }
        assert!(shares(&clone));
        for p in original.size().points() {
            clone.edit(p, |cell| *cell = 0);
        }
        assert!(!shares(&clone));
    }
}
