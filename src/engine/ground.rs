//! One level in play: its cells, and who acts on it.
use super::action::ActorId;
use crate::dungeon::{Footing, ItemId, TileId};
use crate::space::geometry::Point;
use crate::space::grid::Grid;

/// the three layers of a cell, in eight bytes and one look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    pub(super) body: u32, // ActorId + 1, so that zeroed memory is an empty cell
    /// What lies here.
    pub item: ItemId,
    /// Terrain.
    pub tile: TileId,
}

impl Cell {
    /// Who stands here.
    #[inline]
    pub fn body(self) -> Option<ActorId> {
        self.body.checked_sub(1).map(ActorId)
    }
}

/// A level in play.
pub(super) struct Ground {
    pub cells: Grid<Cell>,
    pub roster: Vec<ActorId>, // theirs, in acting order; the dead leave when a turn begins
    pub fallen: u32,
}

impl Ground {
    /// As the file draws it, with nothing and nobody on it.
    pub fn drawn(tiles: &Grid<TileId>) -> Ground {
        let mut cells = Grid::filled(tiles.size(), Cell::default());
        for (cell, tile) in cells.cells_mut().iter_mut().zip(tiles.cells()) {
            cell.tile = *tile;
        }
        Ground {
            cells,
            roster: Vec::new(),
            fallen: 0,
        }
    }
}

/// By hand, like `World`'s: a derived `clone_from` drops and allocates, and a machine player refills one
/// game a million times.
impl Clone for Ground {
    fn clone(&self) -> Ground {
        Ground {
            cells: self.cells.clone(),
            roster: self.roster.clone(),
            fallen: self.fallen,
        }
    }

    fn clone_from(&mut self, from: &Ground) {
        self.cells.clone_from(&from.cells);
        self.roster.clone_from(&from.roster);
        self.fallen = from.fallen;
    }
}

/// What a mind asks a hundred times about one level.
#[derive(Clone, Copy)]
pub(super) struct Lens<'a> {
    pub cells: &'a Grid<Cell>,
    pub footing: &'a [Footing],
}

impl Lens<'_> {
    #[inline]
    fn footing(&self, cell: Cell) -> Footing {
        self.footing
            .get(usize::from(cell.tile.0))
            .copied()
            .unwrap_or(Footing::Nobody)
    }

    #[inline]
    pub fn is_valid(&self, p: Point) -> bool {
        self.cells
            .get(p)
            .is_some_and(|cell| self.footing(cell) == Footing::Anyone)
    }

    #[inline]
    pub fn is_free(&self, drifts: bool, who: ActorId, p: Point) -> bool {
        let Some(cell) = self.cells.get(p) else {
            return false;
        };
        let stands = match self.footing(cell) {
            Footing::Anyone => true,
            Footing::Drifters => drifts,
            Footing::Nobody => false,
        };
        stands && (cell.body == 0 || cell.body == who.0 + 1)
    }
}
