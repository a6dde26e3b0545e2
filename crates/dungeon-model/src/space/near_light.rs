//! The light of a quadrant on the rows next to the eye, as a set of bits. Tables tell which light passes each row.
//!
//! Seen from the eye, the cells of these rows begin and end at a few slopes, which cut the quadrant into pieces. Each
//! slope is a piece, and each interval between neighboring slopes is a piece. A piece is either fully lit or fully
//! dark.
use std::sync::LazyLock;

use super::geometry::{Point, at};
use super::narrow::count;

/// The number of rows that have tables. More rows cut a quadrant into more pieces, and all pieces must fit into the
/// bits of a `Light`.
pub(super) const ROWS: i32 = 10;

/// The slopes at which cells of the rows with tables begin or end, from left to right, each as (steps aside, steps
/// ahead). The first slope and the last slope are the edges of the quadrant. Piece 2 · n is slope n, and piece 2 · n +
/// 1 is the interval after slope n.
static SLOPES: LazyLock<Vec<(i32, i32)>> = LazyLock::new(slopes);

static TABLES: LazyLock<NearLight> = LazyLock::new(|| NearLight {
    all: Light::of(0, 2 * SLOPES.len() - 2),
    rows: (1..=ROWS).map(RowTable::new).collect(),
});

/// The tables, which are valid for every quadrant.
#[derive(Debug)]
pub(super) struct NearLight {
    /// All pieces of the quadrant.
    pub all: Light,
    /// The tables of the rows, nearest row first.
    pub rows: Vec<RowTable>,
}

/// A set of pieces of a quadrant, such as the lit pieces. Three words would be enough, but four words fill two whole
/// vector registers on most processors, which halves the number of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Light([u64; 4]);

/// The tables for one row of a quadrant.
#[derive(Debug)]
pub(super) struct RowTable {
    /// The effects of the row's cells on light, from `ROWS` cells left of the eye to `ROWS` cells right of the eye.
    /// Each cell has three entries: as a clear cell, as an opaque cell, and as an opaque cell after another opaque
    /// cell.
    cells: [[CellPieces; 3]; 2 * ROWS as usize + 1],
    /// For each piece, the indexes in `cells` of the first and the last cell that the piece touches.
    touched: [(u8, u8); 192],
}

/// The effects of a cell on light.
#[derive(Clone, Copy, Debug)]
struct CellPieces {
    /// The pieces that show the cell: the cell is seen if any of these pieces is lit.
    showing: Light,
    /// The pieces that the cell makes dark.
    hidden: Light,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LitRow {
    /// The seen cells, as bits. Bit 0 stands for the cell `ROWS` cells left of the eye.
    pub seen: u32,
    /// The light that has passed the row.
    pub light: Light,
}

impl Light {
    const NONE: Light = Light([0; 4]);

    /// Returns the pieces `first..=last`.
    fn of(first: usize, last: usize) -> Light {
        let mut light = Light::NONE;
        for piece in first..=last {
            light.0[piece / 64] |= 1 << (piece % 64);
        }
        light
    }

    /// Whether no piece is lit.
    pub fn is_dark(self) -> bool {
        self == Light::NONE
    }

    /// Returns the first and the last slope of each connected part of the light, both included.
    pub fn parts(self) -> impl Iterator<Item = [(i32, i32); 2]> {
        let is_lit = move |piece: usize| self.has(count(piece));
        let pieces = 2 * SLOPES.len() - 1;
        let first = (0..pieces).filter(move |n| is_lit(*n) && (*n == 0 || !is_lit(n - 1)));
        let last = (0..pieces).filter(move |n| is_lit(*n) && !is_lit(n + 1));
        first
            .zip(last)
            .map(|(first, last)| [SLOPES[first / 2], SLOPES[last / 2]])
    }

    #[inline]
    fn has(self, piece: u32) -> bool {
        self.0[piece as usize / 64] >> (piece % 64) & 1 == 1
    }

    #[inline]
    fn meets(self, other: &Light) -> bool {
        let both = |word: usize| self.0[word] & other.0[word];
        (both(0) | both(2)) | (both(1) | both(3)) != 0
    }

