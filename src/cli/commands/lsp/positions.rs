//! Converts positions of the protocol. A position is a line and a column from 0, in the column unit that the editor and
//! the server agreed on.
use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind};

use dungeon_format::source::{Source, Span};
use dungeon_model::space::narrow::count;

/// The unit of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnUnit {
    /// UTF-8 bytes, if the editor supports them.
    Utf8,
    /// UTF-16 code units, which every editor supports.
    Utf16,
}

/// The byte order mark that a file may start with. A [`Source`] never contains it.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

impl ColumnUnit {
    /// Returns the column unit for an editor that offers these encodings.
    pub fn agreed(offered: Option<&[PositionEncodingKind]>) -> ColumnUnit {
        if offered.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8)) {
            ColumnUnit::Utf8
        } else {
            ColumnUnit::Utf16
        }
    }

    /// Returns the protocol's name of the unit.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            ColumnUnit::Utf8 => PositionEncodingKind::UTF8,
            ColumnUnit::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// Returns the length of a text in this unit.
    pub fn count(self, text: &str) -> u32 {
        let units = match self {
            ColumnUnit::Utf8 => text.len(),
            ColumnUnit::Utf16 if text.is_ascii() => text.len(),
            ColumnUnit::Utf16 => text.chars().map(char::len_utf16).sum(),
        };
        count(units)
    }

    /// Returns the byte offset of a column in a line. A column inside a character gives the start of the character; a
    /// column past the end gives the end of the line.
    pub fn byte(self, line: &str, column: u32) -> usize {
        let mut counted = 0;
        for (byte, c) in line.char_indices() {
            counted += count(match self {
                ColumnUnit::Utf8 => c.len_utf8(),
                ColumnUnit::Utf16 => c.len_utf16(),
            });
            if counted > column {
                return byte;
            }
        }
        line.len()
    }

    /// Returns the byte offset of a position in a text. Lines end with LF, CRLF or CR.
    pub fn byte_of(self, text: &str, position: Position) -> usize {
        let line = nth_line(text, position.line as usize);
        line.start + self.byte(&text[line], position.character)
    }
}

/// Returns the byte range of a line without its line end. Lines count from 0; a number past the last line gives the end
/// of the text.
fn nth_line(text: &str, number: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut start = 0;
    for _ in 0..number {
        let Some(length) = bytes[start..].iter().position(is_end) else {
            return bytes.len()..bytes.len();
        };
        let is_pair = bytes[start + length..].starts_with(b"\r\n");
        start += length + 1 + usize::from(is_pair);
    }
    let length = bytes[start..].iter().position(is_end);
    start..length.map_or(bytes.len(), |length| start + length)
}

/// Converts between positions of the editor and bytes of an open file with its includes.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    /// The text with its includes.
    pub source: &'a Source,
    /// The unit of columns.
    pub unit: ColumnUnit,
    /// Whether the file in the editor starts with a byte order mark, which `source` does not contain.
    pub has_mark: bool,
}

impl Positions<'_> {
    /// Converts a position in the open file to a byte offset in its text.
    pub fn byte(self, position: Position) -> u32 {
        let line = self.source.own_line(position.line as usize + 1);
        let column = position.character.saturating_sub(self.mark(line.start));
        line.start + count(self.unit.byte(self.source.slice(line), column))
    }

    /// Returns the position of a byte in the file that it comes from.
    pub fn position(self, byte: u32) -> Position {
        let line = self.source.line_span(self.source.line_of(byte));
        let before = Span {
            end: byte.clamp(line.start, line.end),
            ..line
        };
        let column = self.unit.count(self.source.slice(before));
        Position {
            line: count(self.source.place(byte).line - 1),
            character: column + self.mark(line.start),
        }
    }

    /// Returns the range of a span in the file that it comes from. If the span continues in another file, the range
    /// ends with the span's first line.
    pub fn range(self, span: Span) -> lsp_types::Range {
        let start = self.position(span.start);
        let end = if self.source.place(span.end).name == self.source.place(span.start).name {
            self.position(span.end)
        } else {
            let line = self.source.line_span(self.source.line_of(span.start));
            self.position(line.end)
        };
        lsp_types::Range {
            start,
            end: end.max(start),
        }
    }

    /// Returns the width of the byte order mark in the line that starts at byte `line`, in columns; 0 for other lines.
    fn mark(self, line: u32) -> u32 {
        let is_first = self.has_mark && line == self.source.own_line(1).start;
        if is_first && self.source.is_own(line) {
            self.unit.count(BYTE_ORDER_MARK.encode_utf8(&mut [0; 4]))
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_what_was_agreed_on() {
        let text = "añ𝄞b\r\nc\rd\n";
        let at = |line, character| Position { line, character };
        let utf16 = [
            (0, 0),
            (0, 2),
            (0, 3),
            (0, 4),
            (0, 9),
            (1, 1),
            (2, 0),
            (9, 9),
        ];
        let bytes = utf16.map(|(line, column)| ColumnUnit::Utf16.byte_of(text, at(line, column)));
        assert_eq!(bytes, [0, 3, 3, 7, 8, 11, 12, 14]);
        assert_eq!(ColumnUnit::Utf8.byte_of(text, at(0, 3)), 3);
        assert_eq!(
            ColumnUnit::Utf8.byte_of(text, at(0, 5)),
            3,
            "inside of a character"
        );
        assert_eq!(ColumnUnit::Utf16.count("añ𝄞b"), 5);
    }
}
