//! The marks by which an author says what `dungeon tune` may vary: `tune=health:4..9,strength:1..3`.

/// A number that `dungeon tune` may vary, with the bounds that the author sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuneMark {
    /// The number of the record.
    pub number: TunedNumber,
    /// The smallest and the largest value, as written.
    pub bounds: [i64; 2],
}

/// A number of a record, as a mark names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TunedNumber {
    /// The number of the key with this word: `health:4..9`.
    Key(String),
    /// The weight of the alternative with this glyph: `w*1..5`.
    Weight(char),
    /// The number after the glyph of a scatter, or the chance of a mark: `2..6`.
    Count,
}

impl TuneMark {
    /// Reads the value of `tune=`: marks separated by commas, such as `health:4..9,strength:1..3`, `w*1..5` for a weight,
    /// or `2..6` for a number without a key. A `%` after a number is ignored. `None` for any other text.
    pub fn read_all(text: &str) -> Option<Vec<TuneMark>> {
        let (mut marks, mut rest) = (Vec::new(), Some(text));
        while let Some(text) = rest {
            let (number, bounds) = TunedNumber::read(text)?;
            let (bounds, behind) = match bounds.split_once(',') {
                Some((bounds, behind)) => (bounds, Some(behind)),
                None => (bounds, None),
            };
            let (from, to) = bounds.split_once("..")?;
            let end = |text: &str| text.strip_suffix('%').unwrap_or(text).parse().ok();
            let bounds = [end(from)?, end(to)?];
            marks.push(TuneMark { number, bounds });
            rest = behind;
        }
        Some(marks)
    }

    /// Returns the mark as a file spells it: `health:4..9`.
    pub fn written(&self) -> String {
        let [from, to] = self.bounds;
        let bounds = format!("{from}..{to}");
        match &self.number {
            TunedNumber::Key(word) => format!("{word}:{bounds}"),
            TunedNumber::Weight(glyph) => format!("{glyph}*{bounds}"),
            TunedNumber::Count => bounds,
        }
    }
}

impl TunedNumber {
    /// Reads the name of a number at the start of a text, and returns it with the rest. Any glyph can have a weight, also
    /// a comma.
    fn read(text: &str) -> Option<(TunedNumber, &str)> {
        let mut characters = text.chars();
        if let (Some(glyph), Some('*')) = (characters.next(), characters.next()) {
            return Some((TunedNumber::Weight(glyph), characters.as_str()));
        }
        let Some((word, bounds)) = text.split_once(':').filter(|(word, _)| !word.contains(','))
        else {
            return Some((TunedNumber::Count, text));
        };
        let is_word = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        is_word(word).then(|| (TunedNumber::Key(word.to_owned()), bounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_keys_with_bounds_weights_with_bounds_or_bounds_alone() {
        let text = "health:4..9,2%..6%,,*1..5,max-manna:3..8,|*2..2";
        let marks = TuneMark::read_all(text).expect("five marks");
        let numbers: Vec<&TunedNumber> = marks.iter().map(|mark| &mark.number).collect();
        let key = |word: &str| TunedNumber::Key(word.to_owned());
        let expected = [
            &key("health"),
            &TunedNumber::Count,
            &TunedNumber::Weight(','),
            &key("max-manna"),
            &TunedNumber::Weight('|'),
        ];
        assert_eq!(numbers, expected);
        assert_eq!(marks[0].bounds, [4, 9]);
        assert_eq!(marks[1].bounds, [2, 6]);
        let written: Vec<String> = marks.iter().map(TuneMark::written).collect();
        assert_eq!(
            written.join(","),
            "health:4..9,2..6,,*1..5,max-manna:3..8,|*2..2"
        );
        for wrong in [
            "",
            "health",
            "health:4",
            ":4..9",
            "4..9,",
            "health:4..x",
            "Health:1..2",
            "r*",
            "r*3",
            "r*1..5b*2..3",
            "*1..5",
        ] {
            assert_eq!(TuneMark::read_all(wrong), None, "{wrong}");
        }
    }
}
