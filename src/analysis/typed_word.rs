//! The word at the cursor, and the words before it in the same record.
use super::file_analysis::FileAnalysis;
use dungeon_format::source::Span;
use dungeon_model::space::narrow::count;

/// A word up to the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedWord {
    /// The part of the word before the cursor. A quoted string is one word.
    pub typed: Span,
    /// The first byte of the record that the word belongs to.
    pub record: u32,
    /// At most three words before the cursor's word on the record's first line.
    pub before: Vec<String>,
    /// Whether the cursor is inside a quoted string.
    pub is_text: bool,
    /// Whether the cursor is in a comment.
    pub is_remark: bool,
}

impl FileAnalysis {
    /// Returns the word that ends at a byte.
    pub(super) fn typed_word(&self, byte: u32) -> TypedWord {
        let source = self.source();
        let mut first = source.line_of(byte);
        let line = source.line_span(first);
        let goes_on = |number: usize| {
            let text = source.slice(source.line_span(number));
            text.starts_with([' ', '\t']) || text.is_empty()
        };
        while first > 1 && goes_on(first) && !source.slice(source.line_span(first)).is_empty() {
            first -= 1;
            while first > 1 && source.slice(source.line_span(first)).is_empty() {
                first -= 1;
            }
        }
        let cursor = byte.min(line.end);
        let here = Span {
            end: cursor,
            ..line
        };
        let (start, is_text, is_remark) = last_word(source.slice(here));
        let record = source.line_span(first).start;
        let head = Span {
            start: record,
            end: (line.start + count(start)).min(source.line_span(first).end),
        };
        let before = source.slice(head).split_whitespace();
        TypedWord {
            typed: Span {
                start: line.start + count(start),
                end: cursor,
            },
            record,
            before: before.take(3).map(str::to_owned).collect(),
            is_text,
            is_remark,
        }
    }
}

/// Returns the start of a line's last word, whether the word is an unclosed text, and whether it is a comment.
fn last_word(line: &str) -> (usize, bool, bool) {
    let (mut start, mut is_text, mut is_escaped) = (0, false, false);
    let mut before = ' ';
    for (byte, c) in line.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_text => is_escaped = true,
            '"' if is_text => is_text = false,
            // A quote begins a text only at the start of a word or after the `=` of a key.
            '"' if before.is_whitespace() || before == '=' => is_text = true,
            '/' if !is_text && before.is_whitespace() && line[byte..].starts_with("//") => {
                return (byte, false, true);
            }
            _ if !is_text && c.is_whitespace() => start = byte + c.len_utf8(),
            _ => {}
        }
        before = c;
    }
    (start, is_text, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_at_the_cursor_knows_texts_and_remarks() {
        assert_eq!(last_word("kind r hea"), (7, false, false));
        assert_eq!(last_word("> 3 4 to=\"Upper h"), (6, true, false));
        assert_eq!(last_word("sign \"a \\\" b\" na"), (14, false, false));
        assert_eq!(last_word("seed 7 // a \"b"), (7, false, true));
        assert_eq!(last_word(""), (0, false, false));
    }
}
