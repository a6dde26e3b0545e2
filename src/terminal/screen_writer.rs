//! Writes a frame in as few bytes as possible, in a single write: only the cells that differ from the previous frame,
//! with the shortest cursor moves between them, and with style changes only where neighboring cells differ.
//!
//! The sequences for screen, cursor and erasing come from termion's types, and the sequences for styles from
//! `view::ansi`. Sequences written by hand have no type in termion, or are shorter than termion's (see `cursor_moves`).
use std::collections::BTreeMap;
use std::io::{self, Write};

use termion::{clear, cursor, screen, style};

use super::cursor_moves::{HOME, shortest_move};
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_play::view::ansi::{ColourDepth, change_style};
use dungeon_play::view::frame::{Cell, Frame, Style};

/// The number of bytes from which a frame is written as a synchronized update, so that the terminal shows nothing until
/// all bytes have arrived. Shorter frames arrive in one piece anyway. The two marks of an update take 16 bytes, while a
/// step of the hero takes about five.
const SYNCHRONISED_FROM: usize = 64;

/// Begins a synchronized update (mode 2026), for which termion has no type.
const BEGIN_UPDATE: &str = "\x1b[?2026h";

/// Ends a synchronized update.
const END_UPDATE: &str = "\x1b[?2026l";

/// Makes the terminal put marks around pasted text (bracketed paste, mode 2004), for which termion has no type.
const BEGIN_BRACKETED_PASTE: &str = "\x1b[?2004h";

/// Makes the terminal send pasted text as if it were typed.
const END_BRACKETED_PASTE: &str = "\x1b[?2004l";

/// If at most this many cells changed, the writer also tries the reverse order, from last to first.
const FEW: usize = 32;

/// If at least this many cells changed, the writer also tries an order that leaves the cells of one style until last.
const MANY: usize = 256;

/// Returns the escape sequences that prepare a terminal for a show: alternate screen, hidden cursor, and bracketed
/// paste. They do not change the mode of the keypad.
pub fn entering() -> String {
    let to_alternate_screen = screen::ToAlternateScreen;
    let hide = cursor::Hide;
    format!("{to_alternate_screen}{hide}{BEGIN_BRACKETED_PASTE}")
}

/// Returns the escape sequences that restore a terminal for the shell, even after a frame that was only partly written.
pub fn leaving() -> String {
    format!(
        "{END_UPDATE}{}{END_BRACKETED_PASTE}{}{}",
        style::Reset,
        cursor::Show,
        screen::ToMainScreen
    )
}

/// Returns the bytes that reset the style, move the cursor to the first cell, and clear the screen.
fn empty() -> String {
    format!("{}{HOME}{}", style::Reset, clear::AfterCursor)
}

/// Writes frames to a terminal or a file, and remembers the last frame, so that it writes only the differences.
///
/// ```
/// use dungeon::terminal::ScreenWriter;
/// use dungeon::{ColourDepth, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n#######\n#@...$#\n#######\nend\n")?;
/// game.press("l")?;
/// let mut screen = ScreenWriter::new(Vec::new(), ColourDepth::Ansi16, game.size());
/// screen.draw(&game.frame())?;
/// screen.out().clear();
/// game.press("l")?;
/// screen.draw(&game.frame())?;
/// assert!(screen.out().len() < 80, "only what has changed is written");
/// # Ok(())
/// # }
/// ```
pub struct ScreenWriter<W: Write> {
    out: W,
    depth: ColourDepth,
    size: Size,
    /// The frame that the terminal shows; `None` if unknown, as at the start and after a resize.
    shown: Option<Frame>,
    cursor: CursorState,
}

/// Omits the output, which need not be printable, and the frame.
impl<W: Write> std::fmt::Debug for ScreenWriter<W> {
    dungeon_model::debug_fields!(ScreenWriter: depth, size);
}

impl<W: Write> ScreenWriter<W> {
    /// Creates a writer for a terminal of this size with unknown contents, so the first frame is written whole.
    pub fn new(out: W, depth: ColourDepth, size: Size) -> ScreenWriter<W> {
        ScreenWriter {
            out,
            depth,
            size,
            shown: None,
            cursor: CursorState::default(),
        }
    }

