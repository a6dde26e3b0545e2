//! Wrapping text into lines.
use dungeon_model::space::narrow::length;

/// The no-break space: shown as a space, but lines do not break there.
const UNBREAKABLE: char = '\u{a0}';

/// Wraps a text into lines of at most `columns` characters (0 counts as 1), broken at spaces; longer words are split.
/// Lines do not break at a no-break space, which is shown as a space. No line is empty, and a text of spaces has no
/// lines.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let lines = WrappedLines::new(text, columns);
    lines.map(|line| line.chars().collect()).collect()
}

/// An iterator over the lines of a wrapped text, without copying the text.
#[derive(Clone, Debug)]
pub struct WrappedLines<'a> {
    rest: &'a str,
    columns: usize,
}

impl<'a> WrappedLines<'a> {
    /// Makes an iterator over the lines of a text wrapped to at most `columns` characters (0 counts as 1).
    pub fn new(text: &'a str, columns: usize) -> WrappedLines<'a> {
        WrappedLines {
            rest: text,
            columns: columns.max(1),
        }
    }
}

impl<'a> Iterator for WrappedLines<'a> {
    type Item = WrappedLine<'a>;

    fn next(&mut self) -> Option<WrappedLine<'a>> {
        let text = self.rest.trim_start_matches(breaks);
        // The end of the last whole word so far; 0 within the first one.
        let (mut end, mut columns, mut is_in_word) = (0, 0, true);
        for (index, c) in text.char_indices() {
            if breaks(c) {
                if is_in_word {
                    (end, is_in_word) = (index, false);
                }
                continue;
            }
            // The space before a word takes a column too.
            columns += 1 + usize::from(!is_in_word);
            is_in_word = true;
            if columns > self.columns {
                let cut = if end > 0 { end } else { index };
                return self.split(text, cut);
            }
        }
        let cut = if is_in_word { text.len() } else { end };
        self.split(text, cut)
    }
}

impl<'a> WrappedLines<'a> {
    /// Returns the text before byte `cut` as a line, or `None` if it is empty, and keeps the rest.
    fn split(&mut self, text: &'a str, cut: usize) -> Option<WrappedLine<'a>> {
        let (line, rest) = text.split_at(cut);
        self.rest = rest;
        (!line.is_empty()).then_some(WrappedLine(line))
    }
}

/// A line of a wrapped text: the slice from the line's first character to its last.
#[derive(Clone, Copy, Debug)]
pub struct WrappedLine<'a>(&'a str);

impl<'a> WrappedLine<'a> {
    /// Iterates over the characters as shown: each run of spaces between words becomes one U+0020.
    pub fn chars(self) -> impl Iterator<Item = char> + 'a {
        self.char_indices().map(|(_, c)| c)
    }

    /// Iterates over the characters as shown, each with its byte offset in the line.
    pub fn char_indices(self) -> impl Iterator<Item = (usize, char)> + 'a {
        let mut was_break = false;
        self.0.char_indices().filter_map(move |(index, c)| {
            let (is_break, was) = (breaks(c), was_break);
            was_break = is_break;
            match c {
                _ if is_break => (!was).then_some((index, ' ')),
                UNBREAKABLE => Some((index, ' ')),
                c => Some((index, c)),
            }
        })
    }

    /// Returns the byte offset of the line in `text`, the text that was wrapped.
    pub fn start_in(self, text: &str) -> usize {
        (self.0.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
    }
}

/// Whether a line can break at a character.
fn breaks(c: char) -> bool {
    c.is_whitespace() && c != UNBREAKABLE
}

/// Returns the columns that a text takes on one line: one per character, since wider characters are never printed.
pub fn columns_of(text: &str) -> i32 {
    length(text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_longer_than_a_line_are_broken() {
        assert_eq!(
            wrap("a catacomb is deep", 5),
            ["a", "catac", "omb", "is", "deep"]
        );
        assert_eq!(wrap("", 5), [""; 0]);
    }

    #[test]
    fn an_unbreakable_blank_breaks_no_line_and_looks_like_a_blank() {
        assert_eq!(
            wrap("R:\u{a0}again, Q:\u{a0}quit.", 12),
            ["R: again,", "Q: quit."]
        );
    }

    /// Wraps word by word, splitting words of more than `columns` characters.
    fn naive(text: &str, columns: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(breaks).filter(|word| !word.is_empty()) {
            let letters: Vec<char> = word.replace(UNBREAKABLE, " ").chars().collect();
            for (nth, part) in letters.chunks(columns.max(1)).enumerate() {
                let part: String = part.iter().collect();
                let length = |text: &str| text.chars().count();
                match lines.last_mut() {
                    Some(line) if nth == 0 && length(line) + 1 + length(&part) <= columns => {
                        *line += " ";
                        *line += &part;
                    }
                    _ => lines.push(part),
                }
            }
        }
        lines
    }

    #[test]
    fn every_short_text_is_wrapped_as_word_by_word() {
        let letters = ['a', 'é', ' ', '\n', UNBREAKABLE];
        let mut texts = vec![String::new()];
        for _ in 0..6 {
            let longer = |text: &String| letters.map(|letter| format!("{text}{letter}"));
            texts = texts.iter().flat_map(longer).collect();
            for (text, columns) in texts.iter().flat_map(|text| (0..6).map(move |n| (text, n))) {
                assert_eq!(
                    wrap(text, columns),
                    naive(text, columns),
                    "{text:?} {columns}"
                );
            }
        }
    }
}