    #[inline]
    fn without(self, other: &Light) -> Light {
        Light(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Returns the first and the last lit piece. At least one piece must be lit.
    #[inline]
    fn ends(self) -> (usize, usize) {
        let [low, middle, high, _] = self.0;
        let first = match (low, middle) {
            (0, 0) => 128 + high.trailing_zeros(),
            (0, _) => 64 + middle.trailing_zeros(),
            _ => low.trailing_zeros(),
        };
        let last = match (high, middle) {
            (0, 0) => 63 - low.leading_zeros(),
            (0, _) => 127 - middle.leading_zeros(),
            _ => 191 - high.leading_zeros(),
        };
        (first as usize, last as usize)
    }
}

impl NearLight {
    /// Returns the tables; computes them on first use.
    pub fn tables() -> &'static NearLight {
        &TABLES
    }
}

impl RowTable {
    /// Passes light over the row. At least one piece must be lit. `clear` returns whether a cell is transparent.
    /// `middle` is the cell straight ahead of the eye. `step` is the step from a cell of the row to the next cell, in
    /// columns and rows.
    #[inline(always)] // measured: inlining makes the steps constants
    pub fn pass(
        &self,
        light: Light,
        middle: Point,
        step: (i32, i32),
        clear: impl Fn(Point) -> bool,
    ) -> LitRow {
        let (first, last) = light.ends();
        let (first, last) = (self.touched[first].0, self.touched[last].1);
        let aside = i32::from(first) - ROWS;
        let mut p = at(middle.x + aside * step.0, middle.y + aside * step.1);
        let mut row = LitRow { seen: 0, light };
        let mut was_opaque = 0;
        let cells = &self.cells[usize::from(first)..=usize::from(last)];
        // The loop has no branches, because a processor could not predict whether a cell is opaque or seen.
        for cell in cells {
            let is_opaque = usize::from(!clear(p));
            let pieces = &cell[is_opaque + (is_opaque & was_opaque)];
            was_opaque = is_opaque;
            row.seen = row.seen >> 1 | u32::from(light.meets(&pieces.showing)) << 31;
            row.light = row.light.without(&pieces.hidden);
            p = at(p.x + step.0, p.y + step.1);
        }
        row.seen >>= 31 - last; // the bits were shifted in from the top
        row
    }

    fn new(depth: i32) -> RowTable {
        const DARK: CellPieces = CellPieces {
            showing: Light::NONE,
            hidden: Light::NONE,
        };
        let mut table = RowTable {
            cells: [[DARK; 3]; 2 * ROWS as usize + 1],
            touched: [(u8::MAX, u8::MIN); 192],
        };
        let last_piece = 2 * SLOPES.len() - 2;
        for aside in -depth..=depth {
            let (is_leftmost, is_rightmost) = (aside == -depth, aside == depth);
            let first = if is_leftmost {
                0
            } else {
                piece(2 * aside - 1, 2 * depth)
            };
            let last = if is_rightmost {
                last_piece
            } else {
                piece(2 * aside + 1, 2 * depth)
            };
            // Light passes along the slope where an opaque cell begins or ends, but not along a slope between two
            // opaque cells.
            let hidden_first = first + usize::from(!is_leftmost);
            let hidden_last = last - usize::from(!is_rightmost);
            let centre = piece(aside, depth);
            let index = (aside + ROWS) as usize;
            let touching = Light::of(first, last);
            let pieces = |showing, hidden| CellPieces { showing, hidden };
            table.cells[index] = [
                pieces(Light::of(centre, centre), Light::NONE),
                pieces(touching, Light::of(hidden_first, hidden_last)),
                pieces(touching, Light::of(first, hidden_last)),
            ];
            let nth = u8::try_from(index).unwrap_or(u8::MAX); // there are few rows
            for (from, to) in &mut table.touched[first..=last] {
                (*from, *to) = ((*from).min(nth), (*to).max(nth));
            }
        }
        table
    }
}

fn piece(aside: i32, ahead: i32) -> usize {
    let before = SLOPES.partition_point(|(x, y)| x * ahead < aside * y);
    let is_slope = SLOPES
        .get(before)
        .is_some_and(|(x, y)| x * ahead == aside * y);
    if is_slope { 2 * before } else { 2 * before - 1 }
}

fn slopes() -> Vec<(i32, i32)> {
    let edges =
        (1..=ROWS).flat_map(|depth| (-depth..depth).map(move |aside| (2 * aside + 1, 2 * depth)));
    let mut slopes: Vec<(i32, i32)> = edges.chain([(-1, 1), (1, 1)]).collect();
    slopes.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    slopes.dedup_by(|a, b| a.0 * b.1 == b.0 * a.1);
    slopes
}
