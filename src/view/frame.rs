//! A frame is a value: cells with styles, and where the cursor rests. It knows no escape code.
use unicode_width::UnicodeWidthChar;

use crate::dungeon::Colour;
use crate::space::geometry::{Point, Size};
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

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.rows()
    }
}
