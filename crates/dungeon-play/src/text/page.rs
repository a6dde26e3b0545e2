//! A page of text that may be longer than the screen: the help, the messages, the inventory.
use crate::input::key::Key;
use crate::view::frame::{Frame, Style};
use crate::view::wrap::columns_of;
use dungeon_model::dungeon::grammar::lists::joined;
use dungeon_model::space::geometry::{Point, Size, at};

/// The number of lines that a notch of the wheel scrolls.
const NOTCH: usize = 3;

/// The reader's position on a page of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The title in the top row of the screen.
    pub title: &'static str,
    /// The index of the first line shown, from 0; values past the start of the last screenful are clamped.
    pub first: usize,
}

impl Page {
    /// Opens a page at its beginning.
    pub fn titled(title: &'static str) -> Page {
        Page { title, first: 0 }
    }

    /// Returns the number of lines of text that a screen of this size shows, at least 1.
    pub fn rows(size: Size) -> usize {
        (size.height - 2).max(1) as usize
    }

    /// Returns the index of the first line of the last screenful, from 0, for a text of `lines` lines; 0 for a text
    /// that fits on the screen.
    pub fn last(lines: usize, size: Size) -> usize {
        lines.saturating_sub(Page::rows(size))
    }

    /// Opens a page at the end of its text, which may have any length.
    pub fn at_end(title: &'static str) -> Page {
        let first = usize::MAX;
        Page { title, first }
    }

    /// Converts a position to a screen on which the text has a different number of lines. The beginning and the end
    /// stay; positions between them are scaled. Each argument is the number of lines and the screen size.
    #[must_use]
    pub fn elsewhere(self, here: (usize, Size), there: (usize, Size)) -> Page {
        let [last, its_last] = [here, there].map(|(lines, size)| Page::last(lines, size));
        let first = match self.first {
            0 => 0,
            first if first >= last => its_last,
            first => first * its_last / last,
        };
        Page { first, ..self }
    }

    /// Returns the page after a key, for a text of `lines` lines; `None` if the key closes the page.
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

    /// Returns the index of the line at a point of the screen, from 0, for a text of `lines` lines; `None` if there is
    /// none.
    pub fn line_at(self, lines: usize, size: Size, p: Point) -> Option<usize> {
        let row = usize::try_from(p.y).ok()?.checked_sub(1)?;
        let first = self.first.min(Page::last(lines, size));
        Some(first + row).filter(|line| row < Page::rows(size) && *line < lines)
    }

    /// Draws the title, the lines from the position on, and the line about the keys at the bottom. Cuts each line at
    /// the screen's width.
    pub fn frame(self, lines: &[String], size: Size) -> Frame {
        let mut frame = Frame::new(size);
        let rows = Page::rows(size);
        let first = self.first.min(Page::last(lines.len(), size));
        frame.write(at(0, 0), self.title, Style::BOLD);
        let end = (first + rows).min(lines.len());
        let part = part(first, end, lines.len());
        for (y, line) in (1..).zip(lines.iter().skip(first).take(rows)) {
            frame.write(at(0, y), line, Style::PLAIN);
        }
        if size.height > 2 {
            let (foot, style) = key_hint(first, end, lines.len(), size.width);
            frame.write(at(0, size.height - 1), &foot, style);
            if !part.is_empty() && !foot.starts_with(&part) {
                frame.write(at(columns_of(self.title) + 2, 0), &part, Style::DIM);
            }
        }
        frame
    }
}

/// Returns which lines of a text are shown, such as "1-10 of 30"; empty if all are.
fn part(first: usize, end: usize, lines: usize) -> String {
    match end - first {
        shown if shown < lines => format!("{}-{end} of {lines}", first + 1),
        _ => String::new(),
    }
}

/// Returns the longest line about the keys that fits into `columns`, for a page that shows the lines `first..end` of
/// `lines`. The line is bold while there is more text below, so that readers notice it.
fn key_hint(first: usize, end: usize, lines: usize, columns: i32) -> (String, Style) {
    let more = (end < lines).then_some("Space: more");
    let before = (first > 0).then_some("b: up");
    let style = match more {
        Some(_) => Style::BOLD,
        None => Style::DIM,
    };
    let turns: Vec<&str> = more.into_iter().chain(before).collect();
    let part = part(first, end, lines);
    let part = (!part.is_empty()).then_some(part.as_str());
    let turns = Some(turns.join(", ")).filter(|turns| !turns.is_empty());
    let back = Some("Esc: back");
    let forms = [
        [part, turns.as_deref(), back],
        [None, turns.as_deref(), back],
        [None, more, back],
        [None, None, back],
    ];
    let mut feet = forms
        .into_iter()
        .map(|form| joined(form.into_iter().flatten(), "; "));
    let fitting = feet.find(|foot| columns_of(foot) <= columns);
    (fitting.unwrap_or_default(), style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x8_a_page_says_whether_there_is_more_and_how_to_come_there() {
        let lines: Vec<String> = (1..=30).map(|n| format!("line {n}")).collect();
        let foot = |page: Page, width: i32| {
            let frame = page.frame(&lines, Size::new(width, 12));
            let text = frame.lines().last().unwrap_or_default();
            text.trim_end().to_owned()
        };
        let mut page = Page::titled("Keys");
        assert_eq!(foot(page, 80), "1-10 of 30; Space: more; Esc: back");
        page = page
            .turned(30, Size::new(80, 12), Key::Char(' '))
            .expect("more");
        assert_eq!(
            [80, 40, 25].map(|width| foot(page, width)),
            [
                "11-20 of 30; Space: more, b: up; Esc: back",
                "Space: more, b: up; Esc: back",
                "Space: more; Esc: back",
            ]
        );
        let narrow = page.frame(&lines, Size::new(40, 12));
        let title = narrow.lines().next().unwrap_or_default();
        assert_eq!(title.trim_end(), "Keys  11-20 of 30");
        page = page
            .turned(30, Size::new(80, 12), Key::Char(' '))
            .expect("more");
        assert_eq!(foot(page, 80), "21-30 of 30; b: up; Esc: back");
        let short = Page::titled("Keys").frame(&lines[..10], Size::new(80, 12));
        assert!(
            short
                .lines()
                .last()
                .is_some_and(|foot| foot.trim_end() == "Esc: back")
        );
    }
}
