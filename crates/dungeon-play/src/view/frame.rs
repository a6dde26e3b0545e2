//! `Frame`: a screen as a value, made of styled cells and a cursor position. A frame has no escape codes.
use std::{fmt, slice};

use dungeon_format::characters::fault;
use dungeon_model::dungeon::Colour;
use dungeon_model::space::geometry::{Point, Region, Size, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::narrow::low_half;

/// The look of a cell; the default is the terminal's own style.
///
/// ```
/// use dungeon::data::Colour;
/// use dungeon::frames::Style;
///
/// let alarm = Style { ink: Some(Colour::Red), ..Style::BOLD };
/// assert_eq!(alarm.to_string(), "bold red");
/// assert_eq!(Style::PLAIN.to_string(), "plain");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Style {
    /// The color of the glyph; `None` for the terminal's own ink.
    pub ink: Option<Colour>,
    /// The background color; `None` for the terminal's own.
    pub paper: Option<Colour>,
    /// Whether the glyph is bold.
    pub bold: bool,
    /// Whether the glyph is faint.
    pub dim: bool,
    /// Whether ink and paper are swapped.
    pub reverse: bool,
    /// Whether the glyph is underlined.
    pub underline: bool,
    /// The darkness of the ink, from 0 (full light) to 3; shown only by `ColourDepth::True` and pictures.
    pub shade: u8,
}

impl Style {
    /// The terminal's own colors, without attributes.
    pub const PLAIN: Style = Style {
        ink: None,
        paper: None,
        bold: false,
        dim: false,
        reverse: false,
        underline: false,
        shade: 0,
    };
    /// Bold in the terminal's own colors.
    pub const BOLD: Style = Style {
        bold: true,
        ..Style::PLAIN
    };
    /// The terminal's own colors, swapped.
    pub const REVERSE: Style = Style {
        reverse: true,
        ..Style::PLAIN
    };
    /// Bold with ink and paper swapped: the strongest style on a screen.
    pub const STRONG: Style = Style {
        reverse: true,
        ..Style::BOLD
    };
    /// Dim in the terminal's own colors.
    pub const DIM: Style = Style {
        dim: true,
        ..Style::PLAIN
    };
}

#[doc(hidden)]
impl Style {
    /// Returns the style with another ink.
    #[must_use]
    pub const fn inked(self, ink: Colour) -> Style {
        Style {
            ink: Some(ink),
            ..self
        }
    }

    /// Returns the style with another paper.
    #[must_use]
    pub const fn on(self, paper: Colour) -> Style {
        Style {
            paper: Some(paper),
            ..self
        }
    }

    /// Returns the style in reverse video.
    #[must_use]
    pub const fn reversed(self) -> Style {
        Style {
            reverse: true,
            ..self
        }
    }
}

/// One character, one column wide, with its style. A cell is a single `u64`, so frames compare at memory speed. The
/// lower half is the glyph; the upper half has ink and paper (a byte each: 0 for none, otherwise the color's number
/// plus 1), then bold, dim, reverse and underline (a bit each), and the shade (two bits).
///
/// ```
/// use dungeon::frames::{Cell, Style};
///
/// let hero = Cell::new('@', Style::BOLD);
/// assert_eq!((hero.glyph(), hero.style()), ('@', Style::BOLD));
/// assert_eq!(Cell::new('\u{1b}', Style::PLAIN).glyph(), '?', "no cell harms a terminal");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cell(u64);

impl Cell {
    const BLANK: Cell = Cell(' ' as u64);
    const INK: u32 = 32;
    const PAPER: u32 = 40;
    const BOLD: u32 = 48;
    const DIM: u32 = 49;
    const REVERSE: u32 = 50;
    const UNDERLINE: u32 = 51;
    const SHADE: u32 = 52;

    /// Makes a cell with a glyph and a style. Characters that are not allowed in a map become `?`: control, format,
    /// bidi, zero-width and wide characters, and spaces other than U+0020.
    #[inline]
    pub fn new(glyph: char, style: Style) -> Cell {
        Cell::styled(style).with(glyph)
    }

    /// Makes a cell with a style and without a glyph, that is, only the upper half of the number.
    #[inline]
    fn styled(style: Style) -> Cell {
        let colour = |colour: Option<Colour>| colour.map_or(0, |colour| colour as u64 + 1);
        Cell(
            colour(style.ink) << Cell::INK
                | colour(style.paper) << Cell::PAPER
                | u64::from(style.bold) << Cell::BOLD
                | u64::from(style.dim) << Cell::DIM
                | u64::from(style.reverse) << Cell::REVERSE
                | u64::from(style.underline) << Cell::UNDERLINE
                | u64::from(style.shade.min(3)) << Cell::SHADE,
        )
    }

