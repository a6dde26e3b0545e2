//! The memory of one level: the tiles and items as last seen.
use dungeon_engine::concealed::ShownCells;
use dungeon_engine::ground::CellLayers;
use dungeon_model::dungeon::{ItemId, TileId};
use dungeon_model::space::geometry::{Point, Size, cell_at};
use dungeon_model::space::grid::Grid;

/// The tile and the item of a cell as last seen; `ItemId::NONE` for no item.
pub type CellMemory = (TileId, ItemId);

/// The tiles and items of a level as last seen; empty for a level that was never seen. All zeros at first, so that
/// untouched memory pages cost nothing.
#[derive(Clone, Debug, Default)]
pub struct KnownLevel {
    /// The tile's id plus 1, or 0 for a cell that was never seen, and the item's id.
    cells: Grid<(u32, u16)>,
    /// The landmarks, in reading order.
    pub landmarks: Vec<Point>,
}

/// Returns what a cell of `KnownLevel::cells` stands for.
#[inline]
fn memory_of((tile, item): (u32, u16)) -> Option<CellMemory> {
    let tile = tile.checked_sub(1)?;
    Some((TileId::of(tile as usize), ItemId(item)))
}

impl KnownLevel {
    pub fn is_surveyed(&self) -> bool {
        !self.cells.cells().is_empty()
    }

    /// Makes this equal to another level, in the memory that it has already.
    pub fn copy_from(&mut self, from: &KnownLevel) {
        self.cells.clone_from(&from.cells);
        self.landmarks.clone_from(&from.landmarks);
    }

    /// Records these cells of a level of this size, which contains them. `landmarks` says by `TileId` which tiles are
    /// landmarks. Calls `tell` for each cell whose memory changes, with the memory until now.
    pub fn survey(
        &mut self,
        size: Size,
        landmarks: &[bool],
        ground: ShownCells<'_>,
        cells: &[Point],
        mut tell: impl FnMut(Point, Option<CellMemory>),
    ) {
        if self.cells.size() != size {
            *self = KnownLevel {
                cells: Grid::filled(size, (0, 0)),
                landmarks: Vec::new(),
            };
        }
        for at in cells.iter().copied() {
            let CellLayers { tile, item, .. } = ground.get(at);
            let Some(known) = self.cells.get_mut(at) else {
                continue;
            };
            let seen = (u32::from(tile.0) + 1, item.0);
            if *known == seen {
                continue;
            }
            let before = memory_of(*known);
            *known = seen;
            tell(at, before);
            let is_landmark = item != ItemId::NONE || landmarks[usize::from(tile.0)];
            if before.is_none() && !is_landmark {
                continue;
            }
            match (self.landmarks.binary_search(&at), is_landmark) {
                (Err(nth), true) => self.landmarks.insert(nth, at),
                (Ok(nth), false) => drop(self.landmarks.remove(nth)),
                (Ok(_), true) | (Err(_), false) => {}
            }
        }
    }

    #[inline]
    pub fn tile(&self, p: Point) -> Option<TileId> {
        self.memory(p).map(|(tile, _)| tile)
    }

    #[inline]
    pub fn item(&self, p: Point) -> ItemId {
        self.memory(p).map_or(ItemId::NONE, |(_, item)| item)
    }

    #[inline]
    pub fn memory(&self, p: Point) -> Option<CellMemory> {
        self.cells.get(p).and_then(memory_of)
    }

    /// Iterates over the cells that were seen, in reading order.
    pub fn seen_cells(&self) -> impl Iterator<Item = Point> {
        let rows = self.cells.rows().enumerate();
        rows.flat_map(|(y, row)| {
            let seen = row.iter().enumerate().filter(|(_, (tile, _))| *tile != 0);
            seen.map(move |(x, _)| cell_at(x, y))
        })
    }

    /// Whether a cell of the level has a neighbor that was never seen.
    #[inline]
    pub fn is_frontier(&self, p: Point) -> bool {
        let Size { width, height } = self.cells.size();
        if !self.cells.size().contains(p) {
            return false;
        }
        let (left, right) = ((p.x - 1).max(0), (p.x + 2).min(width));
        let mut rows = (p.y - 1).max(0)..(p.y + 2).min(height);
        rows.any(|y| {
            let row =
                &self.cells.cells()[(y * width + left) as usize..(y * width + right) as usize];
            row.iter()
                .enumerate()
                .any(|(nth, (tile, _))| *tile == 0 && cell_at(left as usize + nth, y as usize) != p)
        })
    }
}
