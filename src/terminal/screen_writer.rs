//! Writes a frame as the fewest bytes that make the terminal show it: only the cells that differ from the frame before,
//! the shortest cursor moves between them, a change of style only where two neighbours differ, all in one write.
//!
//! The sequences for screen, cursor and erasing are termion's types, those for styles come from `view::ansi`. A
//! sequence spelled by hand has no type in termion, or is a shorter spelling: `cursor_moves` says which.
use std::collections::BTreeMap;
use std::io::{self, Write};

use termion::{clear, cursor, screen, style};

use super::cursor_moves::{HOME, shortest_move};
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_play::view::ansi::{ColourDepth, change_style};
use dungeon_play::view::frame::{Cell, Frame, Style};

/// Frames of at least this many bytes are written as a synchronised update: the terminal shows nothing of the frame
/// before all of it has come. Shorter frames arrive in one piece anyway, and the two marks are 16 bytes, where a step
/// of the hero is about five.
const SYNCHRONISED_FROM: usize = 64;

/// Begins a synchronised update (mode 2026), for which termion has no type.
const BEGIN_UPDATE: &str = "\x1b[?2026h";

/// Ends a synchronised update.
const END_UPDATE: &str = "\x1b[?2026l";

/// Has the terminal put pasted text between marks (bracketed paste, mode 2004), for which termion has no type.
const BEGIN_BRACKETED_PASTE: &str = "\x1b[?2004h";

/// Has the terminal send pasted text as if it were typed.
const END_BRACKETED_PASTE: &str = "\x1b[?2004l";

/// Up to this many changed cells, writing them from the last to the first is tried as well.
const FEW: usize = 32;

/// From this many changed cells on, writing those of one style after all others is tried as well.
const MANY: usize = 256;

/// The escape sequences that take a terminal from the shell's state to the show's: the alternate screen, a hidden
/// cursor, and bracketed paste. The keypad's mode stays as it is.
pub fn entering() -> String {
    let to_alternate_screen = screen::ToAlternateScreen;
    let hide = cursor::Hide;
    format!("{to_alternate_screen}{hide}{BEGIN_BRACKETED_PASTE}")
}

/// The escape sequences that take a terminal back to the shell's state, also if the last frame was written only in
/// part.
pub fn leaving() -> String {
    format!(
        "{END_UPDATE}{}{END_BRACKETED_PASTE}{}{}",
        style::Reset,
        cursor::Show,
        screen::ToMainScreen
    )
}

/// The bytes that reset the style, move the cursor to the first cell, and clear the screen.
fn empty() -> String {
    format!("{}{HOME}{}", style::Reset, clear::AfterCursor)
}

/// Writes frames to a terminal, or to a file of what a terminal would be sent, and remembers what is shown there.
///
/// ```
/// use dungeon::terminal::ScreenWriter;
/// use dungeon::{ColourDepth, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n#######\n#@...$#\n#######\nend\n")?;
/// game.press("l")?;
/// let mut screen = ScreenWriter::new(Vec::new(), ColourDepth::Ansi16, game.screen_size());
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
    /// What the terminal shows; `None` if that is unknown, as at the start and after a new size.
    shown: Option<Frame>,
    cursor: CursorState,
}