    /// Returns the output that the bytes go to.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Sets a new size. The next frame is written whole, because terminals differ in what they show after a resize.
    pub fn resize(&mut self, size: Size) {
        self.size = size;
        self.shown = None;
    }

    /// Rings the terminal's bell.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub(super) fn ring(&mut self) -> io::Result<()> {
        self.out.write_all(b"\x07")?;
        self.out.flush()
    }

    /// Makes the terminal show the frame, with a single write, or without a write if nothing has changed. Leaves out
    /// cells outside the terminal.
    ///
    /// # Errors
    /// Returns an error if writing fails. The terminal may then show part of the frame.
    pub fn draw(&mut self, frame: &Frame) -> io::Result<()> {
        let mut bytes = String::new();
        if self.shown.as_ref().map(Frame::size) != Some(frame.size()) {
            bytes.push_str(&empty());
            self.shown = Some(Frame::new(frame.size()));
            self.cursor = CursorState {
                at: Some(Point::default()),
                style: Style::PLAIN,
            };
        }
        let changes = self.changes(frame);
        let redraw = Redraw {
            frame,
            depth: self.depth,
            size: self.visible(frame),
            changes: &changes,
            last: None,
        };
        let (drawn, cursor) = redraw.shortest(self.cursor);
        bytes.push_str(&drawn);
        self.cursor = cursor;
        if let Some(shown) = &mut self.shown {
            changes.iter().for_each(|&p| shown.set(p, frame.get(p)));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        if bytes.len() >= SYNCHRONISED_FROM {
            bytes = format!("{BEGIN_UPDATE}{bytes}{END_UPDATE}");
        }
        self.out.write_all(bytes.as_bytes())?;
        self.out.flush()
    }

    /// Returns the size of the part of a frame that fits on the terminal.
    fn visible(&self, frame: &Frame) -> Size {
        Size {
            width: self.size.width.min(frame.size().width),
            height: self.size.height.min(frame.size().height),
        }
    }

    /// Returns the cells that differ between the terminal and the frame, in reading order.
    fn changes(&self, frame: &Frame) -> Vec<Point> {
        let Some(shown) = &self.shown else {
            return Vec::new();
        };
        let size = self.visible(frame);
        let seen = |cell: Cell| (cell.glyph(), seen_style(cell, self.depth));
        let differs = |&(p, cell): &(Point, Cell)| {
            p.x < size.width && p.y < size.height && seen(cell) != seen(shown.get(p))
        };
        frame.diff(shown).filter(differs).map(|(p, _)| p).collect()
    }
}

/// The state of the terminal's cursor: the cell of the next glyph, and the current style.
#[derive(Clone, Copy, Debug, Default)]
struct CursorState {
    /// The cursor's cell; `None` if unknown, for example after a glyph in the last column, where terminals differ.
    at: Option<Point>,
    style: Style,
}

/// A frame to write, and its cells that must be written.
struct Redraw<'a> {
    frame: &'a Frame,
    depth: ColourDepth,
    size: Size,
    /// The cells that must change, in reading order.
    changes: &'a [Point],
    /// The style whose changed cells are written last; `None` for no such style. Until then, the terminal may show
    /// anything in these cells.
    last: Option<Style>,
}

