//! A frame is a value: cells with styles, and where the cursor rests. It knows no escape code.
use unicode_width::UnicodeWidthChar;

use crate::dungeon::Colour;
use crate::space::geometry::{Point, Size, at};
use crate::space::grid::Grid;

/// How a cell looks; the default is the terminal's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Style {
    /// Colour of the glyph; none: the terminal's own.
    pub ink: Option<Colour>,
    /// Colour behind the glyph; none: the terminal's own.
    pub paper: Option<Colour>,
    /// Bold.
    pub bold: bool,
    /// Faint.
    pub dim: bool,
    /// Ink and paper exchanged.
    pub reverse: bool,
}

impl Style {
    /// The terminal's own.
    pub const PLAIN: Style = Style {
        ink: None,
        paper: None,
        bold: false,
        dim: false,
        reverse: false,
    };
    /// Bold in the terminal's own colours.
    pub const BOLD: Style = Style {
        bold: true,
        ..Style::PLAIN
    };
    /// Ink and paper exchanged in the terminal's own colours.
    pub const REVERSE: Style = Style {
        reverse: true,
        ..Style::PLAIN
    };
    /// Bold, ink and paper exchanged: nothing on a screen is stronger.
    pub const STRONG: Style = Style {
        reverse: true,
        ..Style::BOLD
    };
    /// Faint in the terminal's own colours.
    pub const DIM: Style = Style {
        dim: true,
        ..Style::PLAIN
    };
}

/// One character, one column wide, and its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    glyph: char,
    /// How it looks.
    pub style: Style,
}

impl Cell {
    /// A cell with this glyph; a control, bidi, zero-width or wide character becomes `?`.
    pub fn new(glyph: char, style: Style) -> Cell {
        let is_narrow = glyph == ' ' || glyph.width() == Some(1) && !glyph.is_whitespace();
        Cell {
            glyph: if is_narrow { glyph } else { '?' },
            style,
        }
    }

    /// The character.
    pub fn glyph(self) -> char {
        self.glyph
    }
}

impl Default for Cell {
    fn default() -> Cell {
        Cell {
            glyph: ' ',
            style: Style::default(),
        }
    }
}

/// A screen full of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    cells: Grid<Cell>,
    /// Where the terminal's cursor rests: on the hero or the selection.
    pub cursor: Option<Point>,
    /// The turn it shows, for the header that `Display` prints.
    pub turn: u32,
}

impl Frame {
    /// An empty frame.
    pub fn new(size: Size) -> Frame {
        Frame {
            cells: Grid::filled(size, Cell::default()),
            cursor: None,
            turn: 0,
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.cells.size()
    }

    /// The cell at a point; a blank outside.
    pub fn get(&self, p: Point) -> Cell {
        self.cells.get(p).unwrap_or_default()
    }

    /// Writes one cell; a point outside is ignored.
    pub fn set(&mut self, p: Point, cell: Cell) {
        self.cells.set(p, cell);
    }

    /// Writes a text from a point to the right; what lies outside the frame is cut off.
    pub fn write(&mut self, from: Point, text: &str, style: Style) {
        for (x, glyph) in (from.x..self.size().width).zip(text.chars()) {
            self.set(at(x, from.y), Cell::new(glyph, style));
        }
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.rows()
    }

    /// The cells that are not as they are in `from`, in reading order; all of them if the sizes differ.
    pub fn diff<'a>(&'a self, from: &'a Frame) -> impl Iterator<Item = (Point, Cell)> + 'a {
        let width = self.size().width.max(1);
        let is_resized = self.size() != from.size();
        let old = if is_resized { &[] } else { from.cells.cells() };
        let cells = (0..).zip(self.cells.cells());
        cells
            .filter(move |(index, cell)| old.get(*index as usize) != Some(*cell))
            .map(move |(index, cell)| (at(index % width, index / width), *cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_takes_no_character_that_could_move_its_neighbours() {
        let shown = |glyph| Cell::new(glyph, Style::default()).glyph();
        for odd in [
            '\u{1b}', '\n', '\t', '\u{202e}', '\u{200b}', '\u{3000}', '界', '\u{301}',
        ] {
            assert_eq!(shown(odd), '?', "U+{:04X}", u32::from(odd));
        }
        assert_eq!(['@', ' ', '▓', 'é'].map(shown), ['@', ' ', '▓', 'é']);
    }

    #[test]
    fn a_diff_applied_to_the_old_frame_is_the_new_one() {
        let mut old = Frame::new(Size::new(6, 2));
        old.write(at(0, 0), "a rat", Style::default());
        let mut new = old.clone();
        new.write(at(4, 1), "bites", Style::default());
        let changes: Vec<_> = new.diff(&old).collect();
        assert_eq!(changes.len(), 2, "what lies outside is cut off");
        changes.into_iter().for_each(|(p, cell)| old.set(p, cell));
        assert_eq!(old, new);
        assert_eq!(new.diff(&Frame::new(Size::new(1, 1))).count(), 12);
    }
}
