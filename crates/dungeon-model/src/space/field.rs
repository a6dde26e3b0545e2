//! A symmetric field of view: the cells seen from a point.
//!
//! The obstacle in an opaque cell is its inscribed diamond, |dx| + |dy| < 1/2. No light passes between two opaque cells
//! that share a side. A transparent cell is seen if no obstacle cuts the line from its center to the center of the
//! eye's cell, so sight is symmetric. An opaque cell is seen if any point of its diamond is seen. A line that only
//! touches a diamond is not cut.
use std::hint::black_box;

use super::geometry::{Point, at};
use super::near_light::{self, Light, NearLight};

/// The working memory for computing fields of view. A `Field` that is used again allocates nothing.
///
/// ```
/// use dungeon::geometry::{Field, Size, at};
///
/// let (hall, pillar) = (Size::new(7, 3), at(3, 1));
/// let mut seen = Vec::new();
/// Field::default().cast(at(1, 1), 10, |p| hall.contains(p) && p != pillar, |p| seen.push(p));
/// assert!(seen.contains(&pillar), "the pillar itself is seen");
/// assert!(!seen.contains(&at(5, 1)), "what stands behind it is not");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// The beams of light that fall on the current row, in the order of the row's cells.
    beams: Vec<Beam>,
    next: Vec<Beam>,
}

/// The light between two rays, both included.
#[derive(Clone, Copy, Debug)]
struct Beam {
    from: Ray,
    to: Ray,
}

/// A ray from the eye with the slope `across` / `along`. It meets the current row at `column` + `rest` / `along`.
/// Moving the ray to the next row takes an addition and no division.
#[derive(Clone, Copy, Debug)]
struct Ray {
    across: i32,
    along: i32,
    column: i32,
    rest: i32,
}

/// A quadrant of the plane, given by two steps in columns and rows: one step ahead, and one step aside.
#[derive(Clone, Copy, Debug)]
struct Quadrant {
    ahead: (i32, i32),
    aside: (i32, i32),
    /// Whether this quadrant reports the cells on its two diagonals. Each diagonal also belongs to another quadrant.
    has_diagonals: bool,
}

impl Field {
    /// Calls `see` once for each cell that is seen from `eye` within `reach` cells (Chebyshev), the eye's own first.
    /// `clear` returns whether a cell is transparent, and is not called for the eye. Outside the map, `clear` must
    /// return `false`; `see` is also called for seen cells next to the map. Points must be within 2²⁸ of (0, 0). Takes
    /// time proportional to the number of cells that light falls on. For all other cells together, `clear` is called at
    /// most 46 times, and about 4 times if all light ends next to the eye.
    pub fn cast(
        &mut self,
        eye: Point,
        reach: u32,
        clear: impl Fn(Point) -> bool,
        see: impl FnMut(Point),
    ) {
        read_ahead(eye, reach, &clear);
        self.cast_without_reading_ahead(eye, reach, clear, see);
    }

    /// Casts a field as `cast` does, but calls `clear` only for cells on which the field depends.
    #[doc(hidden)]
    pub fn cast_without_reading_ahead(
        &mut self,
        eye: Point,
        reach: u32,
        clear: impl Fn(Point) -> bool,
        mut see: impl FnMut(Point),
    ) {
        see(eye);
        self.cast_quadrant::<0>(eye, reach, &clear, &mut see);
        self.cast_quadrant::<1>(eye, reach, &clear, &mut see);
        self.cast_quadrant::<2>(eye, reach, &clear, &mut see);
        self.cast_quadrant::<3>(eye, reach, &clear, &mut see);
    }

    /// Computes the field of view in one quadrant. The number of the quadrant is a compile-time constant, so that steps
    /// compile to additions of 1.
    fn cast_quadrant<const NUMBER: usize>(
        &mut self,
        eye: Point,
        reach: u32,
        clear: &impl Fn(Point) -> bool,
        see: &mut impl FnMut(Point),
    ) {
        let quadrant = Quadrant::ALL[NUMBER];
        let light = pass_near_rows(quadrant, eye, reach, clear, see);
        if reach <= near_light::ROWS as u32 || light.is_dark() {
            return;
        }
        let mut depth = near_light::ROWS + 1;
        let beams = light
            .parts()
            .map(|ends| ends.map(|slope| Ray::at(slope, depth)));
        self.beams.clear();
        self.beams.extend(beams.map(|[from, to]| Beam { from, to }));
        while !self.beams.is_empty() && depth.cast_unsigned() <= reach {
            self.pass_row(quadrant, eye, depth, clear, see);
            depth += 1;
        }
    }

    /// Passes the beams over a row. Each part of the light between two obstacles becomes a beam of the next row.
    #[inline]
    fn pass_row(
        &mut self,
        quadrant: Quadrant,
        eye: Point,
        depth: i32,
        clear: &impl Fn(Point) -> bool,
        see: &mut impl FnMut(Point),
    ) {
        self.next.clear();
        let edge = quadrant.edge(depth);
        // Two beams may light the same cell; only the first beam reports the cell.
        let mut untold = -edge;
        for beam in &self.beams {
            let (first, last) = (beam.from.first_touched(), beam.to.last_touched());
            let centres = beam.from.first_centre()..=beam.to.column;
            let mut lit_from = None;
            for aside in first..=last {
                let p = quadrant.cell(eye, depth, aside);
                let is_clear = clear(p);
                if (!is_clear || centres.contains(&aside)) && (untold..=edge).contains(&aside) {
                    see(p);
                    untold = aside + 1;
                }
                if is_clear {
                    if lit_from.is_none() {
                        // Light begins at the beam's edge, or at the last obstacle.
                        lit_from = Some(if aside == first {
                            beam.from
                        } else {
                            Ray::between(aside, depth)
                        });
                    }
                } else if let Some(from) = lit_from.take() {
                    self.next
                        .push(Beam::onward(from, Ray::between(aside, depth)));
                }
            }
            if let Some(from) = lit_from {
                self.next.push(Beam::onward(from, beam.to));
            }
        }
        std::mem::swap(&mut self.beams, &mut self.next);
    }
}