impl Redraw<'_> {
    /// Returns the bytes that write the changed cells and place the cursor, and the cursor's state after them. Tries up
    /// to two orders of the cells, and returns the shorter result.
    fn shortest(&self, cursor: CursorState) -> (String, CursorState) {
        let forth = self.written(cursor, self.changes.iter().copied());
        let other = match self.changes.len() {
            // A body that moved up takes fewer bytes in reverse order.
            2..=FEW => Some(self.written(cursor, self.changes.iter().rev().copied())),
            MANY.. => (self.most_begun()).map(|last| self.written_apart(cursor, last)),
            _ => None,
        };
        match other {
            Some(other) if other.0.len() < forth.0.len() => other,
            _ => forth,
        }
    }

    fn written(
        &self,
        mut cursor: CursorState,
        order: impl Iterator<Item = Point>,
    ) -> (String, CursorState) {
        let mut out = String::new();
        self.write_all(&mut cursor, order, &mut out);
        self.place_cursor(&mut cursor, &mut out);
        (out, cursor)
    }

    /// Returns the bytes for writing the cells of one style last, column by column. A border at the side of every row
    /// would otherwise change the style twice per row; written column by column, it costs two bytes per row.
    fn written_apart(&self, mut cursor: CursorState, last: Style) -> (String, CursorState) {
        let is_last = |p: &Point| self.style_at(*p) == last;
        let (apart, first): (Vec<Point>, Vec<Point>) =
            self.changes.iter().partition(|p| is_last(p));
        let mut runs: Vec<&[Point]> = apart
            .chunk_by(|a, b| (a.x + 1, a.y) == (b.x, b.y))
            .collect();
        runs.sort_by_key(|run| (run[0].x, run[0].y));
        let mut out = String::new();
        let redraw = Redraw {
            last: Some(last),
            ..*self
        };
        redraw.write_all(&mut cursor, first.into_iter(), &mut out);
        self.write_all(&mut cursor, runs.into_iter().flatten().copied(), &mut out);
        self.place_cursor(&mut cursor, &mut out);
        (out, cursor)
    }

    /// Returns the style to which the changed cells switch most often in reading order, apart from the terminal's
    /// default style; `None` if there is no other style.
    fn most_begun(&self) -> Option<Style> {
        let mut begun = BTreeMap::new();
        let mut current = Style::PLAIN;
        for style in self.changes.iter().map(|p| self.style_at(*p)) {
            if style != current && style != Style::PLAIN {
                *begun.entry(style).or_insert(0) += 1;
            }
            current = style;
        }
        let most = begun.into_iter().max_by_key(|(_, times)| *times);
        most.map(|(style, _)| style)
    }

    fn write_all(
        &self,
        cursor: &mut CursorState,
        order: impl Iterator<Item = Point>,
        out: &mut String,
    ) {
        let mut cleared: Option<Point> = None;
        for p in order {
            if cleared.is_some_and(|from| from.y == p.y && from.x < p.x) {
                continue;
            }
            self.go(cursor, p, out);
            if self.is_blank_from(p) {
                change_style(self.depth, cursor.style, Style::default(), out);
                cursor.style = Style::default();
                out.push_str(clear::UntilNewline.as_ref());
                cleared = Some(p);
            } else {
                self.write(cursor, p, out);
            }
        }
    }

    fn place_cursor(&self, cursor: &mut CursorState, out: &mut String) {
        if let Some(p) = self.frame.cursor.filter(|&p| self.has(p)) {
            self.go(cursor, p, out);
        }
    }

    fn write(&self, cursor: &mut CursorState, p: Point, out: &mut String) {
        let cell = self.frame.get(p);
        if !self.is_written_by(cursor.style, cell) {
            let style = seen_style(cell, self.depth);
            change_style(self.depth, cursor.style, style, out);
            cursor.style = style;
        }
        out.push(cell.glyph());
        cursor.at = (p.x + 1 < self.size.width).then_some(at(p.x + 1, p.y));
    }

    /// Moves the cursor to a cell. If it is shorter, writes glyphs of the row again instead: from the first column of
    /// the row, or from the cursor's current column.
    fn go(&self, cursor: &mut CursorState, to: Point, out: &mut String) {
        if cursor.at == Some(to) {
            return;
        }
        let mut shortest = shortest_move(cursor.at, to);
        let straight = cursor.at.map(|from| at(from.x, to.y));
        for start in [Some(at(0, to.y)), straight].into_iter().flatten() {
            let Some(again) = self.between(start, to, cursor.style) else {
                continue;
            };
            let moves = shortest_move(cursor.at, start) + &again;
            if moves.len() <= shortest.len() {
                shortest = moves;
            }
        }
        out.push_str(&shortest);
        cursor.at = Some(to);
    }

    /// Returns the glyphs between two cells of a row, with spaces for cells that are written later. `None` if there are
    /// too many glyphs, or if a glyph needs a style other than `current`.
    fn between(&self, from: Point, to: Point, current: Style) -> Option<String> {
        const SHORT: i32 = 6;
        if from.y != to.y || !(from.x..from.x + SHORT).contains(&to.x) {
            return None;
        }
        (from.x..to.x)
            .map(|x| at(x, from.y))
            .map(|p| match self.frame.get(p) {
                cell if self.is_written_by(current, cell) => Some(cell.glyph()),
                _ => self.is_written_later(p).then_some(' '),
            })
            .collect()
    }

    /// Whether a cell looks right if written in the style `current`. A space looks the same in all styles that leave
    /// spaces empty.
    fn is_written_by(&self, current: Style, cell: Cell) -> bool {
        let style = seen_style(cell, self.depth);
        style == current || cell.glyph() == ' ' && !marks_blanks(style) && !marks_blanks(current)
    }

    /// Whether the row is empty from `p` on, and so long from there that erasing is shorter than writing spaces.
    fn is_blank_from(&self, p: Point) -> bool {
        const SHORT: i32 = 4;
        self.size.width - p.x > SHORT
            && (p.x..self.size.width).all(|x| {
                let cell = self.frame.get(at(x, p.y));
                cell.glyph() == ' ' && seen_style(cell, self.depth) == Style::default()
            })
    }

    /// Whether the cell changes and is written after the cells of other styles.
    fn is_written_later(&self, p: Point) -> bool {
        self.last == Some(self.style_at(p)) && self.changes.binary_search(&p).is_ok()
    }

    /// Returns the visible style of a cell of the frame.
    fn style_at(&self, p: Point) -> Style {
        seen_style(self.frame.get(p), self.depth)
    }

    fn has(&self, p: Point) -> bool {
        (0..self.size.width).contains(&p.x) && (0..self.size.height).contains(&p.y)
    }
}

