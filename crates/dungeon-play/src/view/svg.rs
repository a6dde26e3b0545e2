//! A frame as a self-contained SVG picture. The bytes are the same on every machine.
use std::fmt::Write;

use super::frame::{Cell, Frame, Style};
use super::print::glyphs;
use super::wrap::columns_of;
use dungeon_model::dungeon::Colour;
use dungeon_model::space::geometry::{Point, Size};
use dungeon_model::space::narrow::length;

/// The width of a cell in pixels. A monospace letter is 0.6 em wide, so a 15-pixel font fills the cell exactly.
pub(super) const WIDTH: i32 = 9;
const HEIGHT: i32 = 18;
/// The number of pixels from a cell's top to the baseline of its letters.
const BASELINE: i32 = 14;
/// The number of pixels of the margin around the screen.
pub(super) const MARGIN: i32 = 9;

/// The color of the screen where a frame has none.
pub const BACKGROUND: &str = "#16161d";
const INK: &str = "#c8c8d0";
const BOLD_INK: &str = "#ffffff";

/// The 16 colors by number: all different, and soft on the dark background.
const PALETTE: [&str; 16] = [
    "#3a3a48", "#e06c75", "#98c379", "#d8b45a", "#6a9ff0", "#c678dd", "#56b6c2", "#c8c8d0",
    "#828290", "#ff8a94", "#b5e890", "#ffdb7d", "#8fbcff", "#e29bf5", "#7fe0ec", "#ffffff",
];

/// The 16 colors by number as paper under colored letters. Several of them are darker than in `PALETTE`, for contrast
/// with the letters.
const PAPERS: [&str; 16] = [
    "#3a3a48", "#96303a", "#3f6b33", "#d8b45a", "#2f529c", "#7d3a8c", "#25707c", "#c8c8d0",
    "#828290", "#b8404a", "#5f9a42", "#ffdb7d", "#4a74c0", "#e29bf5", "#2f97a6", "#ffffff",
];

impl Frame {
    /// Returns the frame as an SVG document on a dark background, ending in a line feed. Texts are grouped by style and
    /// placed to the pixel.
    pub fn to_svg(&self) -> String {
        let mut svg = beginning(self.size());
        if let Some(p) = self.cursor {
            write_cursor(&mut svg, p);
        }
        for (y, row) in (0..).zip(self.rows()) {
            write_row(&mut svg, row, y);
        }
        svg + END
    }
}

/// The end of a picture started by `beginning`.
pub(super) const END: &str = "</g>\n</svg>\n";

/// Returns the start of a picture of `cells` cells: its size in pixels, its background and its font.
pub(super) fn beginning(cells: Size) -> String {
    let width = cells.width * WIDTH + 2 * MARGIN;
    let height = cells.height * HEIGHT + 2 * MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{BACKGROUND}\"/>\n\
         <g font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"15\" \
         fill=\"{INK}\">\n"
    )
}

/// Writes a highlight for the cell where the terminal's cursor rests.
pub(super) fn write_cursor(svg: &mut String, p: Point) {
    let (left, top) = (MARGIN + p.x * WIDTH, MARGIN + p.y * HEIGHT);
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{INK}\" fill-opacity=\"0.3\"/>"
    );
}

/// Writes a row of cells in runs of equal style.
pub(super) fn write_row(svg: &mut String, row: &[Cell], y: i32) {
    let mut x = 0;
    for run in row.chunk_by(|a, b| a.style() == b.style()) {
        write_run(svg, run, x, y);
        x += length(run.len());
    }
}

/// Writes cells of one style: their paper, then their letters.
fn write_run(svg: &mut String, run: &[Cell], x: i32, y: i32) {
    let Some(first) = run.first() else { return };
    let (ink, paper) = colours(first.style());
    let top = MARGIN + y * HEIGHT;
    if let Some(paper) = paper {
        let (left, width) = (MARGIN + x * WIDTH, length(run.len()) * WIDTH);
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{paper}\"/>"
        );
    }
    for (start, letters) in pieces(run) {
        let (left, foot) = (MARGIN + (x + length(start)) * WIDTH, top + BASELINE);
        let width = columns_of(&letters) * WIDTH;
        let _ = write!(
            svg,
            "<text x=\"{left}\" y=\"{foot}\" textLength=\"{width}\""
        );
        if ink != INK {
            let _ = write!(svg, " fill=\"{ink}\"");
        }
        if first.style().bold {
            svg.push_str(" font-weight=\"bold\"");
        }
        if first.style().underline {
            svg.push_str(" text-decoration=\"underline\"");
        }
        let opacity = match (first.style().dim, first.style().shade) {
            (true, _) | (false, 3..) => " fill-opacity=\"0.6\"",
            (false, 2) => " fill-opacity=\"0.75\"",
            (false, 1) => " fill-opacity=\"0.88\"",
            (false, 0) => "",
        };
        svg.push_str(opacity);
        let _ = writeln!(svg, ">{}</text>", escape(&letters));
    }
}

