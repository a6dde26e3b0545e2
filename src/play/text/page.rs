//! A page of text that is longer than the screen: the help and the message history.
use crate::play::input::key::Key;
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
        if size.height > 2 {
            let end = (first + rows).min(lines.len());
            let (foot, style) = foot((first, end), lines.len(), size.width);
            frame.write(at(0, size.height - 1), &foot, style);
        }
        frame
    }
}

/// What can be done on a page that shows these of so many lines, in at most so many columns. That there is more below must
/// not be overlooked.
fn foot((first, end): (usize, usize), lines: usize, columns: i32) -> (String, Style) {
    let more = (end < lines).then_some("Space: more");
    let before = (first > 0).then_some("b: before");
    let style = match more {
        Some(_) => Style::BOLD,
        None => Style::DIM,
    };
    let turns: Vec<&str> = more.into_iter().chain(before).collect();
    let part = format!("{}-{end} of {lines}", first + 1);
    let part = (!turns.is_empty()).then_some(part.as_str());
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
        .map(|form| form.into_iter().flatten().collect::<Vec<_>>().join("; "));
    let fitting = feet.find(|foot| foot.len() as i32 <= columns);
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
            [80, 40, 30].map(|width| foot(page, width)),
            [
                "11-20 of 30; Space: more, b: before; Esc: back",
                "Space: more, b: before; Esc: back",
                "Space: more; Esc: back",
            ]
        );
        page = page
            .turned(30, Size::new(80, 12), Key::Char(' '))
            .expect("more");
        assert_eq!(foot(page, 80), "21-30 of 30; b: before; Esc: back");
        let short = Page::titled("Keys").frame(&lines[..10], Size::new(80, 12));
        assert!(
            short
                .lines()
                .last()
                .is_some_and(|foot| foot.trim_end() == "Esc: back")
        );
    }
}
