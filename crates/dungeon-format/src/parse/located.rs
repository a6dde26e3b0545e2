//! The input of all parsers: a piece of a file's text that knows its place, so that parsers can produce spans.
use std::str::{CharIndices, Chars};

use nom::{Compare, CompareResult, Input, Needed, Offset};

use super::reader::Reader;
use crate::source::{Span, Spanned};

/// A piece of the text of a file, with its place.
#[derive(Clone, Copy)]
pub struct Located<'a> {
    text: &'a str,
    start: usize,
    /// The file of the piece, which also collects findings.
    pub file: &'a Reader<'a>,
}

impl<'a> Located<'a> {
    /// Makes a piece that covers the whole file.
    pub fn whole(file: &'a Reader<'a>) -> Located<'a> {
        Located {
            text: &file.source.text,
            start: 0,
            file,
        }
    }

    /// Makes a piece that covers a span of the file.
    pub fn at(file: &'a Reader<'a>, span: Span) -> Located<'a> {
        Located {
            text: file.source.slice(span),
            start: span.start as usize,
            file,
        }
    }

    /// Returns the text of the piece.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// Returns the first byte of the piece.
    pub fn start(self) -> usize {
        self.start
    }

    /// Returns the byte after the piece.
    pub fn end(self) -> usize {
        self.start + self.text.len()
    }

    pub fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// Returns the span of the piece in the file.
    pub fn span(self) -> Span {
        Span::new(self.start, self.end())
    }

    /// Returns the span from the start of this piece to the start of a later piece.
    pub fn until(self, rest: Located<'_>) -> Span {
        Span::new(self.start, rest.start)
    }

    /// Returns the part of this piece before `rest`, which is a later part of this piece.
    pub fn before(self, rest: Located<'_>) -> Located<'a> {
        self.take(rest.start - self.start)
    }

    /// Returns the piece with its surrounding white space trimmed.
    pub fn trimmed(self) -> Located<'a> {
        let leading = self.text.len() - self.text.trim_start().len();
        self.take_from(leading).trimmed_end()
    }

    /// Returns the piece with its trailing white space trimmed.
    pub fn trimmed_end(self) -> Located<'a> {
        self.take(self.text.trim_end().len())
    }

    /// Makes a value with the span of this piece.
    pub fn spanned<T>(self, value: T) -> Spanned<T> {
        Spanned::new(value, self.span())
    }
}

impl AsRef<str> for Located<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

impl<'a> Input for Located<'a> {
    type Item = char;
    type Iter = Chars<'a>;
    type IterIndices = CharIndices<'a>;

    fn input_len(&self) -> usize {
        self.text.len()
    }

    fn take(&self, index: usize) -> Self {
        Located {
            text: &self.text[..index],
            ..*self
        }
    }

    fn take_from(&self, index: usize) -> Self {
        Located {
            text: &self.text[index..],
            start: self.start + index,
            ..*self
        }
    }

    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    fn position<P: Fn(char) -> bool>(&self, predicate: P) -> Option<usize> {
        self.text.find(predicate)
    }

    fn iter_elements(&self) -> Chars<'a> {
        self.text.chars()
    }

    fn iter_indices(&self) -> CharIndices<'a> {
        self.text.char_indices()
    }

    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        self.text.slice_index(count)
    }
}

impl Offset for Located<'_> {
    fn offset(&self, second: &Self) -> usize {
        second.start - self.start
    }
}

impl Compare<&str> for Located<'_> {
    fn compare(&self, word: &str) -> CompareResult {
        self.text.compare(word)
    }

    fn compare_no_case(&self, word: &str) -> CompareResult {
        self.text.compare_no_case(word)
    }
}
