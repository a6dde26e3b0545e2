//! A file's text and places in it.
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

/// Bytes `start..end` of a source's text; at most 4 GiB, since sources are limited far below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte, counted from 0.
    pub start: u32,
    /// The byte behind the last one.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// As a range to slice with.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A value and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What was read.
    pub value: T,
    /// The bytes that the value was read from.
    pub span: Span,
}

/// How large a file may be and what it may hold (FORMAT.md, "Reference"); each is checked before anything is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file.
    pub file: usize,
    /// Cells of a level's map.
    pub cells: usize,
    /// Columns, and rows, of a map.
    pub side: u32,
    /// Bodies, items and records of a file together.
    pub entities: usize,
    /// Levels of a file.
    pub levels: usize,
    /// Declared kinds, and declared items, and declared tiles.
    pub kinds: usize,
    /// Points of one route.
    pub route: usize,
    /// Bytes of one text.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file: 64 << 20,
            cells: 1 << 24,
            side: 65_535,
            entities: 1_000_000,
            levels: 64,
            kinds: 256,
            route: 4_096,
            text: 4_096,
        }
    }
}

/// The bytes that are kept of a file that is too large.
const KEPT_OF_TOO_LARGE: usize = 4_096;

/// A file that was read: its name for messages, and its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// As the person gave it; `<stdin>` for standard input.
    pub name: String,
    /// Always UTF-8, without a byte order mark: bytes that were not are U+FFFD here and listed in `not_utf8`.
    pub text: String,
    /// Where the file's bytes were no UTF-8, as spans of one or more U+FFFD in `text`. `parse` reports them,
    /// and no later stage reports a glyph inside one of them again.
    pub not_utf8: Vec<Span>,
    /// The file is longer than the limit: `text` is only its beginning, and `parse` says no more than that.
    pub is_too_large: bool,
    lines: OnceLock<Vec<u32>>,
}

impl Source {
    /// A source whose text is at hand; a byte order mark at its start is dropped.
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Source {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        Source {
            name: name.into(),
            text,
            ..Source::default()
        }
    }

    /// A source from a file's bytes, whatever they are.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Source {
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => return Source::from_text(name, text),
            Err(error) => error.into_bytes(),
        };
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
        let mut not_utf8 = Vec::new();
        let without_mark = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        for chunk in without_mark.utf8_chunks() {
            text.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                let start = text.len();
                text.push(char::REPLACEMENT_CHARACTER);
                join(&mut not_utf8, Span::new(start, text.len()));
            }
        }
        Source {
            name: name.into(),
            text,
            not_utf8,
            ..Source::default()
        }
    }

    /// Reads to the end, or to the limit and then no further.
    pub fn read(name: impl Into<String>, reader: impl Read, limits: &Limits) -> io::Result<Source> {
        let mut bytes = Vec::new();
        reader
            .take((limits.file as u64).saturating_add(1))
            .read_to_end(&mut bytes)?;
        if bytes.len() <= limits.file {
            return Ok(Source::from_bytes(name, bytes));
        }
        bytes.truncate(KEPT_OF_TOO_LARGE.min(limits.file));
        Ok(Source {
            is_too_large: true,
            ..Source::from_bytes(name, bytes)
        })
    }

    /// Reads the file at `path`, which also becomes its name.
    pub fn open(path: impl AsRef<Path>, limits: &Limits) -> io::Result<Source> {
        let path = path.as_ref();
        Source::read(path.display().to_string(), File::open(path)?, limits)
    }

    /// The text of a span; empty if the span does not lie in this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Line and column of a byte, both from 1; columns count characters. A byte past the end is taken for the end.
    pub fn line_column(&self, byte: u32) -> (usize, usize) {
        let line = self.line_of(byte);
        let start = self.line_span(line).start as usize;
        let end = (byte as usize).min(self.text.len());
        // A character begins at every byte that goes on none.
        let begun = self.text.as_bytes()[start..end].iter();
        let column = begun.filter(|byte| **byte & 0xc0 != 0x80).count() + 1;
        (line, column)
    }

    /// The line, from 1, that a byte stands in.
    pub fn line_of(&self, byte: u32) -> usize {
        self.lines().partition_point(|start| *start <= byte)
    }

    /// A line, counted from 1, without its line end; the empty span behind the text if there is no such line.
    pub fn line_span(&self, line: usize) -> Span {
        let start_of = |line: usize| match self.lines().get(line) {
            Some(start) => *start as usize,
            None => self.text.len(),
        };
        let (start, end) = (start_of(line.saturating_sub(1)), start_of(line));
        let text = self.text[start..end].trim_end_matches(['\n', '\r']);
        Span::new(start, start + text.len())
    }

    /// Where each line begins, found on the first question: a file without problems never asks.
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| line_starts(self.text.as_bytes()))
    }
}

/// Adds a place, as one with the last if they touch.
fn join(places: &mut Vec<Span>, next: Span) {
    match places.last_mut() {
        Some(last) if last.end == next.start => last.end = next.end,
        _ => places.push(next),
    }
}

/// The first byte of each line; lines end with LF, CRLF or CR.
fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    for (i, byte) in bytes.iter().enumerate() {
        let ends = match byte {
            b'\n' => true,
            b'\r' => bytes.get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        if ends {
            starts.push(i as u32 + 1);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_every_line_end_ends_a_line() {
        let source = Source::from_text("x", "añb\r\nc\rd\n\ne");
        let places = [0, 3, 4, 6, 8, 10, 11, 99].map(|byte| source.line_column(byte));
        let expected = [
            (1, 1),
            (1, 3),
            (1, 4),
            (2, 1),
            (3, 1),
            (4, 1),
            (5, 1),
            (5, 2),
        ];
        assert_eq!(places, expected);
        assert_eq!(source.slice(source.line_span(1)), "añb");
        assert_eq!(source.slice(source.line_span(2)), "c");
    }

    #[test]
    fn bytes_that_are_no_utf8_are_replaced_and_listed() {
        let source = Source::from_bytes("x", b"\xef\xbb\xbfa\xffb\xc3\xff".to_vec());
        assert_eq!(source.text, "a\u{fffd}b\u{fffd}\u{fffd}");
        assert_eq!(source.not_utf8, [Span::new(1, 4), Span::new(5, 11)]);
        assert_eq!(Source::from_bytes("x", b"\xef\xbb\xbfq".to_vec()).text, "q");
    }

    #[test]
    fn a_file_over_the_limit_is_not_read_whole() {
        let limits = Limits {
            file: 10,
            ..Limits::default()
        };
        let endless = io::repeat(b'#');
        let source = Source::read("x", endless, &limits).expect("an endless reader never fails");
        assert!(source.is_too_large && source.text.len() == 10);
        let just = Source::read("x", &b"0123456789"[..], &limits).expect("ten bytes are there");
        assert!(!just.is_too_large && just.text.len() == 10);
    }
}
