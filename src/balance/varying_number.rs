//! A number of a dungeon's text that may vary, with its place, its value and its bounds, and the text with other values.
use super::dungeon_text::{DungeonText, Edit};
use dungeon_format::keys;
use dungeon_format::source::Span;
use dungeon_model::dungeon::Stat;
use dungeon_model::dungeon::game_profile::Thing;
use std::collections::BTreeMap;

/// A whole number, or the range `from..to`; both ends are equal for a number.
pub type NumberValue = [i64; 2];

/// A number of a dungeon's text that may vary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VaryingNumber {
    /// The thing and the key of the number: "crypt rat health".
    pub name: String,
    /// The line in the file, from 1.
    pub line: usize,
    /// The value in the file.
    pub value: NumberValue,
    /// The smallest and the largest value that the format allows at either end.
    pub(super) limits: [i64; 2],
    /// The mark of the author; `None` for an unmarked number.
    pub(super) marked: Option<NumberMark>,
    /// The number of which values must be multiples; usually 1.
    pub(super) step: i64,
    pub(super) place: NumberPlace,
    /// The statement and the word of the key that gives the number; `None` for a count, a weight and an inherited number.
    pub(super) key: Option<(usize, &'static str)>,
    /// The edit after which the file gives no such number, so that its default counts; `None` for an inherited number.
    pub(super) removal: Option<Edit>,
    /// The things that have the number; empty for a number of the game or of a level.
    pub(super) things: Vec<Thing>,
    /// The role of the number in its record.
    pub(super) role: NumberRole,
}

/// The mark with which an author permits other values of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberMark {
    /// The smallest and the largest value of either end of a range.
    pub(super) bounds: [i64; 2],
    /// The place of `tune=` with its value.
    pub(super) place: Span,
}

impl NumberMark {
    /// Whether both ends of a value are within the bounds.
    fn permits(self, value: NumberValue) -> bool {
        let [least, most] = self.bounds;
        value.iter().all(|end| (least..=most).contains(end))
    }
}

/// The role of a number in its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberRole {
    /// A stat of a body or an item.
    Stat(Stat),
    /// How many things a scatter places, or the chance of one on a cell.
    Count,
    /// Any other number.
    Other,
}

/// The place of a number in the file's own text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NumberPlace {
    /// The number is written here.
    Value(Span),
    /// The alternative with this glyph and the number as its weight is written here.
    Weight(Span, char),
    /// The kind has the number from its base. A key with it can be inserted here, after the given text, which begins a
    /// record of its own unless it is empty.
    Inherited { at: Span, head: String, key: Stat },
}

impl VaryingNumber {
    /// Returns the value in which the larger end is `most` and the smaller end keeps its proportion to it, within the
    /// limits of the format.
    pub(super) fn scaled_to(&self, most: i64) -> NumberValue {
        let [from, to] = self.value;
        let most = self.in_step(most);
        let least = match (from == to, from >= 0 && to > 0) {
            (true, _) => most,
            (false, true) => (from * most + to / 2) / to,
            (false, false) => from + most - to,
        };
        [self.in_step(least).min(most), most]
    }

    /// Returns the key of the number that this one must not exceed; `None` without one.
    pub(super) fn key_of_maximum(&self) -> Option<(usize, &'static str)> {
        let (statement, word) = self.key?;
        let maximums = [
            (&keys::HEALTH, &keys::MAX),
            (&keys::MANNA, &keys::MAX_MANNA),
        ];
        let mut maximums = maximums.iter();
        let (_, maximum) = maximums.find(|(stat, _)| stat.word == word)?;
        Some((statement, maximum.word))
    }

    /// Returns the number with the limits of its mark, so that every value is permitted; `None` if the mark permits no
    /// other value.
    pub(super) fn within_mark(mut self) -> Option<VaryingNumber> {
        if let Some(mark) = self.marked {
            let [least, most] = [
                mark.bounds[0].max(self.limits[0]),
                mark.bounds[1].min(self.limits[1]),
            ];
            // Multiples of the step.
            let least = -(-least).div_euclid(self.step) * self.step;
            self.limits = [least, most.div_euclid(self.step) * self.step];
        }
        (self.limits[0] < self.limits[1]).then_some(self)
    }

    /// Returns half the value, within the limits of the format.
    pub(super) fn halved(&self) -> NumberValue {
        self.scaled_to((self.value[1] + 1).div_euclid(2))
    }

    /// Returns twice the value, within the limits of the format.
    pub(super) fn doubled(&self) -> NumberValue {
        self.scaled_to(self.value[1].saturating_mul(2))
    }

    /// Returns the nearest value within the limits that is a multiple of the step.
    fn in_step(&self, value: i64) -> i64 {
        let [least, most] = self.limits;
        let value = (value + self.step / 2).div_euclid(self.step) * self.step;
        value.clamp(least, most)
    }

    /// Returns a value in the spelling of a file.
    pub fn written(&self, [from, to]: NumberValue) -> String {
        if from == to {
            from.to_string()
        } else {
            format!("{from}..{to}")
        }
    }
}

impl DungeonText {
    /// Returns the text in which a number is not written, without the marks of its record; `None` for an inherited number.
    pub(super) fn without_number(&self, number: &VaryingNumber) -> Option<String> {
        let removed = number.removal.clone()?;
        let mark = number
            .marked
            .map(|mark| (self.own.deletion(mark.place), String::new()));
        Some(self.edited([removed].into_iter().chain(mark).collect()))
    }

    /// Returns the text with these values. A mark that does not permit its value is deleted.
    pub(super) fn with_numbers<'n>(
        &self,
        values: impl IntoIterator<Item = (&'n VaryingNumber, NumberValue)>,
    ) -> String {
        let mut written: Vec<Edit> = Vec::new();
        let mut inserted: BTreeMap<(Span, &str), String> = BTreeMap::new();
        for (number, value) in values {
            let said = number.written(value);
            let broken = number.marked.filter(|mark| !mark.permits(value));
            written.extend(broken.map(|mark| (self.own.deletion(mark.place), String::new())));
            match &number.place {
                _ if value == number.value => {}
                NumberPlace::Value(span) => written.push((*span, said)),
                NumberPlace::Weight(span, glyph) => {
                    written.push((*span, format!("{glyph}*{said}")));
                }
                NumberPlace::Inherited { at, head, key } => {
                    let keys = inserted.entry((*at, head)).or_default();
                    *keys += &format!(" {}={said}", key.word());
                }
            }
        }
        let line_end = if self.own.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let mut lines: BTreeMap<Span, String> = BTreeMap::new();
        for ((at, head), keys) in inserted {
            let end = if head.is_empty() { "" } else { line_end };
            *lines.entry(at).or_default() += &format!("{head}{keys}{end}");
        }
        written.extend(lines);
        self.edited(written)
    }
}
