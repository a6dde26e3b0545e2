//! The widgets of a screen: framed windows, gauges, the prompt, the message log; and the wrapping of text.
use super::frame::{Cell, Frame, Style};
use super::glyphs::Glyphs;
use crate::dungeon::{Colour, LifeUnit};
use crate::engine::ruleset::Reading;
use crate::space::geometry::{Point, Region, at};

/// Returns the columns of a region.
fn width(area: Region) -> i32 {
    area.to.x - area.from.x + 1
}

/// A frame of `+ - |` on the outermost cells of a region; the cells inside stay as they are.
#[derive(Clone, Copy, Debug)]
pub struct Window(pub Region);

impl Window {
    /// Draws the frame; a region without an inside is all frame.
    pub fn draw(self, frame: &mut Frame) {
        let Region { from, to } = self.0;
        for x in from.x..=to.x {
            frame.set(at(x, from.y), Cell::new('-', Style::DIM));
            frame.set(at(x, to.y), Cell::new('-', Style::DIM));
        }
        for y in from.y..=to.y {
            let side = if y == from.y || y == to.y { '+' } else { '|' };
            frame.set(at(from.x, y), Cell::new(side, Style::DIM));
            frame.set(at(to.x, y), Cell::new(side, Style::DIM));
        }
    }
}

/// A piece of text on a line, without line feeds, with its style.
pub type StyledText = (String, Style);

/// The most lives that are shown as hearts: a larger number is hard to count at a glance, and is shown in digits.
const HEARTS: i64 = 10;
/// The style of hearts.
const HEART: Style = Style {
    ink: Some(Colour::Red),
    ..Style::BOLD
};

/// One of the game's numbers, shown as a box three rows high with the label on its left and the number on its right, or
/// as text.
#[derive(Clone, Copy, Debug)]
pub struct Gauge(Reading);

impl Gauge {
    /// Makes the gauge of one of the game's numbers.
    pub fn new(reading: &Reading) -> Gauge {
        Gauge(*reading)
    }

    /// Returns the gauge in words, `Health 40`; a label of one character is a sign that stands directly before its
    /// number (S-30): `$20`. Lives below 0 count as 0.
    pub fn describe(self) -> String {
        self.label() + &self.number()
    }

    /// Returns the gauge as label and figure of a line, with a heart for each life: `Lives ♥♥♥`, and `Lives ♥×25` for
    /// more than ten.
    pub fn pieces(self, glyphs: Glyphs) -> [StyledText; 2] {
        let figure = match (self.0.life_unit, self.0.value) {
            (LifeUnit::Lives, 1..) => (hearts(self.0.value, glyphs), HEART),
            _ => (self.number(), Style::BOLD),
        };
        [(self.label(), Style::BOLD), figure]
    }

    /// Whether the label is a sign of one character.
    pub fn has_sign(self) -> bool {
        self.0.label.chars().count() == 1
    }

    fn label(self) -> String {
        let blank = if self.has_sign() { "" } else { " " };
        format!("{}{blank}", self.0.label)
    }

    fn number(self) -> String {
        match self.0.life_unit {
            // The lives are cut off at 0: a blow can take more lives than are left.
            LifeUnit::Lives => self.0.value.max(0).to_string(),
            LifeUnit::Points => self.0.value.to_string(),
        }
    }

    /// Draws box, label and number into a region three rows high.
    pub fn draw(self, frame: &mut Frame, area: Region) {
        Window(area).draw(frame);
        let inside = at(area.from.x + 1, area.from.y + 1);
        frame.write(inside, &self.row(width(area)), Style::BOLD);
        let label = label_if_fits(self.0.label, width(area) - 6);
        frame.write(inside, label, Style::PLAIN);
    }

    /// Returns the text between the bars of a box of `width` columns. A label longer than `width` − 6 is left out, and
    /// `#` fills the place of a number that is too long.
    fn row(self, width: i32) -> String {
        let label = label_if_fits(self.0.label, width - 6);
        let room = (width - 2).max(0) as usize - label.chars().count();
        let number = self.0.value.to_string();
        // The sign's place is kept free for a positive number too, and a blank before it.
        let digits = self.0.value.unsigned_abs().to_string().len();
        match digits + 2 <= room {
            true => format!("{label}{number:>room$}"),
            false => format!("{label}{}", "#".repeat(room)),
        }
    }
}

/// Returns a heart for each life, `♥♥♥`, or `♥×25` for more than `HEARTS`.
fn hearts(lives: i64, glyphs: Glyphs) -> String {
    let heart = glyphs.heart();
    match lives {
        ..=HEARTS => heart.to_string().repeat(lives.max(0) as usize),
        many => glyphs.spelled(&format!("{heart}×{many}")),
    }
}

