//! The message log of a screen.
use std::borrow::Cow;
use std::fmt::Write as _;

use super::frame::{Cell, Frame, Style};
use super::glyphs::Glyphs;
use super::words::Tone;
use super::wrap::{WrappedLine, WrappedLines};
use dungeon_model::dungeon::Colour;
use dungeon_model::space::geometry::{Point, Region, at};

/// The messages of a turn, or of consecutive turns with the same messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedTurn<'a> {
    /// The messages of the turn in order and in whole sentences; may be empty.
    pub messages: &'a [String],
    /// The tone of each message; missing tones are plain.
    pub tones: &'a [Tone],
    /// The number of turns, at least 1.
    pub times: usize,
}

impl<'a> LoggedTurn<'a> {
    /// Iterates over the messages as shown, each in its tone. Equal neighbors become one with a count: `The ghost hits
    /// you for 2. ×3`.
    pub fn lines(self) -> impl Iterator<Item = LogLine<'a>> {
        let mut first = 0;
        self.messages.chunk_by(|a, b| a == b).map(move |same| {
            let tone = self.tones.get(first).copied().unwrap_or_default();
            first += same.len();
            let text = match (same.len() * self.times, &same[0]) {
                (1, message) => Cow::Borrowed(message.as_str()),
                (count, message) => Cow::Owned(counted(message, count)),
            };
            LogLine { text, tone }
        })
    }

    /// Iterates over the texts of the lines.
    pub fn folded(self) -> impl Iterator<Item = Cow<'a, str>> {
        self.lines().map(|line| line.text)
    }
}

/// Returns a message with its number: `Bump. ×2`.
fn counted(message: &str, count: usize) -> String {
    const NUMBER: usize = 8; // bytes that most counts need
    let mut text = String::with_capacity(message.len() + NUMBER);
    // Writing to a string never fails.
    let _ = write!(text, "{message} ×{count}");
    text
}

/// A message as the log shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine<'a> {
    /// The text: whole sentences in one line.
    pub text: Cow<'a, str>,
    /// The meaning of the text for the player, which determines its style.
    pub tone: Tone,
}

/// Text without a tone is plain.
impl<'a, T: Into<Cow<'a, str>>> From<T> for LogLine<'a> {
    fn from(text: T) -> LogLine<'a> {
        LogLine {
            text: text.into(),
            tone: Tone::Plain,
        }
    }
}

/// The message log: the last turn's messages, styled by tone. Older messages are shown dim above them if there is room.
#[derive(Clone, Copy, Debug)]
pub struct Log<'a> {
    /// The messages of earlier turns, with the newest turn last.
    pub older: &'a [LoggedTurn<'a>],
    /// The messages of the last turn in order and in whole sentences. They take precedence over older messages.
    pub latest: &'a [LogLine<'a>],
    /// The characters that the screen can show.
    pub glyphs: Glyphs,
}

impl Log<'_> {
    /// Draws the newest messages that fit into a region, with an ellipsis if messages are left out.
    pub fn draw(self, frame: &mut Frame, place: Region) {
        let columns = (place.to.x - place.from.x + 1).max(0) as usize;
        let rows = (place.to.y - place.from.y + 1).max(0) as usize;
        let mut text = String::new();
        let latest = LatestText::new(self.latest, self.glyphs, columns, rows);
        let mut room = rows - latest.rows;
        let mut has_room = |turn: &LoggedTurn<'_>| {
            join(&mut text, turn.folded());
            let lines = WrappedLines::new(&text, columns).count();
            let is_fitting = lines <= room;
            room -= if is_fitting { lines } else { 0 };
            is_fitting
        };
        let newest_first = self.older.iter().rev();
        let shown = newest_first.take_while(|turn| has_room(turn)).count();
        let mut y = place.from.y;
        for turn in &self.older[self.older.len() - shown..] {
            join(&mut text, turn.folded());
            for line in WrappedLines::new(&text, columns) {
                self.write(frame, at(place.from.x, y), line.chars(), Style::DIM);
                y += 1;
            }
        }
        let lines = WrappedLines::new(&latest.text, columns).take(latest.rows);
        for (nth, line) in (1..).zip(lines) {
            let from = at(place.from.x, y);
            if nth == latest.rows && latest.is_cut {
                let style = style_of(latest.tone_at(line.start_in(&latest.text)));
                let line = marked(line, self.glyphs, columns);
                self.write(frame, from, line.chars(), style);
            } else {
                self.write_toned(frame, from, line, &latest);
            }
            y += 1;
        }
    }

    /// Writes a line of the newest messages, with each character in the style of its message.
    fn write_toned(
        self,
        frame: &mut Frame,
        from: Point,
        line: WrappedLine<'_>,
        latest: &LatestText<'_>,
    ) {
        let start = line.start_in(&latest.text);
        let right = frame.size().width;
        for (x, (index, glyph)) in (from.x..right).zip(line.char_indices()) {
            let style = style_of(latest.tone_at(start + index));
            frame.set(
                at(x, from.y),
                Cell::new(self.glyphs.spelled_char(glyph), style),
            );
        }
    }

    fn write(self, frame: &mut Frame, from: Point, line: impl Iterator<Item = char>, style: Style) {
        let to = at(frame.size().width - 1, from.y);
        let glyphs = line.map(|glyph| self.glyphs.spelled_char(glyph));
        frame.writer(Region { from, to }, style).extend(glyphs);
    }
}

