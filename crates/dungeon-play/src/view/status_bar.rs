//! A bar of one line over a frame, for what stands beside the game and does not pass: that its file is broken.
use super::frame::{Cell, Frame, Style};
use super::glyphs::Glyphs;
use dungeon_model::space::geometry::{Size, at};

/// A line in a bar across the screen, whose end is kept where the whole of it has no room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusBar {
    /// What is said, in printable characters; its end is cut off where the screen is too narrow.
    pub text: String,
    /// What is said behind the text, and never cut before it.
    pub end: String,
}

/// The text between both ends of the bar: words, and not its colour alone, tell it from the board.
const EDGE: &str = " ! ";

impl StatusBar {
    /// Returns what the bar says, in a line of any length.
    pub fn words(&self) -> String {
        if self.end.is_empty() {
            self.text.clone()
        } else {
            format!("{} {}", self.text, self.end)
        }
    }

    /// Draws the bar into the top row, where the frame of a board is; in the bottom row where the top one has the hero
    /// or the cursor.
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

    /// The line of so many columns.
    fn line(&self, glyphs: Glyphs, columns: usize) -> String {
        let end = if self.end.is_empty() {
            String::new()
        } else {
            format!(" {}", self.end)
        };
        let room = columns.saturating_sub(EDGE.len() + end.chars().count() + 1);
        let line = format!(
            "{EDGE}{}{end}",
            glyphs.cut(&glyphs.spelled(&self.text), room)
        );
        glyphs.cut(&line, columns).into_owned()
    }
}
