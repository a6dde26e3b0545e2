//! Places in a text: bytes, as the engine counts them, and UTF-16 units, as JavaScript does.
use dungeon::diagnostics::Span;
use dungeon_model::space::narrow::count;
use serde::Serialize;

/// The places of one text in both units.
#[derive(Debug)]
pub struct Offsets {
    /// The UTF-16 units before each byte; `None` for a text in which the two are the same.
    units: Option<Vec<u32>>,
    length: u32,
}

/// A span as JavaScript counts; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// The units before the first one.
    pub from: u32,
    /// The units before the first one behind.
    pub to: u32,
}

impl Offsets {
    /// Counts the places of a text once.
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

    /// Returns the units before a byte; those of the whole text for a byte behind its end.
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

    /// Returns a span in units.
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
