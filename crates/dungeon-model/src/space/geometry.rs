//! Points, directions, sizes, regions, and the three distances (X-6, X-7).
//!
//! Coordinates inside the program are 0-based, with (0, 0) at the top left and y pointing down. In files, messages and
//! JSON, coordinates are 1-based; `Point`'s `Display` prints them that way.
use std::fmt;
use std::ops::Add;

use super::narrow::length;

/// A cell's position, 0-based. Any pair of `i32` is valid, even outside of every map.
///
/// ```
/// use dungeon::geometry::{Direction, at};
///
/// let door = at(4, 2);
/// assert_eq!(door + Direction::North, at(4, 1));
/// assert_eq!(door.to_string(), "5,3", "files and messages count from 1");
/// assert!(at(9, 0) < at(0, 1), "points are in reading order");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// The row, 0 at the top. This is the first field, so that the derived order is reading order.
    pub y: i32,
    /// The column, 0 at the left.
    pub x: i32,
}

/// Returns the point in column `x` and row `y`, both 0-based.
pub const fn at(x: i32, y: i32) -> Point {
    Point { y, x }
}

/// Returns the point in the column and row with these indexes; saturates.
pub fn cell_at(column: usize, row: usize) -> Point {
    at(length(column), length(row))
}

impl Point {
    /// Returns the Chebyshev distance max(|dx|, |dy|), exactly: the number of steps if eight directions are allowed
    /// ([X-6]).
    ///
    /// ```
    /// use dungeon::geometry::at;
    ///
    /// assert_eq!(at(1, 1).chebyshev(at(6, 3)), 5);
    /// ```
    ///
    /// [X-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-6
    pub fn chebyshev(self, other: Point) -> u32 {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }

    /// Sorts points by the Chebyshev distance from this one, nearest first, and equal distances in reading order.
    pub fn sort_by_distance(self, points: &mut [Point]) {
        points.sort_by_key(|p| (self.chebyshev(*p), p.y, p.x));
    }

    /// Returns the Manhattan distance |dx| + |dy|, saturating: the number of steps if four directions are allowed
    /// ([X-6]).
    ///
    /// ```
    /// use dungeon::geometry::at;
    ///
    /// assert_eq!(at(1, 1).manhattan(at(6, 3)), 7);
    /// ```
    ///
    /// [X-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-6
    pub fn manhattan(self, other: Point) -> u32 {
        self.x
            .abs_diff(other.x)
            .saturating_add(self.y.abs_diff(other.y))
    }

    /// Returns the squared Euclidean distance dx² + dy², saturating, in square cells. For comparisons of the distances
    /// that [X-6] rounds up.
    ///
    /// ```
    /// use dungeon::geometry::at;
    ///
    /// let hero = at(4, 5);
    /// assert_eq!(at(1, 1).euclid_squared(hero), 25);
    /// assert!(at(1, 1).euclid_squared(hero) <= 6 * 6, "at most 6 cells away");
    /// ```
    ///
    /// [X-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-6
    pub fn euclid_squared(self, other: Point) -> u64 {
        let square = |n: u32| u64::from(n) * u64::from(n);
        square(self.x.abs_diff(other.x)).saturating_add(square(self.y.abs_diff(other.y)))
    }

    /// Returns the direction whose `dx` and `dy` have the signs of the differences to the other point; `None` if the
    /// points are equal.
    ///
    /// ```
    /// use dungeon::geometry::{Direction, at};
    ///
    /// let rat = at(2, 7);
    /// assert_eq!(rat.toward(at(9, 3)), Some(Direction::NorthEast));
    /// assert_eq!(rat.toward(rat), None);
    /// ```
    pub fn toward(self, other: Point) -> Option<Direction> {
        Direction::from_delta(sign(self.x, other.x), sign(self.y, other.y))
    }
}

/// Moves a point one step in a direction; coordinates saturate.
impl Add<Direction> for Point {
    type Output = Point;
    fn add(self, way: Direction) -> Point {
        at(
            self.x.saturating_add(way.dx()),
            self.y.saturating_add(way.dy()),
        )
    }
}

/// Prints `x,y`, 1-based, as in files and messages ([X-7]).
///
/// [X-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-7
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", i64::from(self.x) + 1, i64::from(self.y) + 1)
    }
}

/// One of the eight directions, in the order of a keypad's rows ([X-7]).
///
/// ```
/// use dungeon::geometry::{Direction, at};
///
/// let around: Vec<_> = Direction::ALL.iter().map(|way| at(5, 5) + *way).collect();
/// assert_eq!(around.first(), Some(&at(4, 4)));
/// assert_eq!((Direction::SouthWest.dx(), Direction::SouthWest.dy()), (-1, 1));
/// ```
///
/// [X-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-7
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Direction {
    NorthWest,
    North,
    NorthEast,
    West,
    East,
    SouthWest,
    South,
    SouthEast,
}
use Direction::*;