/// Returns the letters of cells and the index where each piece starts. A piece ends at two spaces, because viewers
/// disagree on whether to keep several spaces.
fn pieces(run: &[Cell]) -> impl Iterator<Item = (usize, String)> {
    let is_blank = |cell: &Cell| cell.glyph() == ' ';
    let mut from = 0;
    std::iter::from_fn(move || {
        from += run[from..].iter().position(|cell| !is_blank(cell))?;
        let rest = &run[from..];
        let length = rest.windows(2).position(|pair| pair.iter().all(is_blank));
        let length = length.unwrap_or(rest.len());
        let start = from;
        from += length;
        let letters = glyphs(&rest[..length]);
        Some((start, letters.trim_end().to_owned()))
    })
}

/// Returns the colors of ink and paper; `None` if the paper is `BACKGROUND`.
pub fn colours(style: Style) -> (&'static str, Option<&'static str>) {
    let own = if style.bold { BOLD_INK } else { INK };
    if let (Some(ink), Some(paper)) = (style.ink, style.paper) {
        let (letters, ground) = if style.reverse {
            (paper, ink)
        } else {
            (ink, paper)
        };
        return (shade(letters), Some(PAPERS[ground as usize]));
    }
    let ink = style.ink.map_or(own, |colour| shade(colour));
    let paper = style.paper.map(shade);
    if style.reverse {
        (paper.unwrap_or(BACKGROUND), Some(ink))
    } else {
        (ink, paper)
    }
}

fn shade(colour: Colour) -> &'static str {
    PALETTE.get(colour as usize).copied().unwrap_or(INK)
}

/// Returns a text with the markup characters of SVG and HTML replaced by entities.
pub(super) fn escape(text: &str) -> String {
    // XML forbids these two characters even as entities.
    text.replace(['\u{fffe}', '\u{ffff}'], "?")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::widgets::Gauge;
    use dungeon_engine::ruleset_face::Reading;
    use dungeon_model::dungeon::LifeUnit;
    use dungeon_model::dungeon::file_form::BuiltinTables;
    use dungeon_model::dungeon::{Settings, games};

    /// Returns the relative luminance of a color such as `#16161d`, from 0 to 1.
    fn luminance(colour: &str) -> f64 {
        let part = |from: usize| {
            let value = u8::from_str_radix(&colour[from..from + 2], 16).expect("hexadecimal");
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    /// Returns the contrast ratio of two colors, from 1 to 21.
    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn what_games_draw_by_themselves_stands_out_from_the_picture() {
        let life = Reading {
            life_unit: LifeUnit::Lives,
            ..Reading::points("Lives", 1)
        };
        let lives = [Gauge::new(&life).figure_style().ink];
        let drawn = games::ALL.into_iter().flat_map(|game| {
            let BuiltinTables {
                tiles,
                kinds,
                items,
            } = (game.form().tables)(&Settings::published(game));
            let kinds = kinds.into_iter().map(|kind| kind.colour);
            let items = items.into_iter().map(|item| item.colour);
            let tiles = tiles.into_iter().map(|tile| tile.colour);
            kinds.chain(items).chain(tiles)
        });
        let drawn = drawn.chain(lives);
        let inks = drawn.flatten().map(shade).chain([INK, BOLD_INK]);
        for ink in inks {
            let contrast = contrast(ink, BACKGROUND);
            assert!(contrast >= 4.5, "{ink}: {contrast:.1}");
        }
    }

    #[test]
    fn k5_what_stands_on_coloured_paper_stands_out_from_it() {
        use Colour::{Black, Blue, BrightMagenta, BrightWhite, BrightYellow, Red, Yellow};
        let fields = [Blue, Red].map(|paper| [BrightWhite, BrightYellow].map(|ink| (ink, paper)));
        let marks = [(Black, Yellow), (Black, BrightMagenta)];
        for (ink, paper) in fields.into_iter().flatten().chain(marks) {
            let style = Style::REVERSE.inked(paper).on(ink);
            let (letters, ground) = colours(style);
            let contrast = contrast(letters, ground.expect("a paper"));
            assert!(contrast >= 4.5, "{ink:?} on {paper:?}: {contrast:.1}");
        }
    }
}
