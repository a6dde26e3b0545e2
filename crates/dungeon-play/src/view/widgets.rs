//! The widgets of a screen: window borders, gauges, and the prompt.
use std::fmt;
use std::fmt::Write as _;

use super::frame::{Cell, Frame, Style};
use super::glyphs::{FrameSigns, Glyphs};
use super::thirds::Third;
use super::wrap::columns_of;
use dungeon_engine::ruleset_face::Reading;
use dungeon_model::dungeon::grammar::lists::joined;
use dungeon_model::dungeon::grammar::nouns::capitalised;
use dungeon_model::dungeon::{Colour, LifeUnit};
use dungeon_model::space::geometry::{Point, Region, at};

/// Returns the number of columns of a region.
fn width(area: Region) -> i32 {
    area.to.x - area.from.x + 1
}

/// A border of `+ - |`, or of lines if walls are drawn as lines, on the outermost cells of a region. The cells inside
/// do not change.
#[derive(Clone, Copy, Debug)]
pub struct Window(pub Region);

impl Window {
    /// Draws the border.
    pub fn draw(self, frame: &mut Frame, glyphs: Glyphs) {
        let Region { from, to } = self.0;
        let FrameSigns { bar, side, corners } = glyphs.frame();
        for y in [from.y, to.y] {
            let row = Region {
                from: at(from.x, y),
                to: at(to.x, y),
            };
            frame.row_mut(row).fill(Cell::new(bar, Style::DIM));
        }
        for y in from.y..=to.y {
            let sides = match y {
                y if y == from.y => [corners[0], corners[1]],
                y if y == to.y => [corners[2], corners[3]],
                _ => [side; 2],
            };
            frame.set(at(from.x, y), Cell::new(sides[0], Style::DIM));
            frame.set(at(to.x, y), Cell::new(sides[1], Style::DIM));
        }
    }
}

/// A line of text in pieces, each in a style.
#[derive(Clone, Debug, Default)]
pub struct StyledLine {
    /// The text of all pieces, without line feeds.
    text: String,
    /// The byte offset of each piece's end in the text, and the piece's style.
    pieces: Vec<(usize, Style)>,
}

impl StyledLine {
    /// Makes an empty line with memory for a text of `columns` columns.
    pub fn with_room(columns: usize) -> StyledLine {
        StyledLine {
            text: String::with_capacity(2 * columns),
            pieces: Vec::with_capacity(columns / 2),
        }
    }

    /// Adds a piece at the end.
    pub fn push(&mut self, text: impl fmt::Display, style: Style) {
        // Writing to a string never fails.
        let _ = write!(self.text, "{text}");
        self.pieces.push((self.text.len(), style));
    }

    /// Adds the pieces of another line at the end.
    pub fn append(&mut self, other: &StyledLine) {
        let before = self.text.len();
        self.text.push_str(&other.text);
        let pieces = other.pieces.iter();
        self.pieces
            .extend(pieces.map(|(end, style)| (before + end, *style)));
    }

    /// Drops all pieces but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.pieces.truncate(count);
        let end = self.pieces.last().map_or(0, |(end, _)| *end);
        self.text.truncate(end);
    }

    /// Returns the number of pieces.
    pub fn count(&self) -> usize {
        self.pieces.len()
    }

    /// Returns the number of columns of the whole line.
    pub fn columns(&self) -> usize {
        self.text.chars().count()
    }

    /// Draws the pieces from left to right into the top row of a region, and cuts them with an ellipsis if they do not
    /// fit.
    pub fn draw(&self, frame: &mut Frame, line: Region, glyphs: Glyphs) {
        let shown = glyphs.cut(&self.text, width(line).max(0) as usize);
        let mut pieces = self.pieces.iter().peekable();
        let styles = self.text.char_indices().map(|(at, _)| {
            while pieces.next_if(|(end, _)| *end <= at).is_some() {}
            pieces
                .peek()
                .map_or_else(Style::default, |(_, style)| *style)
        });
        for (x, (glyph, style)) in (line.from.x..).zip(shown.chars().zip(styles)) {
            frame.set(
                at(x, line.from.y),
                Cell::new(glyphs.spelled_char(glyph), style),
            );
        }
    }
}

