//! The marks by which an author says what `dungeon tune` may vary: `tune=health:4..9,strength:1..3`.

/// A number that `dungeon tune` may vary, with the bounds that the author sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuneMark {
    /// The word of the number's key; `None` for the number after the glyph of a scatter, or the chance of a mark.
    pub word: Option<String>,
    /// The smallest and the largest value, as written.
    pub bounds: [i64; 2],
}

impl TuneMark {
    /// Reads the value of `tune=`: marks separated by commas, such as `health:4..9,strength:1..3`, or `2..6` for a number
    /// without a key. A `%` after a number is ignored. `None` for any other text.
    pub fn read_all(text: &str) -> Option<Vec<TuneMark>> {
        text.split(',').map(TuneMark::read).collect()
    }

    fn read(text: &str) -> Option<TuneMark> {
        let (word, bounds) = match text.split_once(':') {
            Some((word, bounds)) => (Some(word), bounds),
            None => (None, text),
        };
        let is_word = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        if !word.is_none_or(is_word) {
            return None;
        }
        let (from, to) = bounds.split_once("..")?;
        let number = |text: &str| text.strip_suffix('%').unwrap_or(text).parse().ok();
        Some(TuneMark {
            word: word.map(str::to_owned),
            bounds: [number(from)?, number(to)?],
        })
    }

    /// Returns the mark as a file spells it: `health:4..9`.
    pub fn written(&self) -> String {
        let [from, to] = self.bounds;
        match &self.word {
            Some(word) => format!("{word}:{from}..{to}"),
            None => format!("{from}..{to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_keys_with_bounds_or_bounds_alone() {
        let marks = TuneMark::read_all("health:4..9,2%..6%").expect("two marks");
        let words: Vec<Option<&str>> = marks.iter().map(|mark| mark.word.as_deref()).collect();
        assert_eq!(words, [Some("health"), None]);
        assert_eq!(marks[0].bounds, [4, 9]);
        assert_eq!(marks[1].bounds, [2, 6]);
        assert_eq!(marks[0].written(), "health:4..9");
        for wrong in [
            "",
            "health",
            "health:4",
            ":4..9",
            "4..9,",
            "health:4..x",
            "Health:1..2",
        ] {
            assert_eq!(TuneMark::read_all(wrong), None, "{wrong}");
        }
    }
}
