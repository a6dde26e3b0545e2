//! The generator for `map caves`: random noise, smoothed until it looks like caves (docs/format, "Made maps").
use super::chance::Draw;
use dungeon_model::dungeon::Caves;
use dungeon_model::space::cell_set::{CellSet, WORD};
use dungeon_model::space::geometry::{Point, Region, at};
use dungeon_model::space::narrow::count;
use dungeon_model::space::rock::{Pieces, Rock};

/// The minimum size of a hollow, in cells. Smaller hollows are filled, because the tunnel to one would often take more
/// cells than the hollow itself has.
const SMALLEST_HOLLOW: u32 = 12;

/// Digs caves into solid rock, so that caves grow around the `kept` cells. The caves may be unconnected. At least one
/// cell becomes hollow, if any cell can be dug.
pub fn dig_caves(rock: &mut Rock, kept: &[Point], caves: Caves, draw: &mut Draw) {
    let mut open = draw_noise(rock, kept, caves.rock, draw);
    for _ in 0..caves.rounds {
        open = smooth(&open);
    }
    dig(rock, &open);
    fill_small_hollows(rock);
    ensure_a_hollow(rock);
}

/// Draws for every cell whether it is rock, with a chance of `percent`. Returns the cells that are open. The cells
/// around the `kept` cells are open, so that caves grow there.
fn draw_noise(rock: &Rock, kept: &[Point], percent: u32, draw: &mut Draw) -> CellSet {
    let mut open = rock.solid.clone();
    for y in 0..rock.size().height {
        let mut left = rock.size().width.max(0) as usize;
        for word in open.row_mut(y) {
            let cells = 1_u64
                .checked_shl(count(left))
                .map_or(u64::MAX, |end| end - 1);
            *word &= !draw.happening(percent, cells);
            left = left.saturating_sub(WORD);
        }
    }
    for p in kept {
        let around = Region::around(*p, 1).points();
        for near in around.filter(|near| rock.solid.contains(*near)) {
            open.insert(near);
        }
    }
    open
}

/// Returns the cells of which most cells of the 3×3 neighborhood are in the set. Cells outside of the map are not in
/// the set.
fn smooth(open: &CellSet) -> CellSet {
    let mut next = open.clone();
    for (y, _) in open.rows() {
        let [above, own, below] = [y - 1, y, y + 1].map(|y| open.row(y));
        // The number of open cells in three rows of each column, as two bits: in the column itself, and in the columns
        // to its left and right.
        let column = |nth: usize| added(above[nth], own[nth], below[nth]);
        let mut before = [0; 2];
        let mut here = column(0);
        for (nth, next) in next.row_mut(y).iter_mut().enumerate() {
            let behind = if nth + 1 < own.len() {
                column(nth + 1)
            } else {
                [0; 2]
            };
            let around = |bit: usize| {
                let left = here[bit] << 1 | before[bit] >> (WORD - 1);
                let right = here[bit] >> 1 | behind[bit] << (WORD - 1);
                added(left, here[bit], right)
            };
            // Most of nine cells are five: at least three pairs, or two pairs and a single cell.
            let [ones, pairs] = around(0);
            let [odd, even] = around(1);
            *next = even & (odd | pairs) | (even | odd & pairs) & ones;
            (before, here) = (here, behind);
        }
    }
    next
}

/// Adds three numbers of one bit, for 64 columns at once. Returns the low bits and the high bits of the sums.
fn added(a: u64, b: u64, c: u64) -> [u64; 2] {
    [a ^ b ^ c, a & b | (a ^ b) & c]
}

/// Digs away the solid cells of a set.
fn dig(rock: &mut Rock, open: &CellSet) {
    for (y, open) in open.rows() {
        let cells = rock.solid.row_mut(y).iter_mut().zip(rock.hollow.row_mut(y));
        for ((solid, hollow), open) in cells.zip(open) {
            *hollow |= *solid & open;
            *solid &= !open;
        }
    }
}

/// Fills hollows that are smaller than `SMALLEST_HOLLOW`, but never the largest hollow.
fn fill_small_hollows(rock: &mut Rock) {
    let pieces = Pieces::of(&rock.hollow);
    let enough = pieces.largest().min(SMALLEST_HOLLOW);
    for (run, _) in pieces.runs().filter(|(_, size)| *size < enough) {
        rock.hollow.remove(run.from.y, run.from.x, run.to.x);
        rock.solid.add(run.from.y, run.from.x, run.to.x);
    }
}

/// Hollows out the solid cell nearest to the center if the map has no hollow at all.
fn ensure_a_hollow(rock: &mut Rock) {
    if rock.hollow.cell_count() > 0 {
        return;
    }
    let middle = at(rock.size().width / 2, rock.size().height / 2);
    let solid = { rock.size().points() }.filter(|p| rock.solid.contains(*p));
    if let Some(nearest) = solid.min_by_key(|p| p.manhattan(middle)) {
        rock.open(nearest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::mix;
    use dungeon_model::space::geometry::Size;

    #[test]
    fn a_smoothed_cell_is_as_most_of_the_nine_cells_around_it() {
        for (seed, width) in [(1, 1), (2, 7), (3, 63), (4, 64), (5, 65), (6, 130)] {
            let size = Size::new(width, 9);
            let mut open = CellSet::new(size);
            for (nth, p) in (seed * 10_000..).zip(size.points()) {
                if mix(nth).is_multiple_of(2) {
                    open.insert(p);
                }
            }
            let smoothed = smooth(&open);
            for p in Region::around(at(0, 0), 140).points() {
                let around = Region::around(p, 1).points();
                let is_open = around.filter(|near| open.contains(*near)).count() >= 5;
                let is_open = is_open && size.contains(p);
                assert_eq!(smoothed.contains(p), is_open, "{p} of {size}");
            }
        }
    }
}