    /// Adds a glyph to a cell without one; a character that is not allowed in a map becomes `?`.
    #[inline]
    fn with(self, glyph: char) -> Cell {
        let glyph = if fault(glyph).is_none() { glyph } else { '?' };
        Cell(self.0 | u64::from(glyph))
    }

    /// Returns the cell's character.
    pub fn glyph(self) -> char {
        char::from_u32(low_half(self.0)).unwrap_or('?')
    }

    /// Returns the cell's style.
    pub fn style(self) -> Style {
        let colour = |place: u32| {
            let number = (self.0 >> place & 0xff) as usize;
            Some(Colour::NAMES.get(number.checked_sub(1)?)?.1)
        };
        let has = |place: u32| self.0 >> place & 1 == 1;
        Style {
            ink: colour(Cell::INK),
            paper: colour(Cell::PAPER),
            bold: has(Cell::BOLD),
            dim: has(Cell::DIM),
            reverse: has(Cell::REVERSE),
            underline: has(Cell::UNDERLINE),
            shade: (self.0 >> Cell::SHADE & 3) as u8,
        }
    }
}

/// The default cell is a space in the terminal's own style.
impl Default for Cell {
    fn default() -> Cell {
        Cell::BLANK
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cell")
            .field("glyph", &self.glyph())
            .field("style", &self.style())
            .finish()
    }
}

/// A screen of cells.
///
/// ```
/// use dungeon::Frame;
/// use dungeon::frames::{Cell, Style};
/// use dungeon::geometry::{Size, at};
///
/// let mut frame = Frame::new(Size::new(12, 2));
/// frame.write(at(0, 0), "You win.", Style::BOLD);
/// frame.set(at(11, 1), Cell::new('@', Style::PLAIN));
/// assert_eq!(frame.to_string(), "12x2 turn 0\n|You win.    |\n|           @|");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    cells: Grid<Cell>,
    /// The cell where the terminal's cursor rests: on the hero or the selection. `None` if the cursor is hidden.
    pub cursor: Option<Point>,
    /// The number of turns played, for the header that `Display` prints.
    pub turn: u32,
}

impl Frame {
    /// Makes a frame of spaces, without a cursor, at turn 0.
    pub fn new(size: Size) -> Frame {
        Frame {
            cells: Grid::filled(size, Cell::default()),
            cursor: None,
            turn: 0,
        }
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> Size {
        self.cells.size()
    }

    /// Returns the cell at a point; a space for a point outside the frame.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::geometry::at;
    ///
    /// let frame = Session::from_text("map\n####\n#@$#\n####\nend\n")?.frame();
    /// let hero = frame.cursor.expect("the cursor rests on the hero");
    /// assert_eq!(frame.get(hero).glyph(), '@');
    /// assert_eq!(frame.get(at(500, 0)).glyph(), ' ', "outside there are blanks");
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn get(&self, p: Point) -> Cell {
        self.cells.get(p).unwrap_or_default()
    }

    /// Sets the cell at a point; ignores points outside the frame.
    pub fn set(&mut self, p: Point, cell: Cell) {
        self.cells.set(p, cell);
    }

    /// Changes the style of the cell at a point; ignores points outside the frame.
    #[doc(hidden)]
    pub fn restyle(&mut self, p: Point, style: impl FnOnce(Style) -> Style) {
        let cell = self.get(p);
        self.set(p, Cell::new(cell.glyph(), style(cell.style())));
    }

    /// Writes a text from a point to the right, one character per column; cuts off characters outside the frame.
    /// Characters that `Cell::new` rejects become `?`.
    pub fn write(&mut self, from: Point, text: &str, style: Style) {
        let to = at(self.size().width - 1, from.y);
        self.writer(Region { from, to }, style).extend(text.chars());
    }

    /// Returns a writer of text into the top row of a region.
    pub fn writer(&mut self, line: Region, style: Style) -> CellWriter<'_> {
        CellWriter {
            left_out: 0.max(line.from.x.saturating_neg()) as u32,
            cells: self.row_mut(line).iter_mut(),
            blank: Cell::styled(style),
        }
    }

    /// Returns the cells of the top row of a region for writing, without cells outside the frame.
    pub fn row_mut(&mut self, line: Region) -> &mut [Cell] {
        let Region { from, to } = line;
        let left = from.x.max(0);
        let right = to.x.saturating_add(1).min(self.size().width);
        match self.cells.index(at(left, from.y)) {
            Some(first) if left < right => {
                &mut self.cells.cells_mut()[first..first + (right - left) as usize]
            }
            _ => &mut [],
        }
    }

