//! A rectangle of values, one per cell, in reading order.
use super::geometry::{Point, Size};

/// A rectangle of `size.area()` cells, each with a value.
///
/// ```
/// use dungeon::geometry::{Grid, Size, at};
///
/// let mut visits = Grid::filled(Size::new(4, 3), 0);
/// visits.set(at(2, 1), 7);
/// assert_eq!(visits.get(at(2, 1)), Some(7));
/// assert_eq!(visits.get(at(4, 1)), None, "outside of the grid");
/// assert_eq!(visits.rows().nth(1), Some(&[0, 0, 7, 0][..]));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Grid<T> {
    size: Size,
    cells: Vec<T>,
}

/// Returns a grid without cells.
impl<T> Default for Grid<T> {
    fn default() -> Grid<T> {
        Grid {
            size: Size::new(0, 0),
            cells: Vec::new(),
        }
    }
}

impl<T: Copy> Grid<T> {
    /// Creates a grid with the same value in every cell; without cells if the width or height is 0.
    pub fn filled(size: Size, value: T) -> Grid<T> {
        Grid {
            size,
            cells: vec![value; size.area()],
        }
    }

    /// Creates a grid with these cells in reading order; `None` if they are too few or too many for the size.
    #[cfg(feature = "wire")]
    pub(crate) fn of(size: Size, cells: Vec<T>) -> Option<Grid<T>> {
        let sides = [size.width, size.height].map(u64::try_from);
        let [Ok(width), Ok(height)] = sides else {
            return None;
        };
        (width * height == cells.len() as u64).then_some(Grid { size, cells })
    }

    /// Creates a grid of the same size, with the result of `f` for each cell.
    #[doc(hidden)]
    #[must_use]
    pub fn map<U>(&self, f: impl Fn(T) -> U) -> Grid<U> {
        Grid {
            size: self.size,
            cells: self.cells.iter().map(|cell| f(*cell)).collect(),
        }
    }

    /// Returns the columns and rows of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the index of a point's cell in `cells`, from 0; `None` outside the grid.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the number of cells")]
    pub fn index(&self, p: Point) -> Option<usize> {
        // The cast turns negative coordinates into huge ones, and in a row after the last, the index is beyond all
        // cells. So two comparisons are enough; the second is the bounds check of the slice.
        let (x, width) = (p.x as u32, self.size.width as u32);
        let index = u64::from(p.y as u32) * u64::from(width) + u64::from(x);
        (x < width && index < self.cells.len() as u64).then_some(index as usize)
    }

    /// Returns the cell at a point; `None` outside the grid.
    #[inline]
    pub fn get(&self, p: Point) -> Option<T> {
        self.cells.get(self.index(p)?).copied()
    }

    /// Returns the cell at a point for modification; `None` outside the grid.
    #[inline]
    pub fn get_mut(&mut self, p: Point) -> Option<&mut T> {
        let index = self.index(p)?;
        self.cells.get_mut(index)
    }

    /// Sets the cell at a point; ignores points outside the grid.
    #[inline]
    pub fn set(&mut self, p: Point, value: T) {
        if let Some(cell) = self.get_mut(p) {
            *cell = value;
        }
    }

    /// Returns all cells in reading order.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Returns all cells in reading order, for modification.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// Returns the rows from top to bottom, each as long as the grid is wide; empty if a side is 0.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks(self.size.width.max(1) as usize)
    }
}

/// Written by hand, because a derived `clone_from` allocates memory, and bots refill a grid millions of times.
impl<T: Copy> Clone for Grid<T> {
    fn clone(&self) -> Grid<T> {
        Grid {
            size: self.size,
            cells: self.cells.clone(),
        }
    }

    fn clone_from(&mut self, from: &Grid<T>) {
        self.size = from.size;
        self.cells.clone_from(&from.cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::at;

    #[test]
    fn a_point_has_an_index_where_the_size_contains_it() {
        let sides = [0, 1, 2, 7];
        let sizes = sides.map(|width| sides.map(|height| Size::new(width, height)));
        let coordinates = [i32::MIN, i32::MIN + 1, -7, -2, -1, 0, 1, 2, 6, 7, i32::MAX];
        for size in sizes.into_iter().flatten() {
            let grid = Grid::filled(size, ());
            for p in coordinates
                .map(|x| coordinates.map(|y| at(x, y)))
                .as_flattened()
            {
                let place = size.points().position(|q| q == *p);
                assert_eq!(grid.index(*p), place, "{p:?} of {size}");
            }
        }
    }
}
