//! Frames as pixels, for `render_mode="rgb_array"`.
use dungeon::Frame;
use dungeon::frames::Cell;
use dungeon_play::view::svg::{BACKGROUND, colours};
use font8x8::UnicodeFonts;

/// The pixels of a cell: letters of 8×8 pixels, twice as high as wide, as in a terminal.
pub const WIDTH: usize = 8;
pub const HEIGHT: usize = 16;

/// Returns the pixels of a frame row by row: red, green and blue, a byte each.
pub fn pixels(frame: &Frame) -> Vec<u8> {
    let mut all = Vec::new();
    for row in frame.rows() {
        let cells: Vec<_> = row.iter().map(Letter::new).collect();
        for y in 0..HEIGHT {
            let pixels = cells.iter().flat_map(|cell| cell.pixels(y));
            all.extend(pixels.flatten());
        }
    }
    all
}

/// A cell to be drawn.
struct Letter {
    /// A byte for each row, the leftmost pixel in the lowest bit.
    bits: [u8; 8],
    ink: [u8; 3],
    paper: [u8; 3],
}

impl Letter {
    fn new(cell: &Cell) -> Letter {
        let style = cell.style();
        let (ink, paper) = colours(style);
        let (ink, paper) = (rgb(ink), rgb(paper.unwrap_or(BACKGROUND)));
        let faint = |nth: usize| u8::midpoint(ink[nth], paper[nth]);
        Letter {
            bits: bits(cell.glyph()),
            ink: if style.dim { [0, 1, 2].map(faint) } else { ink },
            paper,
        }
    }

    /// Returns the pixels of a row of pixels.
    fn pixels(&self, y: usize) -> [[u8; 3]; WIDTH] {
        let row = self.bits[y / 2];
        let pixel = |x: usize| {
            if row >> x & 1 == 1 {
                self.ink
            } else {
                self.paper
            }
        };
        [0, 1, 2, 3, 4, 5, 6, 7].map(pixel)
    }
}

/// Returns the drawing of a character; that of `?` if the font has none.
fn bits(glyph: char) -> [u8; 8] {
    let basic = font8x8::BASIC_FONTS.get(glyph);
    let drawn = basic.or_else(|| font8x8::LATIN_FONTS.get(glyph));
    let drawn = drawn.or_else(|| font8x8::BOX_FONTS.get(glyph));
    let drawn = drawn.or_else(|| font8x8::BLOCK_FONTS.get(glyph));
    let drawn = drawn.or_else(|| font8x8::GREEK_FONTS.get(glyph));
    drawn
        .or_else(|| font8x8::BASIC_FONTS.get('?'))
        .unwrap_or_default()
}

/// Reads a color such as `#16161d`.
fn rgb(colour: &str) -> [u8; 3] {
    let part = |nth: usize| {
        let digits = colour.get(1 + 2 * nth..3 + 2 * nth);
        digits
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
            .unwrap_or(0)
    };
    [0, 1, 2].map(part)
}
