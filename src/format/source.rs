//! A file's text and places in it.
use std::ops::Range;

/// Bytes `start..end` of a source's text; at most 4 GiB, since sources are limited far below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
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
    /// Where.
    pub span: Span,
}

/// How large a file may be and what it may hold (FORMAT.md §4); each is checked before anything is allocated.
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

/// A file that was read: its name for messages, and its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// As the person gave it; `<stdin>` for standard input.
    pub name: String,
    /// Always UTF-8: bytes that were not are U+FFFD here and listed in `not_utf8`.
    pub text: String,
    /// Where the file's bytes were no UTF-8, as spans of the U+FFFD in `text`.
    pub not_utf8: Vec<Span>,
    /// The file is longer than the limit: `text` is only its beginning, and `parse` says no more than that.
    pub is_too_large: bool,
}