/// Returns the style of a tone. The styles differ even without color.
fn style_of(tone: Tone) -> Style {
    let underlined = |style| Style {
        underline: true,
        ..style
    };
    match tone {
        Tone::Plain => Style::PLAIN,
        Tone::Wound => Style::BOLD.inked(Colour::Red),
        Tone::Kill => underlined(Style::BOLD).inked(Colour::Green),
        Tone::Find => underlined(Style::PLAIN).inked(Colour::Cyan),
        Tone::Warning => Style::REVERSE.inked(Colour::Yellow),
    }
}

/// The newest messages that fit, as one text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LatestText<'a> {
    text: String,
    /// The messages in the text, with a space between them. An ellipsis may precede them.
    messages: &'a [LogLine<'a>],
    /// The number of wrapped lines shown.
    rows: usize,
    /// Whether the end of the text is left out, so that the last line shown needs an ellipsis.
    is_cut: bool,
}

impl<'a> LatestText<'a> {
    /// Joins the newest messages that fit into `rows` rows; an ellipsis at the front replaces older messages.
    fn new(
        messages: &'a [LogLine<'a>],
        glyphs: Glyphs,
        columns: usize,
        rows: usize,
    ) -> LatestText<'a> {
        let mut text = String::new();
        let mut shown_from = 0;
        let mut join_from = |first: usize| {
            shown_from = first;
            let mark = (first > 0).then_some(Cow::Borrowed(glyphs.ellipsis()));
            let texts = messages[first..].iter();
            let texts = texts.map(|message| Cow::Borrowed(&*message.text));
            join(&mut text, mark.into_iter().chain(texts));
            WrappedLines::new(&text, columns).take(rows + 1).count()
        };
        // Tries only messages that might fit, because a thousand monsters can cause many messages in one turn.
        let room = columns.saturating_mul(rows);
        let mut length = 0;
        let might_fit = messages.iter().rev().take_while(|message| {
            length += message.text.chars().count();
            length <= room
        });
        let mut firsts = messages.len() - might_fit.count()..messages.len();
        let fitting =
            firsts.find_map(|first| Some(join_from(first)).filter(|lines| *lines <= rows));
        let lines = fitting.unwrap_or_else(|| match messages.len() {
            0 => 0,
            count => join_from(count - 1),
        });
        LatestText {
            text,
            messages: &messages[shown_from.min(messages.len())..],
            rows: lines.min(rows),
            is_cut: fitting.is_none() && !messages.is_empty(),
        }
    }

    /// Returns the tone of the message that holds a byte of the text, or a space or an ellipsis before the message.
    fn tone_at(&self, byte: usize) -> Tone {
        let mut rest = self.text.len() - byte;
        let holds = |message: &&LogLine<'_>| {
            let length = message.text.len() + 1;
            let is_in = rest <= length;
            rest = rest.saturating_sub(length);
            is_in
        };
        let message = self.messages.iter().rev().find(holds);
        let message = message.or(self.messages.first());
        message.map_or(Tone::Plain, |message| message.tone)
    }
}

/// Returns a line with an ellipsis at its end. Cuts the line, and if necessary the ellipsis, at `columns` characters.
fn marked(line: WrappedLine<'_>, glyphs: Glyphs, columns: usize) -> String {
    let line: String = line.chars().collect();
    let length = line.chars().count() + glyphs.ellipsis().chars().count();
    glyphs.cut_and_mark(&line, length.min(columns))
}