/// Without the frame that is shown.
impl<W: Write> std::fmt::Debug for ScreenWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScreenWriter")
            .field("depth", &self.depth)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl<W: Write> ScreenWriter<W> {
    /// A writer to a terminal of this size whose contents are unknown: the first frame is written whole.
    pub fn new(out: W, depth: ColourDepth, size: Size) -> ScreenWriter<W> {
        ScreenWriter {
            out,
            depth,
            size,
            shown: None,
            cursor: CursorState::default(),
        }
    }

    /// The sink that the bytes are written to.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Sets a new size. Terminals differ in what they leave on a screen that is resized, so the next frame is written
    /// whole.
    pub fn resize(&mut self, size: Size) {
        self.size = size;
        self.shown = None;
    }

    /// Rings the terminal's bell.
    ///
    /// # Errors
    /// If the sink fails.
    pub(super) fn ring(&mut self) -> io::Result<()> {
        self.out.write_all(b"\x07")?;
        self.out.flush()
    }

    /// Makes the terminal show the frame, in one write, or in none if nothing changes. Cells outside the terminal's
    /// size are left out.
    ///
    /// # Errors
    /// If the sink fails. The terminal may then show a part of the frame.
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

    /// The size of the part of a frame that the terminal has room for.
    fn visible(&self, frame: &Frame) -> Size {
        Size {
            width: self.size.width.min(frame.size().width),
            height: self.size.height.min(frame.size().height),
        }
    }

    /// The cells that the terminal shows otherwise than the frame has them, in reading order.
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

/// What is known of the terminal's cursor: where the next glyph is written, and in which style.
#[derive(Clone, Copy, Debug, Default)]
struct CursorState {
    /// `None` if the place is unknown, as after a glyph in the last column, where terminals differ.
    at: Option<Point>,
    style: Style,
}

/// The writing of one frame: the frame, and the cells that must be written.
struct Redraw<'a> {
    frame: &'a Frame,
    depth: ColourDepth,
    size: Size,
    /// The cells that must change, in reading order.
    changes: &'a [Point],
    /// The style whose changed cells are written after all others. Until then those cells may hold anything.
    last: Option<Style>,
}

impl Redraw<'_> {
    /// The bytes that write the changed cells and place the cursor, in the shorter of two orders, and the cursor's
    /// state after them.
    fn shortest(&self, cursor: CursorState) -> (String, CursorState) {
        let forth = self.written(cursor, self.changes.iter().copied());
        let other = match self.changes.len() {
            // A body that moved up is shorter to write from below.
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

    /// Writes the cells of one style after all others, column by column. A border beside every row would change the
    /// style twice a row; written straight down it costs two bytes a row.
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

    /// The style, other than the terminal's own, with the most runs of cells in reading order.
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

    /// Moves the cursor. Where that is shorter, the glyphs on the way are written once more: from the row's first
    /// column, or from the cursor's own column in that row.
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

    /// The glyphs from one cell up to another one to the right of it, if all of them can be written in the style
    /// `current`; blanks stand for cells that are written later.
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

    /// Whether a cell is shown right if it is written in the style `current`: a blank is in every style that leaves
    /// blanks empty.
    fn is_written_by(&self, current: Style, cell: Cell) -> bool {
        let style = seen_style(cell, self.depth);
        style == current || cell.glyph() == ' ' && !marks_blanks(style) && !marks_blanks(current)
    }

    /// Whether the row is empty from `p` on, and long enough for the sequence that erases it to be shorter than blanks.
    fn is_blank_from(&self, p: Point) -> bool {
        const SHORT: i32 = 4;
        self.size.width - p.x > SHORT
            && (p.x..self.size.width).all(|x| {
                let cell = self.frame.get(at(x, p.y));
                cell.glyph() == ' ' && seen_style(cell, self.depth) == Style::default()
            })
    }

    /// Whether the cell is one of those that are written after all others.
    fn is_written_later(&self, p: Point) -> bool {
        self.last == Some(self.style_at(p)) && self.changes.binary_search(&p).is_ok()
    }

    /// The style in which a cell of the frame is seen.
    fn style_at(&self, p: Point) -> Style {
        seen_style(self.frame.get(p), self.depth)
    }

    /// Whether the terminal has a cell here.
    fn has(&self, p: Point) -> bool {
        (0..self.size.width).contains(&p.x) && (0..self.size.height).contains(&p.y)
    }
}

/// The style in which a cell is seen at this depth of colour: the terminal's own for a blank whose style leaves it
/// empty.
fn seen_style(cell: Cell, depth: ColourDepth) -> Style {
    let style = depth.limit(cell.style());
    if cell.glyph() == ' ' && !marks_blanks(style) {
        return Style::default();
    }
    style
}

/// Whether a blank in this style can be told from an empty cell.
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
        let reverse = Style {
            reverse: true,
            ..plain
        };
        let red = Style {
            ink: Some(Colour::Red),
            ..plain
        };
        let on_red = Style {
            paper: Some(Colour::Red),
            ..plain
        };
        let bold_red = Style { bold: true, ..red };
        let bold_on_red = Style {
            bold: true,
            ..on_red
        };
        let bold_reverse = Style {
            bold: true,
            ..reverse
        };
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