    /// Iterates over the rows from top to bottom; each row is as long as the frame is wide.
    ///
    /// ```
    /// // Copies a frame into the buffer of another library.
    /// let frame = dungeon::Session::from_text("map\n####\n#@$#\n####\nend\n")?.frame();
    /// let mut copied = 0;
    /// for (y, row) in frame.rows().enumerate() {
    ///     for (x, cell) in row.iter().enumerate() {
    ///         let _ = (x, y, cell.glyph(), cell.style().ink, cell.style().bold);
    ///         copied += 1;
    ///     }
    /// }
    /// assert_eq!(copied, 80 * 24);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.rows()
    }

    /// Iterates over the cells that differ from those of `from`, with their positions, in reading order. If the sizes
    /// differ, iterates over all cells.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = dungeon::Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// let before = game.frame();
    /// assert_eq!(game.frame().diff(&before).count(), 0);
    /// game.press("l")?;
    /// let now = game.frame();
    /// assert!(now.diff(&before).any(|(_, cell)| cell.glyph() == '@'));
    /// # Ok(())
    /// # }
    /// ```
    pub fn diff<'a>(&'a self, from: &'a Frame) -> impl Iterator<Item = (Point, Cell)> + 'a {
        let width = self.size().width.max(1);
        let is_resized = self.size() != from.size();
        // Frames of different sizes are not compared: `self` stands in for the previous frame, and every cell counts as
        // new.
        let old = if is_resized { self } else { from };
        let cells = self.cells.cells().iter().zip(old.cells.cells());
        (0..)
            .zip(cells)
            .filter(move |(_, (new, old))| is_resized || new != old)
            .map(move |(index, (new, _))| (at(index % width, index / width), *new))
    }
}

/// Writes text into cells of one row, one character per cell. Text past the last cell is cut off; writing never fails.
///
/// ```
/// use std::fmt::Write;
///
/// use dungeon::Frame;
/// use dungeon::frames::Style;
/// use dungeon::geometry::{Region, Size, at};
///
/// let mut frame = Frame::new(Size::new(10, 1));
/// let line = Region { from: at(2, 0), to: at(6, 0) };
/// write!(frame.writer(line, Style::PLAIN), "Health {}", 41)?;
/// assert_eq!(frame.plain(), "  Healt\n", "no letter leaves the region");
/// # Ok::<(), std::fmt::Error>(())
/// ```
#[derive(Debug)]
pub struct CellWriter<'a> {
    /// The number of characters to skip because their cells are to the left of the frame.
    left_out: u32,
    cells: slice::IterMut<'a, Cell>,
    /// A cell with the style of the text and no glyph.
    blank: Cell,
}

impl Extend<char> for CellWriter<'_> {
    fn extend<T: IntoIterator<Item = char>>(&mut self, text: T) {
        for glyph in text {
            if self.left_out > 0 {
                self.left_out -= 1;
                continue;
            }
            let Some(cell) = self.cells.next() else {
                return;
            };
            *cell = self.blank.with(glyph);
        }
    }
}

impl fmt::Write for CellWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.extend(text.chars());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_takes_no_character_that_could_move_its_neighbours() {
        let shown = |glyph| Cell::new(glyph, Style::default()).glyph();
        for odd in [
            '\u{1b}', '\n', '\t', '\u{9b}', '\u{202e}', '\u{200b}', '\u{3000}', '界', '\u{301}',
            '\u{600}', '\u{fff9}',
        ] {
            assert_eq!(shown(odd), '?', "U+{:04X}", u32::from(odd));
        }
        assert_eq!(['@', ' ', '▓', 'é'].map(shown), ['@', ' ', '▓', 'é']);
    }

    #[test]
    fn a_cell_is_what_it_was_made_of_and_equals_no_other() {
        let colours = || {
            [None]
                .into_iter()
                .chain(Colour::NAMES.map(|named| Some(named.1)))
        };
        let both = || [false, true];
        let mut made = Vec::new();
        for (ink, paper) in colours().flat_map(|ink| colours().map(move |paper| (ink, paper))) {
            for (bold, dim) in both()
                .into_iter()
                .flat_map(|bold| both().map(|dim| (bold, dim)))
            {
                let ends = both()
                    .into_iter()
                    .flat_map(|reverse| both().map(|underline| (reverse, underline)));
                made.extend(ends.map(|(reverse, underline)| Style {
                    ink,
                    paper,
                    bold,
                    dim,
                    reverse,
                    underline,
                    shade: u8::from(underline) * 3,
                }));
            }
        }
        assert_eq!(made.len(), 17 * 17 * 16);
        let cells: Vec<Cell> = made.iter().map(|style| Cell::new('▓', *style)).collect();
        for (cell, style) in cells.iter().zip(&made) {
            assert_eq!((cell.glyph(), cell.style()), ('▓', *style));
            assert_eq!(cells.iter().filter(|other| *other == cell).count(), 1);
        }
        let shown = format!("{:?}", Cell::new('@', Style::PLAIN));
        assert!(
            shown.starts_with("Cell { glyph: '@', style: Style { ink: None,"),
            "{shown}"
        );
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