/// Draws pieces one behind the other into the first row of a region, cut off with a mark where the row ends.
pub fn draw_pieces(frame: &mut Frame, line: Region, pieces: &[StyledText], glyphs: Glyphs) {
    let text: String = pieces.iter().map(|(text, _)| text.as_str()).collect();
    let shown = glyphs.cut(&text, width(line).max(0) as usize);
    let styles = pieces
        .iter()
        .flat_map(|(text, style)| text.chars().map(|_| *style));
    for (x, (glyph, style)) in (line.from.x..).zip(shown.chars().zip(styles)) {
        frame.set(at(x, line.from.y), Cell::new(glyph, style));
    }
}

/// A box three rows high with a label and, three blanks behind it, the text that was typed.
#[derive(Clone, Copy, Debug)]
pub struct Prompt<'a> {
    /// The label; left out when it has more characters than the box's width − 9.
    pub label: &'a str,
    /// The key that was typed; cut off where the box ends.
    pub text: &'a str,
}

impl Prompt<'_> {
    /// Draws box, label and text into a region three rows high.
    pub fn draw(self, frame: &mut Frame, area: Region) {
        Window(area).draw(frame);
        let inside = at(area.from.x + 1, area.from.y + 1);
        frame.write(inside, &self.row(width(area)), Style::PLAIN);
    }

    /// Returns the text between the bars of a box of `width` columns.
    fn row(self, width: i32) -> String {
        let label = label_if_fits(self.label, width - 9);
        let room = (width - 2).max(0) as usize;
        format!("{label}   {}", self.text)
            .chars()
            .take(room)
            .collect()
    }
}

/// Returns the label, or an empty text if it has more than `room` characters.
fn label_if_fits(label: &str, room: i32) -> &str {
    let is_fitting = label.chars().count() as i64 <= i64::from(room);
    if is_fitting { label } else { "" }
}

/// The message log: the last turn's messages in plain style, older ones faint above them if there is room.
#[derive(Clone, Copy, Debug)]
pub struct Log<'a> {
    /// The messages of earlier turns, whole sentences: one entry a turn, the newest last.
    pub older: &'a [Vec<String>],
    /// The messages of the last turn, whole sentences in their order, which come before anything older.
    pub latest: &'a [String],
    /// The characters that the screen can show.
    pub glyphs: Glyphs,
}

impl Log<'_> {
    /// Draws the newest messages that fit into a region, with a mark where some are left out.
    pub fn draw(self, frame: &mut Frame, area: Region) {
        let (columns, rows) = (width(area).max(0) as usize, area.to.y - area.from.y + 1);
        let rows = rows.max(0) as usize;
        let mut lines: Vec<(String, Style)> = Vec::new();
        let latest = newest(self.latest, self.glyphs, columns, rows);
        lines.extend(latest.into_iter().rev().map(|line| (line, Style::PLAIN)));
        for turn in self.older.iter().rev() {
            let mut turn_lines = wrap(&turn.join(" "), columns);
            if lines.len() + turn_lines.len() > rows {
                break;
            }
            turn_lines.reverse();
            lines.extend(turn_lines.into_iter().map(|line| (line, Style::DIM)));
        }
        for (y, (line, style)) in (area.from.y..).zip(lines.iter().rev()) {
            let line = self.glyphs.spelled(line);
            frame.write(at(area.from.x, y), &line, *style);
        }
    }
}

/// Returns the newest messages in at most `rows` lines; what does not fit is dropped from the front and marked.
fn newest(messages: &[String], glyphs: Glyphs, columns: usize, rows: usize) -> Vec<String> {
    // Only messages that might fit are tried: a thousand monsters can say a lot in one turn.
    let room = columns.saturating_mul(rows);
    let mut length = 0;
    let might_fit = messages.iter().rev().take_while(|message| {
        length += message.chars().count();
        length <= room
    });
    let left_out = format!("{} ", glyphs.ellipsis());
    for first in messages.len() - might_fit.count()..messages.len() {
        let kept = messages[first..].join(" ");
        let mark = if first == 0 { "" } else { &left_out };
        let lines = wrap(&format!("{mark}{kept}"), columns);
        if lines.len() <= rows {
            return lines;
        }
    }
    let Some(last) = messages.last() else {
        return Vec::new();
    };
    let mark = if messages.len() == 1 { "" } else { &left_out };
    let mut lines = wrap(&format!("{mark}{last}"), columns);
    lines.truncate(rows);
    if let Some(line) = lines.last_mut() {
        let length = line.chars().count() + glyphs.ellipsis().chars().count();
        *line = glyphs.cut_and_mark(line, length.min(columns));
    }
    lines
}

/// A blank at which no line is broken, and which is shown as any other.
const UNBREAKABLE: char = '\u{a0}';

