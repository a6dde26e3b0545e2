//! The text of a file (`Source`), places in it (`Span`) and limits on its contents.
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use super::opened_file::{open_and_wait, open_at_once};
use super::untrusted::Untrusted;
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The bytes `start..end` of a source's text. Sources are limited far below 4 GiB, so 32 bits are enough.
///
/// ```
/// use dungeon::diagnostics::Span;
///
/// let (key, value) = (Span::new(2, 6), Span::new(7, 9));
/// assert_eq!(&"w health=20"[key.to(value).range()], "health=");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte, counted from 0.
    pub start: u32,
    /// The byte after the last byte of the span; equal to `start` for an empty span.
    pub end: u32,
}

impl Span {
    /// Returns the empty span at the start of this span.
    #[must_use]
    #[doc(hidden)]
    pub fn before(self) -> Span {
        let end = self.start;
        Span { end, ..self }
    }

    /// Returns the empty span at the end of this span.
    #[must_use]
    #[doc(hidden)]
    pub fn behind(self) -> Span {
        let start = self.end;
        Span { start, ..self }
    }

    /// Returns the span of the first `bytes` bytes.
    #[must_use]
    #[doc(hidden)]
    pub fn first(self, bytes: usize) -> Span {
        Span::new(self.start as usize, self.start as usize + bytes)
    }

    /// Makes the span of the bytes `start..end`, counted from 0. Numbers of more than 32 bits saturate.
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: count(start),
            end: count(end),
        }
    }

    /// Returns the span as a range for slicing a text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the smallest span that contains this span and `other`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A value with its place in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value, as read from the file or given by a program.
    pub value: T,
    /// The bytes of the value.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Makes a value with its place.
    pub fn new(value: T, span: Span) -> Spanned<T> {
        Spanned { value, span }
    }

    /// Converts the value and keeps the span.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(make(self.value), self.span)
    }
}

/// Limits on the size of a file and on what it may hold (docs/format, "Reference"). Each limit is checked before memory
/// is allocated.
///
/// ```
/// use dungeon::diagnostics::{Code, Limits, Source};
///
/// let small = Limits { cells: 100, ..Limits::default() };
/// let map = ".".repeat(60) + "\n";
/// let source = Source::from_text("wide.dng", format!("map\n{map}{map}end\n"));
/// let (dungeon, findings) = dungeon::read(&source, &small);
/// assert!(dungeon.is_none() && findings.iter().any(|found| found.code == Code::Limit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of bytes of a file; by default 64 MiB.
    pub file: usize,
    /// The maximum number of cells of a level's map; by default 2²⁴.
    pub cells: usize,
    /// The maximum number of cells of all maps of a file together, including generated maps; by default 2²⁵. A game
    /// needs 18 bytes for each cell, so this bounds its memory.
    pub all_cells: usize,
    /// The maximum number of steps of work to make the levels at the start of a game; by default 2²⁸. docs/format,
    /// "Limits", defines a step; a million take a few milliseconds.
    pub work: usize,
    /// The maximum number of columns, and of rows, of a map; by default 65535.
    pub side: u32,
    /// The maximum number of bodies, items and records of a file together; by default a million.
    pub entities: usize,
    /// The maximum number of levels of a file; by default 64.
    pub levels: usize,
    /// The maximum number of declared kinds of a file; by default 256. The same maximum holds for items, for tiles and
    /// for vaults.
    pub kinds: usize,
    /// The maximum number of points of one route; by default 4096.
    pub route: usize,
    /// The maximum number of bytes of one text; by default 4096.
    pub text: usize,
    /// The maximum number of looks (units of work) for warnings, in addition to the looks that the size of the file
    /// allows. By default 2²⁵, which take a few tenths of a second. The unchecked rest is reported as `unjudged`.
    pub looks: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file: 64 << 20,
            cells: 1 << 24,
            all_cells: 1 << 25,
            work: 1 << 28,
            side: 65_535,
            entities: 1_000_000,
            levels: 64,
            kinds: 256,
            route: 4_096,
            text: 4_096,
            looks: 1 << 25,
        }
    }
}

/// The number of bytes stored of a file that is too large.
const KEPT_OF_TOO_LARGE: usize = 4_096;