/// Reads the ends of nearby rows before the light reaches these rows. On a large map each row causes a cache miss; here
/// the misses overlap. Does nothing if walls are two steps away in all four directions, because light then rarely
/// reaches the ends.
fn read_ahead(eye: Point, reach: u32, clear: &impl Fn(Point) -> bool) {
    let mut ways = Quadrant::ALL.iter();
    if !ways.any(|quadrant| clear(quadrant.cell(eye, 2, 0))) {
        return;
    }
    let side = reach.min(near_light::ROWS as u32) as i32;
    for y in eye.y - side..=eye.y + side {
        black_box(clear(at(eye.x - side, y)));
        black_box(clear(at(eye.x + side, y)));
    }
}

/// Passes light over the rows of a quadrant that have tables, up to the distance `reach`. Returns the light after the
/// last of these rows.
#[inline(always)] // measured: inlining makes the quadrant a constant
fn pass_near_rows(
    quadrant: Quadrant,
    eye: Point,
    reach: u32,
    clear: &impl Fn(Point) -> bool,
    see: &mut impl FnMut(Point),
) -> Light {
    let tables = NearLight::tables();
    let mut light = tables.all;
    for (depth, table) in (1..).zip(&tables.rows) {
        if depth as u32 > reach || light.is_dark() {
            break;
        }
        let row = table.pass(light, quadrant.cell(eye, depth, 0), quadrant.aside, clear);
        let edge = quadrant.edge(depth);
        let told = (2u32 << (near_light::ROWS + edge)) - (1 << (near_light::ROWS - edge));
        let mut seen = row.seen & told; // one bit per cell
        while seen != 0 {
            let aside = seen.trailing_zeros() as i32 - near_light::ROWS;
            see(quadrant.cell(eye, depth, aside));
            seen &= seen - 1;
        }
        light = row.light;
    }
    light
}

impl Beam {
    /// Returns the light between two rays in the next row.
    #[inline]
    fn onward(from: Ray, to: Ray) -> Beam {
        Beam {
            from: from.onward(),
            to: to.onward(),
        }
    }
}

impl Ray {
    /// Returns the ray with a slope (steps aside, steps ahead), moved to a row.
    fn at((across, along): (i32, i32), depth: i32) -> Ray {
        Ray {
            across,
            along,
            column: (depth * across).div_euclid(along),
            rest: (depth * across).rem_euclid(along),
        }
    }

    /// Returns the ray to the middle of the side that a cell shares with the previous cell of the row.
    #[inline]
    fn between(aside: i32, depth: i32) -> Ray {
        Ray {
            across: 2 * aside - 1,
            along: 2 * depth,
            column: aside - 1,
            rest: depth,
        }
    }

    /// Returns the ray, moved to the next row.
    #[inline]
    fn onward(self) -> Ray {
        let rest = self.rest + self.across;
        let columns = i32::from(rest >= self.along) - i32::from(rest < 0);
        Ray {
            column: self.column + columns,
            rest: rest - columns * self.along,
            ..self
        }
    }

    /// Returns the first cell whose center is on the ray or after it.
    #[inline]
    fn first_centre(self) -> i32 {
        self.column + i32::from(self.rest > 0)
    }

    /// Returns the first cell that comes after the ray, or whose diamond the ray cuts or touches.
    #[inline]
    fn first_touched(self) -> i32 {
        self.column + i32::from(2 * self.rest > self.along)
    }

    /// Returns the last cell that comes before the ray, or whose diamond the ray cuts or touches.
    #[inline]
    fn last_touched(self) -> i32 {
        self.column + i32::from(2 * self.rest >= self.along)
    }
}

impl Quadrant {
    const ALL: [Quadrant; 4] = [
        Quadrant::new((0, -1), (1, 0)),
        Quadrant::new((0, 1), (1, 0)),
        Quadrant::new((-1, 0), (0, 1)),
        Quadrant::new((1, 0), (0, 1)),
    ];

    const fn new(ahead: (i32, i32), aside: (i32, i32)) -> Quadrant {
        Quadrant {
            ahead,
            aside,
            has_diagonals: ahead.0 == 0,
        }
    }

    /// Returns the maximum number of steps aside, over the cells that this quadrant reports in a row.
    #[inline]
    fn edge(self, depth: i32) -> i32 {
        if self.has_diagonals { depth } else { depth - 1 }
    }

    /// Returns the cell this many steps ahead of the eye and this many steps aside.
    #[inline]
    fn cell(self, eye: Point, ahead: i32, aside: i32) -> Point {
        at(
            eye.x + ahead * self.ahead.0 + aside * self.aside.0,
            eye.y + ahead * self.ahead.1 + aside * self.aside.1,
        )
    }
}