/// Draws a text in one style into the top row of a region, and cuts it with an ellipsis if it does not fit.
pub fn draw_text(frame: &mut Frame, line: Region, text: &str, style: Style, glyphs: Glyphs) {
    let shown = glyphs.cut(text, width(line).max(0) as usize);
    let shown = shown.chars().map(|glyph| glyphs.spelled_char(glyph));
    frame.writer(line, style).extend(shown);
}

/// The maximum number of lives shown as hearts; a higher number is shown in digits, because that many hearts are hard
/// to count.
const HEARTS: i64 = 10;
const HEART: Style = Style::BOLD.inked(Colour::Red);

/// A number of the game, shown as text or as a box three rows high with the label on the left and the number on the
/// right.
#[derive(Clone, Copy, Debug)]
pub struct Gauge(Reading);

impl Gauge {
    /// Makes the gauge of a reading.
    pub fn new(reading: &Reading) -> Gauge {
        Gauge(*reading)
    }

    /// Returns the gauge in words: `Health 40`, or `Health 31 of 40` if the reading has a maximum. A label of one
    /// character is a sign directly before its number (S-30): `$20`. Lives below 0 count as 0.
    pub fn describe(self) -> String {
        let most = self.0.most.map(|most| format!(" of {most}"));
        let most = most.unwrap_or_default();
        format!("{}{}{most}", self.label(), self.number())
    }

    /// Returns the label with the gap before its number.
    pub fn label(self) -> GaugeLabel {
        GaugeLabel(self)
    }

    /// Returns the number as text, `31/40`, or a heart per life: `♥♥♥`, and `♥×25` for more than ten.
    pub fn figure(self, glyphs: Glyphs) -> GaugeFigure {
        GaugeFigure(self, glyphs)
    }

    /// Returns the style of the figure.
    pub fn figure_style(self) -> Style {
        if self.has_hearts() {
            HEART
        } else {
            self.style()
        }
    }

    /// Adds label and figure to a line.
    pub fn write(self, line: &mut StyledLine, glyphs: Glyphs) {
        line.push(self.label(), Style::BOLD);
        line.push(self.figure(glyphs), self.figure_style());
    }

    fn has_hearts(self) -> bool {
        self.0.life_unit == LifeUnit::Lives && self.0.value > 0
    }

    /// Returns the style of the number: bold, and colored by thirds if it has a full value.
    fn style(self) -> Style {
        match self.0.life_unit {
            LifeUnit::Points => Third::of(&self.0).map_or(Style::BOLD, Third::style),
            LifeUnit::Lives => Style::BOLD,
        }
    }

    /// Whether the label is a one-character sign.
    pub fn has_sign(self) -> bool {
        self.0.label.chars().count() == 1
    }

    /// Returns the number in digits. A hit can take more lives than are left.
    fn number(self) -> i64 {
        match self.0.life_unit {
            LifeUnit::Lives => self.0.value.max(0),
            LifeUnit::Points => self.0.value,
        }
    }

    /// Draws border, label and number into a region three rows high.
    pub fn draw(self, frame: &mut Frame, area: Region, glyphs: Glyphs) {
        Window(area).draw(frame, glyphs);
        let label = label_if_fits(self.0.label, width(area) - 6);
        let columns = columns_of(label);
        let inside = inner_row(area);
        frame.write(inside.from, label, Style::PLAIN);
        let right = Region {
            from: at(inside.from.x + columns, inside.from.y),
            ..inside
        };
        // Writing to cells never fails.
        let _ = self.write_number(
            &mut frame.writer(right, self.style()),
            width(right).max(0) as usize,
        );
        // Only the number itself is colored.
        let row = frame.row_mut(right).iter_mut();
        for cell in row.filter(|cell| cell.glyph() == ' ') {
            *cell = Cell::new(' ', Style::BOLD);
        }
    }

    /// Writes the number right-aligned in `room` columns, with its maximum if both fit; a number that is too long
    /// becomes `#` signs.
    fn write_number(self, out: &mut impl fmt::Write, room: usize) -> fmt::Result {
        let value = self.0.value;
        if let Some(most) = self.0.most {
            let both = format!("{value}/{most}");
            if both.len() + 2 <= room {
                return write!(out, "{both:>room$}");
            }
        }
        // A sign and a space before the number need room, even if it is positive.
        let digits = value.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1;
        if digits + 2 <= room {
            write!(out, "{value:>room$}")
        } else {
            (0..room).try_for_each(|_| out.write_char('#'))
        }
    }
}