impl Direction {
    /// All eight directions in keypad order: 7 8 9 4 6 1 2 3.
    pub const ALL: [Direction; 8] = [
        NorthWest, North, NorthEast, West, East, SouthWest, South, SouthEast,
    ];

    /// Returns the direction whose `dx` and `dy` have the signs of these differences, which may be of any size; `None`
    /// for (0, 0).
    ///
    /// ```
    /// use dungeon::geometry::Direction;
    ///
    /// assert_eq!(Direction::from_delta(-8, 0), Some(Direction::West));
    /// ```
    pub fn from_delta(dx: i32, dy: i32) -> Option<Direction> {
        let index = (dy.signum() + 1) * 3 + dx.signum() + 1;
        match index {
            4 => None,
            0..4 => Some(Direction::ALL[index as usize]),
            _ => Some(Direction::ALL[index as usize - 1]),
        }
    }

    /// Returns the opposite direction.
    ///
    /// ```
    /// use dungeon::geometry::Direction;
    ///
    /// assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
    /// ```
    #[must_use]
    pub fn opposite(self) -> Direction {
        // The directions are numbered in keypad order, so the numbers of opposite directions add up to 7.
        Direction::ALL[7 - self as usize]
    }

    /// Returns the change of column in a step: −1, 0 or 1; positive to the right.
    pub fn dx(self) -> i32 {
        const DX: [i32; 8] = [-1, 0, 1, -1, 1, -1, 0, 1];
        DX[self as usize]
    }

    /// Returns the change of row in a step: −1, 0 or 1; positive downward.
    pub fn dy(self) -> i32 {
        const DY: [i32; 8] = [-1, -1, -1, 0, 0, 1, 1, 1];
        DY[self as usize]
    }
}

/// A set of directions, with one bit for each of the eight directions.
///
/// ```
/// use dungeon::geometry::{Direction, Directions};
///
/// let uphill: Directions = [Direction::North, Direction::NorthEast].into_iter().collect();
/// assert!(uphill.contains(Direction::North) && !uphill.contains(Direction::South));
/// assert_eq!(Directions::ALL.iter().count(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Directions(u8);

impl Directions {
    /// The set of all eight directions.
    pub const ALL: Directions = Directions(u8::MAX);

    /// Whether a direction is in the set.
    #[inline]
    pub fn contains(self, way: Direction) -> bool {
        self.0 >> way as u8 & 1 == 1
    }

    /// Returns the directions of the set, in keypad order.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL
            .into_iter()
            .filter(move |way| self.contains(*way))
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(ways: I) -> Directions {
        let ways = ways.into_iter();
        Directions(ways.fold(0, |all, way| all | 1 << way as u8))
    }
}

/// The cells that count as neighbors of a cell. One step leads from a cell to a neighbor.
///
/// ```
/// use dungeon::geometry::{Direction, Neighbours};
///
/// let ways = Neighbours::Four.directions();
/// assert!(ways.contains(&Direction::East) && !ways.contains(&Direction::NorthEast));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// The neighbors in the cell's row and column.
    Four,
    /// The neighbors in the cell's row and column, and at its corners.
    Eight,
}

impl Neighbours {
    /// Returns the directions of a cell's neighbors, in keypad order: four or eight.
    pub const fn directions(self) -> &'static [Direction] {
        match self {
            Neighbours::Four => &[North, West, East, South],
            Neighbours::Eight => &Direction::ALL,
        }
    }

    /// Whether a cell has a neighbor in this direction.
    #[doc(hidden)]
    #[inline]
    pub const fn has(self, way: Direction) -> bool {
        match self {
            Neighbours::Four => matches!(way, North | West | East | South),
            Neighbours::Eight => true,
        }
    }
}

/// Returns the sign of `to − from`, without overflow: −1, 0 or 1.
fn sign(from: i32, to: i32) -> i32 {
    to.cmp(&from) as i32
}

/// The width and the height of a map, in cells.
///
/// ```
/// use dungeon::geometry::{Size, at};
///
/// let screen = Size::new(80, 24);
/// assert_eq!(screen.to_string(), "80x24");
/// assert!(screen.contains(at(79, 23)) && !screen.contains(at(80, 0)));
/// assert_eq!(screen.points().count(), screen.area());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Size {
    /// The number of columns, at least 0.
    pub width: i32,
    /// The number of rows, at least 0.
    pub height: i32,
}

impl Size {
    /// Returns the size with this width and height. If one of them is 0 or negative, the size has no cells.
    pub const fn new(width: i32, height: i32) -> Size {
        Size { width, height }
    }

    /// Whether a point is inside a map of this size.
    #[inline]
    pub fn contains(self, p: Point) -> bool {
        (0..self.width).contains(&p.x) && (0..self.height).contains(&p.y)
    }

    /// Whether a point is inside a map of this size and not on its outermost ring ([E-1]).
    ///
    /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
    #[inline]
    pub fn contains_inside_rim(self, p: Point) -> bool {
        (1..self.width - 1).contains(&p.x) && (1..self.height - 1).contains(&p.y)
    }

