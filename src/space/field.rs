//! A symmetric field of view: which cells are seen from a point.
//!
//! An opaque cell hides by the diamond inscribed in it, |dx| + |dy| < 1/2, and two that share a side leave no
//! gap between them. A see-through cell is seen if the segment between the two centres is free of that: so it
//! sees back. An opaque cell is seen if some point of its diamond is. A brush against a diamond hides nothing.
use super::geometry::{Point, at};

/// The working memory for casting fields of view; keep one, so that nothing is allocated from the second cast on.
#[derive(Clone, Debug, Default)]
pub struct Field {
    beams: Vec<Beam>,
}

/// Light on its way: the rows from `depth` on lie still before it, between two rays that belong to it.
#[derive(Clone, Copy, Debug)]
struct Beam {
    quadrant: Quadrant,
    depth: i32,
    from: Ray,
    to: Ray,
}

/// A ray from the eye: `across` aside for `along` ahead.
#[derive(Clone, Copy, Debug)]
struct Ray {
    across: i32,
    along: i32,
}

/// A quadrant of the plane: one step ahead and one step aside, in columns and rows.
#[derive(Clone, Copy, Debug)]
struct Quadrant {
    ahead: (i32, i32),
    aside: (i32, i32),
}

impl Field {
    /// Tells `see` every cell that is seen from `eye` within `reach` cells (Chebyshev), the eye's own first; some cells
    /// are told more than once. `clear` says which cells are see-through; at the eye it is not asked. `clear` must be
    /// false outside the map: of the cells that it hides the nearest are told, too. Points must lie within 2³⁰ of (0,
    /// 0). The cost is in proportion to the cells that light falls on.
    pub fn cast(
        &mut self,
        eye: Point,
        reach: u32,
        clear: impl Fn(Point) -> bool,
        mut see: impl FnMut(Point),
    ) {
        see(eye);
        self.beams.clear();
        self.beams.extend(Quadrant::ALL.map(Beam::first));
        while let Some(beam) = self.beams.pop() {
            if beam.depth.unsigned_abs() <= reach {
                self.pass(beam, eye, &clear, &mut see);
            }
        }
    }

    /// Leads a beam over its next row. What comes through goes on, each part between two obstacles as a beam.
    #[inline]
    fn pass(
        &mut self,
        beam: Beam,
        eye: Point,
        clear: &impl Fn(Point) -> bool,
        see: &mut impl FnMut(Point),
    ) {
        let depth = beam.depth;
        // A cell that the beam touches at its very edge is touched: it lies between closed bounds.
        let touched = beam.from.ceil(depth, -1)..=beam.to.floor(depth, 1);
        let centres = beam.from.ceil(depth, 0)..=beam.to.floor(depth, 0);
        let first = *touched.start();
        let mut lit_from = None;
        for aside in touched {
            let p = beam.quadrant.cell(eye, depth, aside);
            let side = Ray::between(aside, depth);
            if !clear(p) {
                see(p);
                if let Some(from) = lit_from.take() {
                    self.beams.push(beam.onward(from, side));
                }
                continue;
            }
            if centres.contains(&aside) {
                see(p);
            }
            // Light begins where the beam does, or beside the last obstacle.
            lit_from.get_or_insert(if aside == first { beam.from } else { side });
        }
        if let Some(from) = lit_from {
            self.beams.push(beam.onward(from, beam.to));
        }
    }
}

impl Beam {
    /// All the light of a quadrant. Its outermost rays are the next quadrants' as well.
    fn first(quadrant: Quadrant) -> Beam {
        let ray = |across| Ray { across, along: 1 };
        Beam {
            quadrant,
            depth: 1,
            from: ray(-1),
            to: ray(1),
        }
    }

    /// The part of a beam that goes on, a row further.
    fn onward(self, from: Ray, to: Ray) -> Beam {
        Beam {
            depth: self.depth + 1,
            from,
            to,
            ..self
        }
    }
}

impl Ray {
    /// The ray through the side that a cell shares with the one before it in the row.
    fn between(aside: i32, depth: i32) -> Ray {
        Ray {
            across: 2 * aside - 1,
            along: 2 * depth,
        }
    }

    /// The first column at or after the place where the ray crosses a row, and so many half cells.
    fn ceil(self, depth: i32, halves: i64) -> i32 {
        -Ray::floor(
            Ray {
                across: -self.across,
                ..self
            },
            depth,
            -halves,
        )
    }

    /// The last column at or before the place where the ray crosses a row, and so many half cells.
    fn floor(self, depth: i32, halves: i64) -> i32 {
        let (across, along) = (i64::from(self.across), i64::from(self.along));
        let place = 2 * i64::from(depth) * across + halves * along;
        place.div_euclid(2 * along) as i32
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
        Quadrant { ahead, aside }
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