/// The label of a gauge. A label of one character has no gap after it (S-30).
#[derive(Clone, Copy, Debug)]
pub struct GaugeLabel(Gauge);

impl fmt::Display for GaugeLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.0.label)?;
        f.write_str(if self.0.has_sign() { "" } else { " " })
    }
}

/// The number of a gauge with its maximum, in these characters.
#[derive(Clone, Copy, Debug)]
pub struct GaugeFigure(Gauge, Glyphs);

impl fmt::Display for GaugeFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GaugeFigure(gauge, glyphs) = *self;
        match gauge.number() {
            lives if !gauge.has_hearts() => write!(f, "{lives}")?,
            lives @ ..=HEARTS => (0..lives).try_for_each(|_| f.write_char(glyphs.heart()))?,
            lives => write!(f, "{}{}{lives}", glyphs.heart(), glyphs.spelled_char('×'))?,
        }
        match gauge.0.most {
            Some(most) => write!(f, "/{most}"),
            None => Ok(()),
        }
    }
}

/// Joins gauges into a sentence: "Shots 31, hits 21."
pub fn readings_text(readings: &[Reading]) -> String {
    let texts = readings.iter().map(Gauge::new).map(Gauge::describe);
    format!(
        "{}.",
        capitalised(&joined(texts, ", ").to_ascii_lowercase())
    )
}

/// A box three rows high with a label, two spaces, and the typed text. In the classic window, the key is at column 12
/// of its box, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Prompt<'a> {
    /// The label; left out if it has more characters than the box's width minus 8.
    pub label: &'a str,
    /// The typed key; cut off at the end of the box.
    pub text: &'a str,
}

impl Prompt<'_> {
    /// Draws border, label and text into a region three rows high.
    pub fn draw(self, frame: &mut Frame, area: Region, glyphs: Glyphs) {
        Window(area).draw(frame, glyphs);
        let label = label_if_fits(self.label, width(area) - 8);
        // Writing to cells never fails.
        let _ = write!(
            frame.writer(inner_row(area), Style::PLAIN),
            "{label}  {}",
            self.text
        );
    }
}

/// Returns the row inside a box three rows high.
fn inner_row(area: Region) -> Region {
    let y = area.from.y + 1;
    Region {
        from: at(area.from.x + 1, y),
        to: at(area.to.x - 1, y),
    }
}

/// Returns the label, or an empty text if it has more than `room` characters.
fn label_if_fits(label: &str, room: i32) -> &str {
    let is_fitting = label.chars().count() as i64 <= i64::from(room);
    if is_fitting { label } else { "" }
}