    /// Returns the number of cells; 0 if a side is 0 or negative.
    pub fn area(self) -> usize {
        self.width.max(0) as usize * self.height.max(0) as usize
    }

    /// Returns the points of the outermost ring, each once, in reading order; empty for an empty size.
    ///
    /// ```
    /// use dungeon::geometry::{Size, at};
    ///
    /// let rim: Vec<_> = Size::new(3, 3).rim().collect();
    /// assert!(rim.len() == 8 && !rim.contains(&at(1, 1)));
    /// ```
    pub fn rim(self) -> impl Iterator<Item = Point> {
        let Size { width, height } = self;
        (0..height).flat_map(move |y| {
            let step = if y == 0 || y == height - 1 {
                1
            } else {
                (width - 1).max(1)
            };
            (0..width).step_by(step as usize).map(move |x| at(x, y))
        })
    }

    /// Returns the points of a map of this size, in reading order.
    pub fn points(self) -> impl Iterator<Item = Point> {
        self.region().points()
    }

    /// Returns the region of all points of a map of this size.
    #[doc(hidden)]
    pub fn region(self) -> Region {
        Region {
            from: at(0, 0),
            to: at(self.width - 1, self.height - 1),
        }
    }
}

/// Prints the columns, an `x` and the rows: `80x24`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A rectangle of cells, both corners included; empty if `to` is left of or above `from`.
///
/// ```
/// use dungeon::geometry::{Region, at};
///
/// let cellar = Region { from: at(2, 2), to: at(6, 4) };
/// assert_eq!(cellar.area(), 15);
/// assert!(cellar.contains(at(6, 4)), "both corners belong to it");
/// assert_eq!(cellar.points().next(), Some(at(2, 2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Region {
    /// The top left corner, included.
    pub from: Point,
    /// The bottom right corner, included.
    pub to: Point,
}

impl Region {
    /// Returns the square around a point that extends this many cells in each direction.
    #[doc(hidden)]
    pub fn around(p: Point, reach: i32) -> Region {
        Region {
            from: at(p.x.saturating_sub(reach), p.y.saturating_sub(reach)),
            to: at(p.x.saturating_add(reach), p.y.saturating_add(reach)),
        }
    }

    /// Returns the intersection of two regions; may be empty.
    #[doc(hidden)]
    #[must_use]
    pub fn clipped(self, to: Region) -> Region {
        Region {
            from: at(self.from.x.max(to.from.x), self.from.y.max(to.from.y)),
            to: at(self.to.x.min(to.to.x), self.to.y.min(to.to.y)),
        }
    }

    /// Whether a point is in the region.
    pub fn contains(self, p: Point) -> bool {
        (self.from.x..=self.to.x).contains(&p.x) && (self.from.y..=self.to.y).contains(&p.y)
    }

    /// Returns the columns and rows of the region, which must be inside a map.
    #[doc(hidden)]
    pub fn size(self) -> Size {
        Size::new(self.to.x - self.from.x + 1, self.to.y - self.from.y + 1)
    }

    /// Returns the number of points, saturating; 0 for an empty region.
    pub fn area(self) -> u64 {
        let side = |from: i32, to: i32| (i64::from(to) - i64::from(from) + 1).max(0) as u64;
        side(self.from.x, self.to.x).saturating_mul(side(self.from.y, self.to.y))
    }

    /// Returns the points of the region, in reading order.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let Region { from, to } = self;
        let mut next = (from.x <= to.x && from.y <= to.y).then_some(from);
        // A nested iterator of rows and columns would cost several kB of code in `engine.wasm`.
        std::iter::from_fn(move || {
            let p = next?;
            next = if p.x < to.x {
                Some(at(p.x + 1, p.y))
            } else {
                (p.y < to.y).then(|| at(from.x, p.y + 1))
            };
            Some(p)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x6_distances_are_exact_and_never_overflow() {
        let (a, b) = (at(1, 2), at(4, 6));
        assert_eq!(
            (a.chebyshev(b), a.manhattan(b), a.euclid_squared(b)),
            (4, 7, 25)
        );
        let (low, high) = (at(i32::MIN, i32::MIN), at(i32::MAX, i32::MAX));
        assert_eq!(
            (low.chebyshev(high), low.manhattan(high)),
            (u32::MAX, u32::MAX)
        );
        assert_eq!(low.toward(high), Some(SouthEast));
    }

    #[test]
    fn x7_directions_lie_as_on_a_keypad_and_points_print_one_based() {
        let keypad = Direction::ALL.map(|d| (d.dx(), d.dy()));
        assert_eq!(
            keypad,
            [
                (-1, -1),
                (0, -1),
                (1, -1),
                (-1, 0),
                (1, 0),
                (-1, 1),
                (0, 1),
                (1, 1)
            ]
        );
        assert!(
            Direction::ALL
                .into_iter()
                .all(|d| Direction::from_delta(d.dx(), d.dy()) == Some(d))
        );
        assert_eq!(
            (Direction::from_delta(0, 0), at(0, 0).to_string()),
            (None, "1,1".into())
        );
    }
}
