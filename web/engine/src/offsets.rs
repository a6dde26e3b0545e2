//! Positions in a text: bytes, as the engine counts, and UTF-16 code units, as JavaScript counts.
use dungeon::diagnostics::Span;
use dungeon_model::space::narrow::count;
use serde::Serialize;

/// The positions of one text in both units.
#[derive(Debug)]
pub struct Offsets {
    /// The UTF-16 units before each byte; `None` for a text in which the two counts are equal.
    units: Option<Vec<u32>>,
    length: u32,
}

/// A span in UTF-16 units. Its end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// The first unit.
    pub from: u32,
    /// The unit after the last one.
    pub to: u32,
}

impl Offsets {
    /// Counts the positions of a text once.
    pub fn new(text: &str) -> Offsets {
        let length = count(text.len());
        if text.is_ascii() {
            let units = None;
            return Offsets { units, length };
        }
        let mut units = vec![0; text.len() + 1];
        let mut before = 0;
        for (byte, c) in text.char_indices() {
            units[byte..byte + c.len_utf8()].fill(before);
            before += count(c.len_utf16());
        }
        units[text.len()] = before;
        Offsets {
            units: Some(units),
            length,
        }
    }

    /// Returns the number of units before a byte. A byte after the end gives the length of the text.
    pub fn unit(&self, byte: u32) -> u32 {
        let byte = byte.min(self.length);
        match &self.units {
            Some(units) => units[byte as usize],
            None => byte,
        }
    }

    /// Returns the byte at which a unit begins.
    pub fn byte(&self, unit: u32) -> u32 {
        match &self.units {
            Some(units) => count(units.partition_point(|before| *before < unit)).min(self.length),
            None => unit.min(self.length),
        }
    }

    /// Converts a span to units.
    pub fn range(&self, span: Span) -> Range {
        Range {
            from: self.unit(span.start),
            to: self.unit(span.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_units_lead_to_each_other() {
        let text = "é\u{10000}x";
        let offsets = Offsets::new(text);
        assert_eq!(
            [0, 2, 6, 7, 99].map(|byte| offsets.unit(byte)),
            [0, 1, 3, 4, 4]
        );
        assert_eq!(
            [0, 1, 3, 4, 99].map(|unit| offsets.byte(unit)),
            [0, 2, 6, 7, 7]
        );
        let plain = Offsets::new("ab");
        assert_eq!((plain.unit(1), plain.byte(9)), (1, 2));
    }
}