/// The name and text of a file.
///
/// ```
/// use dungeon::diagnostics::{Source, Span};
///
/// let source = Source::from_text("two.dng", "map\n#@\n");
/// assert_eq!(source.line_column(5), (2, 2));
/// assert_eq!(source.slice(Span::new(4, 6)), "#@");
/// assert_eq!(source.line_span(1), Span::new(0, 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The name given by the caller; `<stdin>` for standard input.
    pub name: Untrusted,
    /// The text without a byte order mark. Bytes that are not UTF-8 are U+FFFD, and are listed in `not_utf8`.
    pub text: String,
    /// Places of bytes that were not UTF-8, as spans of one or more U+FFFD in `text`, in file order. `parse` reports
    /// them, and later stages do not report glyphs inside them.
    pub not_utf8: Vec<Span>,
    /// Whether the file exceeds the limit: then `text` is only its beginning, and `parse` reports nothing else.
    pub is_too_large: bool,
    /// The included files, and which lines of `text` come from which file.
    pub(super) joined: Joined,
    lines: OnceLock<Vec<u32>>,
}

/// The files of a joined text; empty for a single file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// The included files, in the order of reading. The source's own file is number 0; the first included file is
    /// number 1.
    pub files: Vec<IncludedFile>,
    /// Runs of lines of one file, in the order of the text.
    pub runs: Vec<LineRun>,
    /// The `include` records in the joined text, each with its result; empty before `Source::with_includes`.
    pub includes: Vec<(Span, Result<(), IncludeFault>)>,
    /// The first bytes of the `allow` lines at the top of included files, in the order of the text.
    pub top_allows: Vec<u32>,
}

/// An included file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncludedFile {
    /// The name of the file for messages.
    pub name: Untrusted,
    /// The number of the first file that includes this file; 0 for the source's own file.
    pub parent: usize,
    /// The place, in the joined text, of the `include` record that includes this file.
    pub record: Span,
}

/// Consecutive lines of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRun {
    /// The first byte in the text.
    pub start: u32,
    /// The number of the file; 0 for the source's own file.
    pub file: usize,
    /// The number of the run's first line in its own file, counted from 1.
    pub line: usize,
}

/// The reason why a file was not included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncludeFault {
    /// The message of the finding.
    pub message: String,
    /// The help of the finding.
    pub help: String,
}

