//! The orientations in which a drawing can be placed on a map: as drawn or mirrored, and rotated by quarter turns.
use super::geometry::{Direction, Point, Size, at};

/// An orientation of a drawing. The drawing is first mirrored, and then rotated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orientation {
    /// Whether the drawing is mirrored: left and right are swapped.
    pub is_flipped: bool,
    /// The number of clockwise quarter turns, 0 to 3.
    pub quarters: u8,
}

impl Orientation {
    /// Returns the possible orientations of a drawing, which may be mirrored if `flips` is set, and rotated if `turns`
    /// is set. The first orientation leaves the drawing unchanged.
    pub fn all(flips: bool, turns: bool) -> impl Iterator<Item = Orientation> {
        let quarters = if turns { 4 } else { 1 };
        let flips = [false, true].into_iter().take(1 + usize::from(flips));
        flips.flat_map(move |is_flipped| {
            (0..quarters).map(move |quarters| Orientation {
                is_flipped,
                quarters,
            })
        })
    }

    /// Returns the size of the placed drawing; `drawn` is the size before.
    pub fn size(self, drawn: Size) -> Size {
        if self.lies_across() {
            Size::new(drawn.height, drawn.width)
        } else {
            drawn
        }
    }

    /// Whether rows of the drawing become columns of the placed drawing.
    pub fn lies_across(self) -> bool {
        self.quarters % 2 == 1
    }

    /// Returns the cell of the placed drawing for a cell `p` of the original drawing, whose size is `drawn`.
    pub fn laid(self, p: Point, drawn: Size) -> Point {
        let x = if self.is_flipped {
            drawn.width - 1 - p.x
        } else {
            p.x
        };
        match self.quarters {
            0 => at(x, p.y),
            1 => at(drawn.height - 1 - p.y, x),
            2 => at(drawn.width - 1 - x, drawn.height - 1 - p.y),
            _ => at(p.y, drawn.width - 1 - x),
        }
    }

    /// Returns the cell of the original drawing, whose size is `drawn`, for a cell `p` of the placed drawing. The
    /// inverse of `laid`.
    pub fn drawn(self, p: Point, drawn: Size) -> Point {
        let turned_back = match self.quarters {
            0 => p,
            1 => at(p.y, drawn.height - 1 - p.x),
            2 => at(drawn.width - 1 - p.x, drawn.height - 1 - p.y),
            _ => at(drawn.width - 1 - p.y, p.x),
        };
        if self.is_flipped {
            at(drawn.width - 1 - turned_back.x, turned_back.y)
        } else {
            turned_back
        }
    }

    /// Returns the direction in the placed drawing for a direction of the original drawing.
    pub fn way(self, drawn: Direction) -> Direction {
        let dx = if self.is_flipped {
            -drawn.dx()
        } else {
            drawn.dx()
        };
        let (dx, dy) = match self.quarters {
            0 => (dx, drawn.dy()),
            1 => (-drawn.dy(), dx),
            2 => (-dx, -drawn.dy()),
            _ => (drawn.dy(), -dx),
        };
        Direction::from_delta(dx, dy).unwrap_or(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_drawing_has_eight_orientations_and_each_can_be_undone() {
        let size = Size::new(4, 3);
        let all: Vec<Orientation> = Orientation::all(true, true).collect();
        let pictures: BTreeSet<Vec<Point>> = all
            .iter()
            .map(|lies| size.points().map(|p| lies.laid(p, size)).collect())
            .collect();
        assert_eq!((all.len(), pictures.len()), (8, 8));
        for lies in all {
            for p in size.points() {
                let laid = lies.laid(p, size);
                assert!(lies.size(size).contains(laid), "{lies:?} {p}");
                assert_eq!(lies.drawn(laid, size), p, "{lies:?}");
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours_in_the_direction_that_way_tells() {
        let size = Size::new(4, 3);
        for lies in Orientation::all(true, true) {
            for way in Direction::ALL {
                let (from, to) = (at(1, 1), at(1, 1) + way);
                assert_eq!(
                    lies.laid(from, size) + lies.way(way),
                    lies.laid(to, size),
                    "{lies:?} {way:?}"
                );
            }
        }
    }

    #[test]
    fn a_drawing_is_mirrored_and_turned_only_if_it_may_be() {
        let count = |flips, turns| Orientation::all(flips, turns).count();
        assert_eq!(
            [count(false, false), count(true, false), count(false, true)],
            [1, 2, 4]
        );
        let first = Orientation::all(true, true).next();
        assert_eq!(first, Some(Orientation::default()));
    }
}
