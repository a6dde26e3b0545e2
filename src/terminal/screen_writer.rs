//! What the terminal shows now, and the fewest bytes that make it show the next frame: only changed cells,
//! the shortest cursor moves, the pen changed only between styles, all in one write.
use std::collections::BTreeMap;
use std::io::{self, Write};

use termion::{cursor, screen, style};

use crate::space::geometry::{Point, Size, at};
use crate::view::ansi::{ColourDepth, change_pen};
use crate::view::frame::{Cell, Frame, Style};

/// From this many bytes on, marks tell the terminal to show a frame at once when it is complete. Fewer
/// arrive in one piece anyway, and the marks alone are 16 bytes: a step of the hero is about five.
const MARKED_FROM: usize = 64;
const BEGIN: &str = "\x1b[?2026h";
const END: &str = "\x1b[?2026l";

/// Up to this many changed cells, they are also tried from the last to the first.
const FEW: usize = 32;

/// From this many changed cells on, they are also tried with those of one style last.
const MANY: usize = 256;

/// The terminal's own style, its cursor in the first cell, and nothing on the screen.
const EMPTY: &str = "\x1b[m\x1b[H\x1b[J";

/// What takes a terminal from the shell's state to the game's: the alternate screen, a hidden cursor, and
/// pasted text told from typed. The keypad stays as it is.
pub fn entering() -> String {
    format!("{}{}\x1b[?2004h", screen::ToAlternateScreen, cursor::Hide)
}

/// What takes the terminal back to the shell's state, from within a frame as well.
pub fn leaving() -> String {
    format!(
        "{END}{}\x1b[?2004l{}{}",
        style::Reset,
        cursor::Show,
        screen::ToMainScreen
    )
}

/// A terminal's screen, as far as its bytes go.
pub struct ScreenWriter<W: Write> {
    out: W,
    depth: ColourDepth,
    size: Size,
    /// What stands there; none: nobody knows.
    shown: Option<Frame>,
    cursor: CursorState,
}

impl<W: Write> ScreenWriter<W> {
    /// A terminal of this size that shows nobody knows what.
    pub fn new(out: W, depth: ColourDepth, size: Size) -> ScreenWriter<W> {
        ScreenWriter {
            out,
            depth,
            size,
            shown: None,
            cursor: CursorState::default(),
        }
    }

    /// Where its bytes go.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Tells a new size. Terminals differ in what they leave on the screen, so the next frame is drawn whole.
    pub fn resize(&mut self, size: Size) {
        self.size = size;
        self.shown = None;
    }