impl Source {
    /// Makes a source from a text, without its byte order mark.
    pub fn from_text(name: impl Into<Untrusted>, text: impl Into<String>) -> Source {
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

    /// Makes a source from bytes, which may be invalid UTF-8, without their byte order mark.
    ///
    /// ```
    /// use dungeon::diagnostics::Source;
    ///
    /// let source = Source::from_bytes("old.dng", b"title \"Caf\xe9\"\n".to_vec());
    /// assert_eq!(source.not_utf8.len(), 1);
    /// assert!(source.text.contains('\u{fffd}'));
    /// ```
    pub fn from_bytes(name: impl Into<Untrusted>, bytes: Vec<u8>) -> Source {
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
                push_merged(&mut not_utf8, Span::new(start, text.len()));
            }
        }
        Source {
            name: name.into(),
            text,
            not_utf8,
            ..Source::default()
        }
    }

    /// Reads a source to its end, or up to the limit. Stores only 4096 bytes of a longer file.
    ///
    /// ```
    /// use dungeon::diagnostics::{Limits, Source};
    ///
    /// let stream = "map\n#####\n#@.$#\n#####\nend\n".as_bytes();
    /// let source = Source::read("<stdin>", stream, &Limits::default())?;
    /// assert!(dungeon::load_source(source).is_ok());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any error of the reader.
    pub fn read(
        name: impl Into<Untrusted>,
        reader: impl Read,
        limits: &Limits,
    ) -> io::Result<Source> {
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

    /// Reads the file at `path`, which also becomes the source's name.
    ///
    /// # Errors
    ///
    /// Any error of opening or reading the file.
    pub fn open(path: impl AsRef<Path>, limits: &Limits) -> io::Result<Source> {
        let path = path.as_ref();
        Source::read(path, open_and_wait(path)?, limits)
    }

    /// Reads the file at `path` as `open` does, but never waits: refuses a pipe, a socket or a device.
    ///
    /// # Errors
    ///
    /// Any error of opening or reading the file, or the kind of a refused stream.
    #[doc(hidden)]
    pub fn open_at_once(path: &Path, limits: &Limits) -> io::Result<Source> {
        Source::read(path, open_at_once(path)?, limits)
    }

    /// Returns the length of the text in bytes.
    #[doc(hidden)]
    pub fn end(&self) -> u32 {
        count(self.text.len())
    }

    /// Returns the text of a span; empty for a span outside the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Returns the line and column of a byte, both from 1. Columns count characters. A byte past the end counts as the
    /// end.
    pub fn line_column(&self, byte: u32) -> (usize, usize) {
        let line = self.line_of(byte);
        let start = self.line_span(line).start as usize;
        let end = (byte as usize).min(self.text.len());
        // Every byte except the continuation bytes of UTF-8 begins a character.
        let begun = self.text.as_bytes()[start..end].iter();
        let column = begun.filter(|byte| **byte & 0xc0 != 0x80).count() + 1;
        (line, column)
    }

    /// Returns the span of each word inside a span; white space separates words.
    #[doc(hidden)]
    pub fn words(&self, span: Span) -> impl Iterator<Item = Span> {
        let text = self.slice(span);
        let mut behind = 0;
        text.split_whitespace().map(move |word| {
            let start = text[behind..].find(word).map_or(behind, |at| behind + at);
            behind = start + word.len();
            let first = span.start as usize;
            Span::new(first + start, first + behind)
        })
    }

    /// Returns the span of the two numbers in a record that name the cell `p`, such as `3 4` in `w 3 4 health=8`;
    /// `None` if the record names another cell or none. `record` is the span of the record.
    #[doc(hidden)]
    pub fn place_said(&self, record: Span, p: Point) -> Option<Span> {
        let text = self.text.get(record.range())?;
        let place = format!(" {} {}", p.x + 1, p.y + 1);
        let glyph = text.chars().next()?.len_utf8();
        let rest = text[glyph..].strip_prefix(&place)?;
        let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
        let start = record.start as usize + glyph + 1;
        ends.then(|| Span::new(start, start + place.len() - 1))
    }

    /// Returns the span whose deletion removes a thing: its whole lines if nothing else is on them, otherwise the thing
    /// and the spaces before it.
    #[doc(hidden)]
    pub fn deletion(&self, span: Span) -> Span {
        let (first, last) = (self.line_of(span.start), self.line_of(span.end));
        let (start, end) = (self.line_span(first).start, self.line_span(last).end);
        let before = self.slice(Span {
            start,
            end: span.start,
        });
        let behind = self.slice(Span {
            start: span.end,
            end,
        });
        if before.trim().is_empty() && behind.trim().is_empty() {
            let end = self.line_span(last + 1).start;
            return Span { start, end };
        }
        let blanks = before.len() - before.trim_end_matches(' ').len();
        Span {
            start: span.start - count(blanks),
            end: span.end,
        }
    }

    /// Returns the whole line of the second thing if it repeats the earlier line of the first thing; `None` for
    /// different lines, or if an indented line continues either of them.
    pub(super) fn twin(&self, first: Span, second: Span) -> Option<Span> {
        let lines = [first, second].map(|span| self.line_of(span.start));
        let texts = lines.map(|line| self.slice(self.line_span(line)).trim_end());
        let goes_on = |line: usize| {
            let next = self.slice(self.line_span(line + 1));
            next.starts_with(char::is_whitespace)
        };
        let is_twin =
            lines[0] < lines[1] && texts[0] == texts[1] && !lines.into_iter().any(goes_on);
        is_twin.then(|| Span {
            start: self.line_span(lines[1]).start,
            end: self.line_span(lines[1] + 1).start,
        })
    }

    /// Returns the line of a byte, from 1; the last line for a byte past the end.
    pub fn line_of(&self, byte: u32) -> usize {
        self.lines().partition_point(|start| *start <= byte)
    }

    /// Returns the span of a line, counted from 1, without its line end; the empty span at the end of the text if there
    /// is no such line.
    pub fn line_span(&self, line: usize) -> Span {
        let start_of = |line: usize| match self.lines().get(line) {
            Some(start) => *start as usize,
            None => self.text.len(),
        };
        let (start, end) = (start_of(line.saturating_sub(1)), start_of(line));
        let text = self.text[start..end].trim_end_matches(['\n', '\r']);
        Span::new(start, start + text.len())
    }

    /// Returns the first byte of each line. Computed on the first call, because a file without problems needs no lines.
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| line_starts(self.text.as_bytes()))
    }
}

/// Adds a span to a list. Merges it with the last span of the list if the two touch.
fn push_merged(places: &mut Vec<Span>, next: Span) {
    match places.last_mut() {
        Some(last) if last.end == next.start => last.end = next.end,
        _ => places.push(next),
    }
}

/// Returns the first byte of each line; lines end with LF, CRLF or CR.
fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    for (i, byte) in bytes.iter().enumerate() {
        let ends = match byte {
            b'\n' => true,
            b'\r' => bytes.get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        if ends {
            starts.push(count(i + 1));
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
