//! The tokens of a classic file: blanks between them are optional, and line ends are blanks.
use super::lines::{Line, Lines};
use super::reader::Reader;
use super::rows::report_odd_blanks;
use super::shape::{Dialect, looks_like_record};
use super::token;
use crate::format::source::{Span, Spanned};

/// Walks over the tokens of all lines.
pub struct Tokens<'a> {
    lines: Lines<'a>,
    line: Option<Line<'a>>,
    /// Bytes of the line that are read.
    read: usize,
}

impl<'a> Tokens<'a> {
    /// Before the first token.
    pub fn of(lines: Lines<'a>) -> Tokens<'a> {
        Tokens {
            lines,
            line: None,
            read: 0,
        }
    }

    /// The lines behind the one that is being read.
    pub fn lines(&self) -> Lines<'a> {
        self.lines
    }

    /// What is left of the line.
    fn rest(&self) -> &'a str {
        self.line
            .and_then(|line| line.text.get(self.read..))
            .unwrap_or("")
    }

    fn at(&self) -> usize {
        self.line
            .map_or(self.lines.at(), |line| line.start + self.read)
    }

    /// Goes on to the next character that is neither blank nor comment; false at the end of the file.
    pub fn advance(&mut self, reader: &mut Reader<'_>) -> bool {
        loop {
            let rest = self.rest();
            let inked = rest.trim_start();
            let gap = &rest[..rest.len() - inked.len()];
            report_odd_blanks(reader, gap, self.at());
            self.read += gap.len();
            if !inked.is_empty() && !inked.starts_with("//") {
                return true;
            }
            self.line = self.lines.next();
            self.read = 0;
            if self.line.is_none() {
                return false;
            }
        }
    }

    /// The number that begins here, if one does.
    pub fn number(&mut self) -> Option<Spanned<i64>> {
        let rest = self.rest();
        let (left, value) = token::number(rest).ok()?;
        let start = self.at();
        self.read += rest.len() - left.len();
        Some(Spanned {
            value,
            span: Span::new(start, self.at()),
        })
    }

    /// One character, of which `advance` has told that it is there.
    pub fn letter(&mut self) -> Spanned<char> {
        let start = self.at();
        let value = self.rest().chars().next().unwrap_or(' ');
        self.read += value.len_utf8();
        Spanned {
            value,
            span: Span::new(start, start + value.len_utf8()),
        }
    }

    /// Takes a letter back.
    pub fn step_back(&mut self, letter: Spanned<char>) {
        self.read -= letter.value.len_utf8();
    }

    /// Everything up to the next blank.
    pub fn word(&self) -> Span {
        let length = token::bare(self.rest()).len();
        Span::new(self.at(), self.at() + length)
    }

    /// What is left of the line, without blanks at its end.
    pub fn rest_of_line(&self) -> Span {
        let length = self.rest().trim_end().len();
        Span::new(self.at(), self.at() + length)
    }

    /// Goes on to the end of the line.
    pub fn skip_line(&mut self) {
        self.read += self.rest().len();
    }

    /// Whether a whole record seems to begin here.
    pub fn stands_at_record(&self) -> bool {
        looks_like_record(self.rest(), Dialect::Classic)
    }
}
