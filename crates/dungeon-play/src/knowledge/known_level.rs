//! The memory of one level: the tiles and items as last seen.
use std::num::NonZeroU32;

use dungeon_engine::ground::CellLayers;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{ItemId, LevelId, TileId};
use dungeon_model::space::geometry::{Point, Size};
use dungeon_model::space::grid::Grid;

/// The tile and the item of a cell as last seen; `ItemId::NONE` for no item.
pub type CellMemory = (TileId, ItemId);

/// A cell in sight, with its tile and item.
#[derive(Clone, Copy, Debug)]
pub struct SeenCell {
    at: Point,
    pub tile: TileId,
    pub item: ItemId,
}

impl SeenCell {
    pub fn new(world: &World, level: LevelId, at: Point) -> SeenCell {
        let CellLayers { tile, item, .. } = world.cell(level, at);
        SeenCell { at, tile, item }
    }
}

/// The tiles and items of a level as last seen; empty for a level that was never seen. All zeros at first, so that
/// untouched memory pages cost nothing.
#[derive(Clone, Debug, Default)]
pub struct KnownLevel {
    /// The tile's id plus 1; `None` for a cell that was never seen.
    pub tiles: Grid<Option<NonZeroU32>>,
    /// The item's id.
    items: Grid<u16>,
    /// The number of seen neighbors of each cell.
    neighbours: Grid<u8>,
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

    /// Records the given cells of a level of this size. `landmarks` says by `TileId` which tiles are landmarks. Calls
    /// `tell` for each cell whose memory changes, with the memory until now.
    pub fn survey(
        &mut self,
        size: Size,
        landmarks: &[bool],
        cells: &mut dyn Iterator<Item = SeenCell>,
        tell: &mut dyn FnMut(Point, Option<CellMemory>),
    ) {
        if self.tiles.size() != size {
            *self = KnownLevel {
                tiles: Grid::filled(size, None),
                items: Grid::filled(size, 0),
                neighbours: Grid::filled(size, 0),
                landmarks: Vec::new(),
            };
        }
        for SeenCell { at, tile, item } in cells {
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
            if before.is_none() {
                self.count_as_neighbour(at);
            }
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

    /// Counts a cell, now seen, as a neighbor of the cells around it.
    fn count_as_neighbour(&mut self, p: Point) {
        let (left, right) = ((p.x - 1).max(0), p.x + 2);
        let Size { width, height } = self.neighbours.size();
        let right = right.min(width);
        for y in (p.y - 1).max(0)..(p.y + 2).min(height) {
            let from = (y * width + left) as usize;
            let row = &mut self.neighbours.cells_mut()[from..from + (right - left) as usize];
            row.iter_mut().for_each(|seen| *seen += 1);
        }
        if let Some(own) = self.neighbours.get_mut(p) {
            *own -= 1;
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

    /// Whether a cell has a neighbor that was never seen.
    #[inline]
    pub fn is_frontier(&self, p: Point) -> bool {
        let Size { width, height } = self.neighbours.size();
        let side = |at: i32, most: i32| 1 + i32::from(at > 0) + i32::from(at < most - 1);
        let all = side(p.x, width) * side(p.y, height) - 1;
        let seen = self.neighbours.get(p);
        seen.is_some_and(|seen| i32::from(seen) < all)
    }
}