/// Wraps a text into lines of at most `columns` characters (0 counts as 1), broken at blanks; a longer word is broken
/// where it must be. A no-break space is shown as a blank and breaks no line. No line is empty; a text of blanks has no
/// lines.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    let words = text.split(|c: char| c.is_whitespace() && c != UNBREAKABLE);
    for word in words.filter(|word| !word.is_empty()) {
        let shown = |c| if c == UNBREAKABLE { ' ' } else { c };
        let letters: Vec<char> = word.chars().map(shown).collect();
        for (nth, part) in letters.chunks(columns).enumerate() {
            if length > 0 && (nth > 0 || length + 1 + part.len() > columns) {
                lines.push(std::mem::take(&mut line));
                length = 0;
            }
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.extend(part);
            length += part.len();
        }
    }
    if length > 0 {
        lines.push(line);
    }
    lines
}

/// Returns the region of `width` columns and `height` rows from a point on; empty if one of them is 0 or negative.
pub fn area(from: Point, width: i32, height: i32) -> Region {
    let to = at(from.x + width - 1, from.y + height - 1);
    Region { from, to }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::geometry::Size;

    fn lives(value: i64) -> Gauge {
        Gauge(Reading::lives("Lives", value))
    }

    fn gauge(label: &'static str, value: i64) -> String {
        Gauge(Reading::points(label, value)).row(20)
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
            let [(label, _), (figure, style)] = lives(count).pieces(glyphs);
            assert_eq!(style == HEART, count > 0, "{count}");
            label + &figure
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
    fn pieces_that_do_not_fit_are_cut_as_one_text() {
        let pieces = [("ab", Style::BOLD), ("cdef", Style::DIM), ("gh", HEART)];
        let pieces = pieces.map(|(text, style)| (text.to_owned(), style));
        let written = |columns| {
            let mut frame = Frame::new(Size::new(9, 1));
            let line = area(at(1, 0), columns, 1);
            draw_pieces(&mut frame, line, &pieces, Glyphs::Unicode);
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
            Prompt {
                label,
                text: "<Left>",
            }
            .row(20)
        };
        assert_eq!(prompt("Direction"), "Direction   <Left>");
        assert_eq!(prompt("eleven char"), "eleven char   <Lef");
        assert_eq!(prompt("twelve chars"), "   <Left>");
    }

    #[test]
    fn window_boxes_of_any_size_stay_in_the_frame() {
        for (w, h) in [(0, 0), (1, 1), (2, 3), (3, 3), (7, 3), (40, 9)] {
            let mut frame = Frame::new(Size::new(8, 4));
            Gauge(Reading::points("Health", -5)).draw(&mut frame, area(at(0, 0), w, h));
            Prompt {
                label: "Direction",
                text: "k",
            }
            .draw(&mut frame, area(at(0, 0), w, h));
            assert_eq!(frame.size(), Size::new(8, 4));
        }
    }

    #[test]
    fn log_keeps_the_newest_messages_and_marks_the_cut() {
        let messages =
            ["The ghost hits you for 2.", "You miss.", "The rat dies."].map(String::from);
        let unicode =
            |messages: &[String], columns, rows| newest(messages, Glyphs::Unicode, columns, rows);
        assert_eq!(
            unicode(&messages, 80, 1),
            ["The ghost hits you for 2. You miss. The rat dies."]
        );
        assert_eq!(unicode(&messages, 30, 1), ["… You miss. The rat dies."]);
        assert_eq!(
            unicode(&messages, 30, 2),
            ["The ghost hits you for 2. You", "miss. The rat dies."]
        );
        assert_eq!(unicode(&messages, 12, 1), ["… The rat…"]);
        assert_eq!(unicode(&messages[..1], 12, 1), ["The ghost…"]);
        assert_eq!(unicode(&messages[..1], 12, 0), [""; 0]);
        let ascii = |columns, rows| newest(&messages, Glyphs::Ascii, columns, rows);
        assert_eq!(ascii(30, 1), ["... You miss. The rat dies."]);
        assert_eq!(ascii(12, 1), ["... The r..."]);
    }

    #[test]
    fn log_shows_older_turns_only_in_room_that_is_left() {
        let older = ["One.", "Two."].map(|messages| vec![messages.to_owned()]);
        let latest = ["Three.".to_owned(), "Four.".to_owned()];
        let shown = |rows| {
            let mut frame = Frame::new(Size::new(12, rows));
            Log {
                older: &older,
                latest: &latest,
                glyphs: Glyphs::Unicode,
            }
            .draw(&mut frame, area(at(0, 0), 12, rows));
            frame.plain()
        };
        assert_eq!(shown(1), "Three. Four.\n");
        assert_eq!(shown(2), "Two.\nThree. Four.\n");
        assert_eq!(shown(4), "One.\nTwo.\nThree. Four.\n\n");
    }

    #[test]
    fn words_longer_than_a_line_are_broken() {
        assert_eq!(
            wrap("a catacomb is deep", 5),
            ["a", "catac", "omb", "is", "deep"]
        );
        assert_eq!(wrap("", 5), [""; 0]);
    }

    #[test]
    fn an_unbreakable_blank_breaks_no_line_and_looks_like_a_blank() {
        assert_eq!(
            wrap("R:\u{a0}again, Q:\u{a0}quit.", 12),
            ["R: again,", "Q: quit."]
        );
    }
}
