//! Excerpts: lines of a file that are cut to the width of a screen and safe to print in a terminal.
use super::characters::push_clean;
use super::source::{Source, Span};

/// The number of characters to show before and after the start of the marked part of a long line.
const AROUND: usize = 60;

/// A line as shown, and the place in the file of each shown character.
pub struct Excerpt {
    /// The escaped text without a line end, with `…` where the line was cut.
    pub text: String,
    /// For each shown character and for the end: its byte in the file, and its byte in `text`.
    places: Vec<(usize, usize)>,
}

impl Excerpt {
    /// Makes the excerpt of the line with a number, counted from 1. Cuts a long line to about 120 characters around the
    /// start of `focus`. The excerpt is empty if the line does not exist.
    ///
    /// # Panics
    ///
    /// If `focus` starts inside a character of that line.
    pub fn new(source: &Source, line: usize, focus: Span) -> Excerpt {
        let span = source.line_span(line);
        let (start, end) = (span.start as usize, span.end as usize);
        let focus = (focus.start as usize).clamp(start, end);
        let before = source.text[start..focus]
            .char_indices()
            .rev()
            .nth(AROUND - 1);
        let from = match before {
            // Cut the start only of a line that is too long, so that short rows of a map stay aligned.
            Some(_) if end - start > 2 * AROUND => start + before.map_or(0, |(at, _)| at),
            _ => start,
        };
        let mut excerpt = Excerpt {
            text: String::new(),
            places: Vec::new(),
        };
        if from > start {
            excerpt.text.push('…');
        }
        let mut shown = source.text[from..end].char_indices();
        for (offset, c) in shown.by_ref().take(2 * AROUND) {
            excerpt.places.push((from + offset, excerpt.text.len()));
            push_clean(&mut excerpt.text, c);
        }
        let cut = shown.next();
        let stop = cut.map_or(end, |(offset, _)| from + offset);
        excerpt.places.push((stop, excerpt.text.len()));
        if cut.is_some() {
            excerpt.text.push('…');
        }
        excerpt
    }

    /// Returns the index in `text` at which a byte of the file is shown. A byte that is not shown counts as the next
    /// shown byte, or as the end.
    pub fn text_byte(&self, byte: usize) -> usize {
        let next = self.places.partition_point(|(at, _)| *at < byte);
        let last = self.places.last();
        self.places
            .get(next)
            .or(last)
            .map_or(0, |(_, place)| *place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_round_the_place_that_matters() {
        let source = Source::from_text("x", "#".repeat(500) + "!" + &"#".repeat(500));
        let excerpt = Excerpt::new(&source, 1, Span::new(500, 501));
        assert_eq!(excerpt.text.chars().count(), 2 * AROUND + 2);
        let place = excerpt.text_byte(500);
        assert_eq!(&excerpt.text[place..=place], "!");
    }

    #[test]
    fn nothing_is_shown_raw_and_places_follow() {
        let source = Source::from_text("x", "a\n\t\u{1b}世b");
        let excerpt = Excerpt::new(&source, 2, Span::new(2, 2));
        assert_eq!(excerpt.text, "\\t\\x1b\\u{4e16}b");
        let places = [2, 3, 4, 7, 8].map(|byte| excerpt.text_byte(byte));
        assert_eq!(places, [0, 2, 6, 14, 15]);
    }
}
