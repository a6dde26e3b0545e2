//! The lines of a text, one after the other, without those that a merge conflict put there twice.
use crate::format::source::Span;

/// A line without its line end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// What it says.
    pub text: &'a str,
    /// Where it begins in the file.
    pub start: usize,
}

impl Line<'_> {
    /// The whole line.
    pub fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// The line from its first character that is no blank to its last.
    pub fn inked(self) -> Span {
        let start = self.start + self.text.len() - self.text.trim_start().len();
        Span::new(start, start + self.text.trim().len())
    }

    /// Whether it says nothing: blanks, or a comment.
    pub fn is_silent(self) -> bool {
        let inked = self.text.trim_start();
        inked.is_empty() || inked.starts_with("//")
    }
}

/// Walks over the lines; a copy of it looks ahead.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    at: usize,
    /// Whole lines to pass over, in order.
    cuts: &'a [Span],
}

impl<'a> Lines<'a> {
    /// All lines of `text` but those in `cuts`, which hold whole lines in order.
    pub fn of(text: &'a str, cuts: &'a [Span]) -> Lines<'a> {
        Lines { text, at: 0, cuts }
    }

    /// Where the next line begins.
    pub fn at(&self) -> usize {
        self.at
    }

    fn skip_cuts(&mut self) {
        while let Some((cut, rest)) = self.cuts.split_first()
            && cut.start as usize <= self.at
        {
            self.at = self.at.max(cut.end as usize);
            self.cuts = rest;
        }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        self.skip_cuts();
        let start = self.at;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let ending = rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r'));
        let length = ending.unwrap_or(rest.len());
        let end_bytes = match &rest[length..] {
            tail if tail.starts_with("\r\n") => 2,
            "" => 0,
            _ => 1,
        };
        self.at = start + length + end_bytes;
        Some(Line {
            text: &rest[..length],
            start,
        })
    }
}