    /// Makes the terminal show the frame, in at most one write; what does not fit is cut off.
    pub fn draw(&mut self, frame: &Frame) -> io::Result<()> {
        let mut bytes = String::new();
        if self.shown.as_ref().map(Frame::size) != Some(frame.size()) {
            bytes.push_str(EMPTY);
            self.shown = Some(Frame::new(frame.size()));
            self.cursor = CursorState {
                at: Some(Point::default()),
                pen: Style::PLAIN,
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
        if bytes.len() >= MARKED_FROM {
            bytes = format!("{BEGIN}{bytes}{END}");
        }
        self.out.write_all(bytes.as_bytes())?;
        self.out.flush()
    }

    /// The part of a frame that the terminal has room for.
    fn visible(&self, frame: &Frame) -> Size {
        Size {
            width: self.size.width.min(frame.size().width),
            height: self.size.height.min(frame.size().height),
        }
    }

    /// The cells that must change, in reading order.
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

/// Where the terminal writes next, and in which style.
#[derive(Clone, Copy, Debug, Default)]
struct CursorState {
    /// None: unknown, as after a write in the last column, where terminals differ.
    at: Option<Point>,
    pen: Style,
}

/// The frame to be shown, and how to write parts of it.
struct Redraw<'a> {
    frame: &'a Frame,
    depth: ColourDepth,
    size: Size,
    /// The cells that must change, in reading order.
    changes: &'a [Point],
    /// The style whose changed cells are written after all others, so that until then anything may stand there.
    last: Option<Style>,
}

impl Redraw<'_> {
    /// Writes the changed cells and places the cursor, in the better of two orders.
    fn shortest(&self, cursor: CursorState) -> (String, CursorState) {
        let forth = self.written(cursor, self.changes.iter().copied());
        let other = match self.changes.len() {
            // A step upwards is shorter drawn from below.
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

    /// Writes the cells of one style after all others, column by column: a border beside every row would
    /// change the pen twice a row, and is two bytes a row straight down.
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

    /// The style that begins most often in reading order, apart from the terminal's own.
    fn most_begun(&self) -> Option<Style> {
        let mut begun = BTreeMap::new();
        let mut pen = Style::PLAIN;
        for style in self.changes.iter().map(|p| self.style_at(*p)) {
            if style != pen && style != Style::PLAIN {
                *begun.entry(style).or_insert(0) += 1;
            }
            pen = style;
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
                change_pen(self.depth, cursor.pen, Style::default(), out);
                cursor.pen = Style::default();
                out.push_str("\x1b[K");
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
        if !self.is_written_by(cursor.pen, cell) {
            let style = seen_style(cell, self.depth);
            change_pen(self.depth, cursor.pen, style, out);
            cursor.pen = style;
        }
        out.push(cell.glyph());
        cursor.at = (p.x + 1 < self.size.width).then_some(at(p.x + 1, p.y));
    }

    /// Moves the cursor, by writing once more what lies between where that is shorter: from the row's first
    /// column, or from where the cursor is or would be straight above or below.
    fn go(&self, cursor: &mut CursorState, to: Point, out: &mut String) {
        if cursor.at == Some(to) {
            return;
        }
        let mut shortest = shortest_move(cursor.at, to);
        let straight = cursor.at.map(|from| at(from.x, to.y));
        for start in [Some(at(0, to.y)), straight].into_iter().flatten() {
            let Some(again) = self.between(start, to, cursor.pen) else {
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

    /// The glyphs from one point to another one to the right of it, if the pen has their style; blanks for
    /// those that are written later.
    fn between(&self, from: Point, to: Point, pen: Style) -> Option<String> {
        const SHORT: i32 = 6;
        if from.y != to.y || !(from.x..from.x + SHORT).contains(&to.x) {
            return None;
        }
        (from.x..to.x)
            .map(|x| at(x, from.y))
            .map(|p| match self.frame.get(p) {
                cell if self.is_written_by(pen, cell) => Some(cell.glyph()),
                _ => self.is_written_later(p).then_some(' '),
            })
            .collect()
    }

    /// Whether a cell comes out right with this pen; a blank does with any that leaves no mark.
    fn is_written_by(&self, pen: Style, cell: Cell) -> bool {
        let style = seen_style(cell, self.depth);
        style == pen || cell.glyph() == ' ' && !marks_blanks(style) && !marks_blanks(pen)
    }

    /// Whether the rest of a row is empty, and long enough for one sequence to be shorter.
    fn is_blank_from(&self, p: Point) -> bool {
        const SHORT: i32 = 4;
        self.size.width - p.x > SHORT
            && (p.x..self.size.width).all(|x| {
                let cell = self.frame.get(at(x, p.y));
                cell.glyph() == ' ' && seen_style(cell, self.depth) == Style::default()
            })
    }

    fn is_written_later(&self, p: Point) -> bool {
        self.last == Some(self.style_at(p)) && self.changes.binary_search(&p).is_ok()
    }

    fn style_at(&self, p: Point) -> Style {
        seen_style(self.frame.get(p), self.depth)
    }

    fn has(&self, p: Point) -> bool {
        (0..self.size.width).contains(&p.x) && (0..self.size.height).contains(&p.y)
    }
}

/// What is seen of a cell's style: nothing of one that leaves a blank blank.
fn seen_style(cell: Cell, depth: ColourDepth) -> Style {
    let style = depth.limit(cell.style());
    if cell.glyph() == ' ' && !marks_blanks(style) {
        return Style::default();
    }
    style
}

fn marks_blanks(style: Style) -> bool {
    style.paper.is_some() || style.reverse
}

/// The shortest of the absolute move, the relative ones, and the relative ones from the row's beginning.
/// A line feed moves straight down, since in raw mode the terminal adds no carriage return to it.
fn shortest_move(from: Option<Point>, to: Point) -> String {
    let absolute = match (to.x, to.y) {
        (0, 0) => "\x1b[H".to_owned(),
        (0, y) => format!("\x1b[{}H", y + 1),
        (x, y) => format!("\x1b[{};{}H", y + 1, x + 1),
    };
    let Some(from) = from else {
        return absolute;
    };
    // The reverse of a line feed scrolls in the first row, which nothing leaves upwards.
    let down = steps(to.y - from.y, ["\x1bM", "\n"], ['A', 'B']);
    let across = steps(to.x - from.x, ["\x08", "\x1b[C"], ['D', 'C']);
    let returned = format!("\r{}", steps(to.x, ["\x08", "\x1b[C"], ['D', 'C']));
    let across = if returned.len() < across.len() {
        returned
    } else {
        across
    };
    let relative = down + &across;
    if relative.len() <= absolute.len() {
        relative
    } else {
        absolute
    }
}

/// That many steps backward (negative) or forward: one step repeated, or the counted sequence with a letter.
fn steps(count: i32, one: [&str; 2], letter: [char; 2]) -> String {
    let way = usize::from(count > 0);
    let times = count.unsigned_abs() as usize;
    let digits = times.checked_ilog10().unwrap_or(0) as usize + 1;
    if one[way].len() * times <= "\x1b[".len() + digits + letter[way].len_utf8() {
        one[way].repeat(times)
    } else {
        format!("\x1b[{times}{}", letter[way])
    }
}
