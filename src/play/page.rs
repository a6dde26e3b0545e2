//! A page of text that is longer than the screen: the help and the message history.
use super::keys::Key;
use crate::space::geometry::{Size, at};
use crate::view::frame::{Frame, Style};

/// Lines that a notch of the wheel turns.
const NOTCH: usize = 3;

/// Where one reads: the first line that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Title of the page, on its first row.
    pub title: &'static str,
    /// Number of the first line shown; kept within the text when it is drawn.
    pub first: usize,
}

impl Page {
    /// The beginning of a page with this title.
    pub fn titled(title: &'static str) -> Page {
        Page { title, first: 0 }
    }

    /// How many lines of text a screen of this size shows.
    pub fn rows(size: Size) -> usize {
        (size.height - 2).max(1) as usize
    }

    /// The first line of the last screenful.
    pub fn last(lines: usize, size: Size) -> usize {
        lines.saturating_sub(Page::rows(size))
    }

    /// The page at its end, however long its text is.
    pub fn at_end(title: &'static str) -> Page {
        let first = usize::MAX;
        Page { title, first }
    }

    /// The same on a screen where the text has another number of lines: at its beginning, at its end, or as far between them;
    /// each place is a number of lines and the screen's size.
    pub fn elsewhere(self, here: (usize, Size), there: (usize, Size)) -> Page {
        let [last, its_last] = [here, there].map(|(lines, size)| Page::last(lines, size));
        let first = match self.first {
            0 => 0,
            first if first >= last => its_last,
            first => first * its_last / last,
        };
        Page { first, ..self }
    }

    /// The page after a key, for a text of so many lines; none when it is closed.
    pub fn turned(self, lines: usize, size: Size, key: Key) -> Option<Page> {
        let (rows, last) = (Page::rows(size), Page::last(lines, size));
        let now = self.first.min(last);
        let first = match key {
            Key::Up | Key::Char('k' | '8') => now.saturating_sub(1),
            Key::Down | Key::Char('j' | '2') => now + 1,
            Key::WheelUp => now.saturating_sub(NOTCH),
            Key::WheelDown => now + NOTCH,
            Key::PageUp | Key::Char('b') => now.saturating_sub(rows),
            Key::PageDown | Key::Char(' ' | 'f') => now + rows,
            Key::Home | Key::Char('g') => 0,
            Key::End | Key::Char('G') => last,
            Key::Esc | Key::Enter | Key::Char('q' | 'Q' | '?' | 'M') => return None,
            _ => now,
        };
        let first = first.min(last);
        Some(Page { first, ..self })
    }

    /// Title, the lines from `first` on, and below them what can be done.
    pub fn frame(self, lines: &[String], size: Size) -> Frame {
        let mut frame = Frame::new(size);
        let rows = Page::rows(size);
        let first = self.first.min(Page::last(lines.len(), size));
        frame.write(at(0, 0), self.title, Style::BOLD);
        for (y, line) in (1..).zip(lines.iter().skip(first).take(rows)) {
            frame.write(at(0, y), line, Style::PLAIN);
        }
        let end = (first + rows).min(lines.len());
        let foot = match lines.len() > rows {
            true => format!(
                "{}-{end} of {}; up, down; Esc: back",
                first + 1,
                lines.len()
            ),
            false => "Esc: back".to_owned(),
        };
        if size.height > 2 {
            frame.write(at(0, size.height - 1), &foot, Style::DIM);
        }
        frame
    }
}