/// Returns the visible style of a cell at this color depth. A space that looks empty in its style has the default
/// style.
fn seen_style(cell: Cell, depth: ColourDepth) -> Style {
    let style = depth.limit(cell.style());
    if cell.glyph() == ' ' && !marks_blanks(style) {
        return Style::default();
    }
    style
}

/// Whether a space in this style looks different from an empty cell.
fn marks_blanks(style: Style) -> bool {
    style.paper.is_some() || style.reverse || style.underline
}

#[cfg(test)]
mod tests {
    use termion::color::{self, AnsiValue, Rgb};

    use super::*;
    use dungeon_model::dungeon::Colour;

    #[test]
    fn the_codes_of_styles_are_those_of_termion() {
        let plain = Style::PLAIN;
        let reverse = Style::REVERSE;
        let red = plain.inked(Colour::Red);
        let on_red = plain.on(Colour::Red);
        let bold_red = Style::BOLD.inked(Colour::Red);
        let bold_on_red = Style::BOLD.on(Colour::Red);
        let bold_reverse = Style::BOLD.reversed();
        let changes = [
            (
                ColourDepth::Mono,
                plain,
                Style::BOLD,
                style::Bold.to_string(),
            ),
            (
                ColourDepth::Mono,
                plain,
                Style::DIM,
                style::Faint.to_string(),
            ),
            (ColourDepth::Mono, plain, reverse, style::Invert.to_string()),
            (
                ColourDepth::Mono,
                bold_reverse,
                Style::BOLD,
                style::NoInvert.to_string(),
            ),
            (
                ColourDepth::Mono,
                bold_reverse,
                reverse,
                style::NoFaint.to_string(),
            ),
            (
                ColourDepth::Mono,
                Style::BOLD,
                plain,
                style::Reset.to_string(),
            ),
            (
                ColourDepth::Ansi16,
                bold_red,
                Style::BOLD,
                color::Reset.fg_str().to_owned(),
            ),
            (
                ColourDepth::Ansi16,
                bold_on_red,
                Style::BOLD,
                color::Reset.bg_str().to_owned(),
            ),
            (ColourDepth::Ansi256, plain, red, AnsiValue(160).fg_string()),
            (
                ColourDepth::Ansi256,
                plain,
                on_red,
                AnsiValue(160).bg_string(),
            ),
            (ColourDepth::True, plain, red, Rgb(215, 0, 0).fg_string()),
            (ColourDepth::True, plain, on_red, Rgb(215, 0, 0).bg_string()),
        ];
        for (depth, from, to, termions) in changes {
            let mut ours = String::new();
            change_style(depth, from, to, &mut ours);
            assert_eq!(ours, termions, "{from:?} to {to:?} at {depth:?}");
        }
    }
}
