//! The memory of one level: the tiles and items as last seen.
use std::num::NonZeroU32;

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
    /// The tile's id plus 1; `None` for a cell that was never seen.
    pub tiles: Grid<Option<NonZeroU32>>,
    /// The item's id.
    items: Grid<u16>,
    /// The landmarks, in reading order.
    pub landmarks: Vec<Point>,
}

/// Returns the tile with this number of `KnownLevel::tiles`.
fn tile_of(number: NonZeroU32) -> TileId {
    TileId::of(number.get() as usize - 1)
}

impl KnownLevel {
    pub fn is_surveyed(&self) -> bool {
        !self.tiles.cells().is_empty()
    }

    /// Makes this equal to another level, in the memory that it has already.
    pub fn copy_from(&mut self, from: &KnownLevel) {
        self.tiles.clone_from(&from.tiles);
        self.items.clone_from(&from.items);
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
        if self.tiles.size() != size {
            *self = KnownLevel {
                tiles: Grid::filled(size, None),
                items: Grid::filled(size, 0),
                landmarks: Vec::new(),
            };
        }
        for at in cells.iter().copied() {
            let CellLayers { tile, item, .. } = ground.get(at);
            let Some(nth) = self.tiles.index(at) else {
                continue;
            };
            let seen = NonZeroU32::new(u32::from(tile.0) + 1);
            let known = &mut self.tiles.cells_mut()[nth];
            let known_item = &mut self.items.cells_mut()[nth];
            if *known == seen && *known_item == item.0 {
                continue;
            }
            let before = known.map(|tile| (tile_of(tile), ItemId(*known_item)));
            (*known, *known_item) = (seen, item.0);
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
        self.tiles.get(p).flatten().map(tile_of)
    }

    #[inline]
    pub fn item(&self, p: Point) -> ItemId {
        ItemId(self.items.get(p).unwrap_or_default())
    }

    #[inline]
    pub fn memory(&self, p: Point) -> Option<CellMemory> {
        Some((self.tile(p)?, self.item(p)))
    }

    /// Whether a cell of the level has a neighbor that was never seen.
    #[inline]
    pub fn is_frontier(&self, p: Point) -> bool {
        let Size { width, height } = self.tiles.size();
        if !self.tiles.size().contains(p) {
            return false;
        }
        let (left, right) = ((p.x - 1).max(0), (p.x + 2).min(width));
        let mut rows = (p.y - 1).max(0)..(p.y + 2).min(height);
        rows.any(|y| {
            let row =
                &self.tiles.cells()[(y * width + left) as usize..(y * width + right) as usize];
            row.iter()
                .enumerate()
                .any(|(nth, tile)| tile.is_none() && cell_at(left as usize + nth, y as usize) != p)
        })
    }
}
