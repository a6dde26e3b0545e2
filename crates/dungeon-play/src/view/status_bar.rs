//! A one-line bar over a frame for a lasting problem outside the game, such as a broken file.
use super::frame::{Cell, Frame, Style};
use super::glyphs::Glyphs;
use dungeon_model::dungeon::grammar::lists::preceded;
use dungeon_model::space::geometry::{Size, at};

/// A bar across the screen with a line of text. On a narrow screen, the message is cut, and the words at the end stay
/// whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusBar {
    /// The message, in printable characters; cut if the screen is too narrow.
    pub text: String,
    /// The last words, which stay whole when the message is cut; may be empty.
    pub end: String,
}

/// The text at the start of the bar, which distinguishes the bar from the board even without color.
const EDGE: &str = " ! ";

impl StatusBar {
    /// Returns the text and the end as one uncut line.
    pub fn words(&self) -> String {
        if self.end.is_empty() {
            self.text.clone()
        } else {
            format!("{} {}", self.text, self.end)
        }
    }

    /// Draws the bar into the top row, or into the bottom row if the cursor is in the top row.
    pub fn draw(&self, frame: &mut Frame, glyphs: Glyphs) {
        let Size { width, height } = frame.size();
        let y = match frame.cursor {
            Some(cursor) if cursor.y == 0 => height - 1,
            _ => 0,
        };
        (0..width).for_each(|x| frame.set(at(x, y), Cell::new(' ', Style::REVERSE)));
        frame.write(
            at(0, y),
            &self.line(glyphs, width.max(0) as usize),
            Style::REVERSE,
        );
    }

    /// Returns the line, cut to `columns` columns.
    fn line(&self, glyphs: Glyphs, columns: usize) -> String {
        let end = preceded(" ", &self.end);
        let room = columns.saturating_sub(EDGE.len() + end.chars().count() + 1);
        let line = format!(
            "{EDGE}{}{end}",
            glyphs.cut(&glyphs.spelled(&self.text), room)
        );
        glyphs.cut(&line, columns).into_owned()
    }
}
