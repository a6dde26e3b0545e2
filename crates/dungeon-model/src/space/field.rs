//! A symmetric field of view: which cells are seen from a point.
//!
//! An opaque cell hides by the diamond inscribed in it, |dx| + |dy| < 1/2, and two that share a side leave no
//! gap between them. A see-through cell is seen if the segment between the two centres is free of that: so it
//! sees back. An opaque cell is seen if some point of its diamond is. A brush against a diamond hides nothing.
use std::hint::black_box;

use super::geometry::{Point, at};
use super::near_light::{self, Light, NearLight};

/// The working memory for casting fields of view; keep one, so that nothing is allocated from the second cast on.
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
    /// The light that falls on a row, in the order of the row's cells.
    beams: Vec<Beam>,
    next: Vec<Beam>,
}

/// The light between two rays that belong to it.
#[derive(Clone, Copy, Debug)]
struct Beam {
    from: Ray,
    to: Ray,
}

/// A ray from the eye, `across` aside for `along` ahead, where it crosses a row: `column` and `rest` / `along` aside.
/// From row to row it is moved by an addition, so that no division is needed.
#[derive(Clone, Copy, Debug)]
struct Ray {
    across: i32,
    along: i32,
    column: i32,
    rest: i32,
}

/// A quadrant of the plane: one step ahead and one step aside, in columns and rows.
#[derive(Clone, Copy, Debug)]
struct Quadrant {
    ahead: (i32, i32),
    aside: (i32, i32),
    /// Whether the cells of its two diagonals, which are another quadrant's as well, are told in this one.
    has_diagonals: bool,
}

impl Field {
    /// Tells `see` once every cell that is seen from `eye` within `reach` cells (Chebyshev), the eye's own first.
    /// `clear` says which cells are see-through; at the eye it is not asked. `clear` must be false outside the map: of
    /// the cells that it hides the nearest are told, too. Points must lie within 2²⁸ of (0, 0). The cost is in
    /// proportion to the cells that light falls on; of others `clear` is asked about 46 at most, and about 4 where light
    /// ends beside the eye.
    pub fn cast(
        &mut self,
        eye: Point,
        reach: u32,
        clear: impl Fn(Point) -> bool,
        mut see: impl FnMut(Point),
    ) {
        see(eye);
        read_ahead(eye, reach, &clear);
        self.cast_quadrant::<0>(eye, reach, &clear, &mut see);
        self.cast_quadrant::<1>(eye, reach, &clear, &mut see);
        self.cast_quadrant::<2>(eye, reach, &clear, &mut see);
        self.cast_quadrant::<3>(eye, reach, &clear, &mut see);
    }

    /// Casts one quadrant; its number is known when this is compiled, so that steps in it are additions of 1.
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

    /// Leads the beams over a row. What comes through goes on, each part between two obstacles as a beam.
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
        // Two beams may touch one cell; the first of them that lights it tells it.
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
                        // Light begins where the beam does, or beside the last obstacle.
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

/// Asks about the ends of the rows before light comes there. On a large map each row is a wait for memory; here these
/// waits overlap, and later there are none. Where stone stands two steps off on all four sides, light hardly goes so far.
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

/// Leads all the light of a quadrant over the rows that have tables, as far as `reach`, and returns what comes through.
#[inline(always)] // measured: the quadrant is a constant where it is inlined
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
        let mut seen = row.seen & told; // a bit a cell
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
    /// The light between two rays, a row further.
    #[inline]
    fn onward(from: Ray, to: Ray) -> Beam {
        Beam {
            from: from.onward(),
            to: to.onward(),
        }
    }
}

impl Ray {
    /// The ray with a slope, so much aside for so much ahead, where it crosses a row.
    fn at((across, along): (i32, i32), depth: i32) -> Ray {
        Ray {
            across,
            along,
            column: (depth * across).div_euclid(along),
            rest: (depth * across).rem_euclid(along),
        }
    }

    /// The ray through the side that a cell shares with the one before it in the row.
    #[inline]
    fn between(aside: i32, depth: i32) -> Ray {
        Ray {
            across: 2 * aside - 1,
            along: 2 * depth,
            column: aside - 1,
            rest: depth,
        }
    }

    /// The ray where it crosses the next row.
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

    /// The first cell whose centre is not before the ray.
    #[inline]
    fn first_centre(self) -> i32 {
        self.column + i32::from(self.rest > 0)
    }

    /// The first cell that the ray passes over or that comes after it; a cell is passed over at its very edge, too.
    #[inline]
    fn first_touched(self) -> i32 {
        self.column + i32::from(2 * self.rest > self.along)
    }

    /// The last cell that the ray passes over or that comes before it.
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

    /// How far aside the cells of a row go that are told in this quadrant.
    #[inline]
    fn edge(self, depth: i32) -> i32 {
        if self.has_diagonals { depth } else { depth - 1 }
    }

    /// The cell so far ahead and aside of the eye.
    #[inline]
    fn cell(self, eye: Point, ahead: i32, aside: i32) -> Point {
        at(
            eye.x + ahead * self.ahead.0 + aside * self.aside.0,
            eye.y + ahead * self.ahead.1 + aside * self.aside.1,
        )
    }
}