/// Replaces the content of a string with the messages, separated by spaces.
pub(super) fn join<'a>(text: &mut String, messages: impl Iterator<Item = Cow<'a, str>>) {
    text.clear();
    for message in messages {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::widgets::area;
    use dungeon_model::space::geometry::Size;

    /// Draws a log of these messages and returns its rows without trailing spaces.
    fn shown(
        older: &[LoggedTurn<'_>],
        latest: &[&'static str],
        glyphs: Glyphs,
        columns: i32,
        rows: i32,
    ) -> Vec<String> {
        let latest: Vec<LogLine<'_>> = latest.iter().map(|text| LogLine::from(*text)).collect();
        let mut frame = Frame::new(Size::new(columns, rows));
        let log = Log {
            older,
            latest: &latest,
            glyphs,
        };
        log.draw(&mut frame, area(at(0, 0), columns, rows));
        frame.plain().lines().map(str::to_owned).collect()
    }

    #[test]
    fn log_keeps_the_newest_messages_and_marks_the_cut() {
        let messages = ["The ghost hits you for 2.", "You miss.", "The rat dies."];
        let unicode = |messages: &[&'static str], columns, rows| {
            shown(&[], messages, Glyphs::Unicode, columns, rows)
        };
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
        let ascii = |columns, rows| shown(&[], &messages, Glyphs::Ascii, columns, rows);
        assert_eq!(ascii(30, 1), ["... You miss. The rat dies."]);
        assert_eq!(ascii(12, 1), ["... The r..."]);
    }

    #[test]
    fn no_tone_is_told_from_another_by_colour_alone() {
        let tones = [
            Tone::Plain,
            Tone::Wound,
            Tone::Kill,
            Tone::Find,
            Tone::Warning,
        ];
        let plain = |tone| Style {
            ink: None,
            ..style_of(tone)
        };
        let styles: std::collections::BTreeSet<_> = tones.map(plain).into();
        assert_eq!(styles.len(), tones.len());
    }

    #[test]
    fn each_message_is_styled_by_its_tone_wherever_the_line_breaks() {
        let said = [
            (Tone::Wound, "The rat bites you for 2."),
            (Tone::Plain, "You miss."),
            (Tone::Kill, "The rat dies."),
        ];
        let latest = said.map(|(tone, text)| LogLine {
            text: text.into(),
            tone,
        });
        for columns in [80, 30, 16, 11] {
            let mut frame = Frame::new(Size::new(columns, 8));
            let log = Log {
                older: &[],
                latest: &latest,
                glyphs: Glyphs::Unicode,
            };
            log.draw(&mut frame, area(at(0, 0), columns, 8));
            for (tone, text) in said {
                let cells = frame.rows().flatten();
                let drawn = cells.filter(|cell| cell.glyph() != ' ');
                let drawn = drawn.filter(|cell| cell.style() == style_of(tone));
                let drawn: String = drawn.map(|cell| cell.glyph()).collect();
                assert_eq!(drawn, text.replace(' ', ""), "{columns} columns");
            }
        }
    }

    #[test]
    fn log_shows_older_turns_only_in_room_that_is_left() {
        let older = ["One.", "Two."].map(|message| [message.to_owned()]);
        let older = older.each_ref().map(|messages| LoggedTurn {
            messages,
            tones: &[],
            times: 1,
        });
        let latest = ["Three.", "Four."];
        let shown = |rows| shown(&older, &latest, Glyphs::Unicode, 12, rows);
        assert_eq!(shown(1), ["Three. Four."]);
        assert_eq!(shown(2), ["Two.", "Three. Four."]);
        assert_eq!(shown(4), ["One.", "Two.", "Three. Four.", ""]);
    }

    #[test]
    fn equal_messages_are_told_once_with_their_number() {
        let messages = ["Bump.", "Bump.", "Ouch."].map(String::from);
        let folded = |messages, times| {
            let tones = &[];
            let turn = LoggedTurn {
                messages,
                tones,
                times,
            };
            turn.folded().collect::<Vec<_>>()
        };
        assert_eq!(folded(&messages, 1), ["Bump. ×2", "Ouch."]);
        assert_eq!(folded(&messages[2..], 3), ["Ouch. ×3"]);
        assert!(folded(&[], 1).is_empty());
    }
}