/// Returns the region of `width` columns and `height` rows with `from` as its top left corner; empty if `width` or
/// `height` is 0 or less.
pub fn area(from: Point, width: i32, height: i32) -> Region {
    let to = at(from.x + width - 1, from.y + height - 1);
    Region { from, to }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::space::geometry::Size;

    fn lives(value: i64) -> Gauge {
        Gauge(Reading {
            life_unit: LifeUnit::Lives,
            ..Reading::points("Lives", value)
        })
    }

    /// Draws into a box of 20 columns and returns the text inside it.
    fn row(draw: impl FnOnce(&mut Frame, Region)) -> String {
        let mut frame = Frame::new(Size::new(20, 3));
        draw(&mut frame, area(at(0, 0), 20, 3));
        let row: String = (1..19).map(|x| frame.get(at(x, 1)).glyph()).collect();
        row.trim_end().to_owned()
    }

    fn gauge(label: &'static str, value: i64) -> String {
        let gauge = Gauge(Reading::points(label, value));
        row(|frame, area| gauge.draw(frame, area, Glyphs::Ascii))
    }

    #[test]
    fn window_gauges_show_the_books_numbers() {
        assert_eq!(gauge("Health", 0), "Health           0");
        assert_eq!(gauge("Health", -3), "Health          -3");
        assert_eq!(gauge("Health", 10_000_000_000), "Health############");
        assert_eq!(gauge("Health", 9_999_999_999), "Health  9999999999");
        assert_eq!(gauge("Health", -9_999_999_999), "Health -9999999999");
        assert_eq!(gauge("Health", i64::MIN), "Health############");
    }

    #[test]
    fn s30_a_sign_stands_directly_before_its_number_and_a_word_does_not() {
        let text = |label, value| Gauge(Reading::points(label, value)).describe();
        assert_eq!(text("Health", 40), "Health 40");
        assert_eq!(text("$", -1), "$-1");
    }

    #[test]
    fn a6_lives_are_hearts_on_a_screen_and_a_number_in_words() {
        let shown = |count, glyphs| {
            let gauge = lives(count);
            assert_eq!(gauge.figure_style() == HEART, count > 0, "{count}");
            format!("{}{}", gauge.label(), gauge.figure(glyphs))
        };
        let unicode = |count| shown(count, Glyphs::Unicode);
        assert_eq!([unicode(3), unicode(1)], ["Lives ♥♥♥", "Lives ♥"]);
        assert_eq!([unicode(0), unicode(-2)], ["Lives 0", "Lives 0"]);
        assert_eq!(unicode(10), "Lives ♥♥♥♥♥♥♥♥♥♥");
        assert_eq!(unicode(11), "Lives ♥×11");
        let ascii = [3, 25].map(|count| shown(count, Glyphs::Ascii));
        assert_eq!(ascii, ["Lives ***", "Lives *x25"]);
        assert_eq!(lives(2).describe(), "Lives 2");
        assert_eq!(lives(i64::MIN).describe(), "Lives 0");
    }

    #[test]
    fn x11_a_number_with_a_most_shows_both() {
        let health = Reading {
            most: Some(40),
            ..Reading::points("Health", 31)
        };
        let gauge = Gauge(health);
        assert_eq!(gauge.describe(), "Health 31 of 40");
        assert_eq!(gauge.figure(Glyphs::Ascii).to_string(), "31/40");
        assert_eq!(
            row(|frame, area| gauge.draw(frame, area, Glyphs::Ascii)),
            "Health       31/40"
        );
        let endless = Reading {
            most: Some(1_000_000_000),
            ..health
        };
        let shown = row(|frame, area| Gauge(endless).draw(frame, area, Glyphs::Ascii));
        assert_eq!(shown, "Health          31", "both do not fit");
    }

    #[test]
    fn pieces_that_do_not_fit_are_cut_as_one_text() {
        let mut pieces = StyledLine::default();
        for (text, style) in [("ab", Style::BOLD), ("cdef", Style::DIM), ("gh", HEART)] {
            pieces.push(text, style);
        }
        let written = |columns| {
            let mut frame = Frame::new(Size::new(9, 1));
            let line = area(at(1, 0), columns, 1);
            pieces.draw(&mut frame, line, Glyphs::Unicode);
            frame
        };
        assert_eq!(written(8).plain(), " abcdefgh\n");
        assert_eq!(written(6).plain(), " abcde…\n");
        assert_eq!(written(6).get(at(6, 0)).style(), Style::DIM);
        assert_eq!(written(0).plain(), "\n");
    }

    #[test]
    fn window_labels_too_long_for_a_box_are_left_out() {
        assert_eq!(gauge("fourteen chars", 7), "fourteen chars   7");
        assert_eq!(gauge("fifteen letters", 7), "                 7");
        let prompt = |label| {
            let text = "<Left>";
            row(|frame, area| Prompt { label, text }.draw(frame, area, Glyphs::Ascii))
        };
        assert_eq!(prompt("Direction"), "Direction  <Left>");
        assert_eq!(prompt("twelve chars"), "twelve chars  <Lef");
        assert_eq!(prompt("thirteen char"), "  <Left>");
    }

    #[test]
    fn window_boxes_of_any_size_stay_in_the_frame() {
        for (w, h) in [(0, 0), (1, 1), (2, 3), (3, 3), (7, 3), (40, 9)] {
            let mut frame = Frame::new(Size::new(8, 4));
            Gauge(Reading::points("Health", -5)).draw(
                &mut frame,
                area(at(0, 0), w, h),
                Glyphs::Ascii,
            );
            Prompt {
                label: "Direction",
                text: "k",
            }
            .draw(&mut frame, area(at(0, 0), w, h), Glyphs::Ascii);
            assert_eq!(frame.size(), Size::new(8, 4));
        }
    }
}
