//! Large generated files: a map of one level with many records. The same numbers give the same file.
use std::fmt::Write;

/// The format of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The published one: a blank is floor.
    Classic,
    /// A drawn map: a dot is floor.
    Drawn,
}

/// The terrain of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Floor with a wall around it.
    Open,
    /// Every eighth cell is wall, without a pattern.
    Pillars,
    /// Rooms of fifteen by seven cells, with doorways between neighbors.
    Rooms,
}

/// Columns and rows of pure floor around the hero's corner.
const CLEAR: usize = 8;

/// A source of random numbers (SplitMix64).
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Returns a file with a map of `side`² cells, and `records` records on different cells in addition to the hero's.
/// `side` must be at least 16. The file has no diagnostics.
pub fn text(format: Format, terrain: Terrain, side: usize, records: usize) -> String {
    let mut noise = Noise(17);
    let floor = match format {
        Format::Classic => ' ',
        Format::Drawn => '.',
    };
    let mut is_wall = vec![true; side * side];
    let mut text = match format {
        Format::Classic => format!("{side} {side}\n"),
        Format::Drawn => "title \"Large\"\nrules explore\nlevel \"Large\"\nmap\n".to_owned(),
    };
    for y in 0..side {
        for x in 0..side {
            let is_rim = x == 0 || y == 0 || x == side - 1 || y == side - 1;
            let is_built = match terrain {
                Terrain::Open => false,
                Terrain::Pillars => noise.below(8) == 0 && x.max(y) >= CLEAR,
                Terrain::Rooms => match (x % 16, y % 8) {
                    (0, row) => row != 4,
                    (column, 0) => column != 8,
                    _ => false,
                },
            };
            is_wall[y * side + x] = is_rim || is_built;
            text.push(if is_rim || is_built { '#' } else { floor });
        }
        text.push('\n');
    }
    if format == Format::Drawn {
        text.push_str("end\n");
    }
    text.push_str(match format {
        Format::Classic => "h 3 3 40 5 16\n",
        Format::Drawn => "@ 3 3 health=40 strength=5\n",
    });
    let mut is_taken = vec![false; side * side];
    for nth in 0..records {
        let cell = loop {
            let (x, y) = (noise.below(side - CLEAR), noise.below(side - CLEAR));
            let cell = (y + CLEAR - 1) * side + x + CLEAR - 1;
            let is_walled_in = [cell - side, cell - 1, cell + 1, cell + side]
                .iter()
                .all(|near| is_wall[*near]);
            if !is_wall[cell] && !is_taken[cell] && !is_walled_in {
                break cell;
            }
        };
        is_taken[cell] = true;
        let (x, y) = (cell % side, cell / side);
        let (x, y) = (x + 1, y + 1);
        let _ = match (format, nth % 4) {
            (Format::Classic, 0) => writeln!(text, "$ {x} {y} 0 1 0"),
            (Format::Classic, 1) => writeln!(text, "g {x} {y} 8 3"),
            (Format::Classic, _) => writeln!(text, "w {x} {y} 8 3"),
            (Format::Drawn, 0) => writeln!(text, "$ {x} {y} wealth=7"),
            (Format::Drawn, 1) => writeln!(text, "g {x} {y} 8 3"),
            (Format::Drawn, _) => writeln!(text, "w {x} {y} health=12"),
        };
    }
    if format == Format::Classic {
        text.push_str("q\n");
    }
    text
}
