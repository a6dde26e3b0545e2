//! The generator for `map caves`: random noise, smoothed until it looks like caves (docs/format, "Made maps").
use super::chance::Draw;
use dungeon_model::dungeon::Caves;
use dungeon_model::space::geometry::{Point, Region, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::rock::{Pieces, Rock};

/// The minimum size of a hollow, in cells. Smaller hollows are filled, because the tunnel to one would often take more
/// cells than the hollow itself has.
const SMALLEST_HOLLOW: u32 = 12;

/// Digs caves into solid rock, so that caves grow around the `kept` cells. The caves may be unconnected. At least one
/// cell becomes hollow, if any cell can be dug.
pub fn dig_caves(rock: &mut Grid<Rock>, kept: &[Point], caves: Caves, draw: &mut Draw) {
    let mut solid = draw_noise(rock, kept, caves.rock, draw);
    for _ in 0..caves.rounds {
        solid = smooth(&solid);
    }
    for (cell, solid) in rock.cells_mut().iter_mut().zip(solid.cells()) {
        if *cell == Rock::Solid && *solid == 0 {
            *cell = Rock::Hollow;
        }
    }
    fill_small_hollows(rock);
    ensure_a_hollow(rock);
}

/// Draws a value for every cell: 1 for rock, with a chance of `percent`, or 0 for hollow. The cells around the `kept`
/// cells get 0, so that caves grow there.
fn draw_noise(rock: &Grid<Rock>, kept: &[Point], percent: u32, draw: &mut Draw) -> Grid<u8> {
    let mut solid = Grid::filled(rock.size(), 1);
    for (cell, noise) in rock.cells().iter().zip(solid.cells_mut()) {
        let is_solid = draw.below(100) < percent;
        *noise = u8::from(is_solid || *cell != Rock::Solid);
    }
    for p in kept {
        let around = Region::around(*p, 1).points();
        for near in around.filter(|near| rock.get(*near) != Some(Rock::Fixed)) {
            solid.set(near, 0);
        }
    }
    solid
}

/// Returns the grid in which every cell is the majority of its 3×3 neighborhood. Cells outside of the map count as
/// rock.
fn smooth(solid: &Grid<u8>) -> Grid<u8> {
    let size = solid.size();
    let width = size.width.max(1) as usize;
    let outside = vec![1; width];
    let rows: Vec<&[u8]> = solid.rows().collect();
    let row = |y: usize| rows.get(y).copied().unwrap_or(&outside);
    let mut next = Grid::filled(size, 1);
    // For each column, the number of rock cells in three rows. An extra column of rock is on each side of the map.
    let mut columns = vec![3; width + 2];
    for (y, out) in next.cells_mut().chunks_mut(width).enumerate() {
        let (above, own, below) = (row(y.wrapping_sub(1)), row(y), row(y + 1));
        for (x, column) in columns[1..=width].iter_mut().enumerate() {
            *column = above[x] + own[x] + below[x];
        }
        for (x, out) in out.iter_mut().enumerate() {
            let around = columns[x] + columns[x + 1] + columns[x + 2];
            *out = u8::from(around >= 5);
        }
    }
    next
}

/// Fills hollows that are smaller than `SMALLEST_HOLLOW`, but never the largest hollow.
fn fill_small_hollows(rock: &mut Grid<Rock>) {
    let pieces = Pieces::new(rock);
    let enough = pieces.largest().min(SMALLEST_HOLLOW);
    for (cells, _) in pieces.runs().filter(|(_, size)| *size < enough) {
        rock.cells_mut()[cells].fill(Rock::Solid);
    }
}

/// Hollows out the solid cell nearest to the center if the map has no hollow at all.
fn ensure_a_hollow(rock: &mut Grid<Rock>) {
    if rock.cells().contains(&Rock::Hollow) {
        return;
    }
    let middle = at(rock.size().width / 2, rock.size().height / 2);
    let solid = rock
        .size()
        .points()
        .filter(|p| rock.get(*p) == Some(Rock::Solid));
    if let Some(nearest) = solid.min_by_key(|p| p.manhattan(middle)) {
        rock.set(nearest, Rock::Hollow);
    }
}
