//! JSON for people and programs alike: no character in it is one that a terminal obeys or misplaces.
use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};

use super::characters::{fault, is_printable};

/// Returns a value as JSON in one line without a line end. Characters of texts that are not one plain column wide are
/// written as escapes, such as `\u202e`, which a reader of JSON undoes.
///
/// # Errors
///
/// Any error of the value's own `Serialize`; values of texts, numbers, lists and structs have none.
pub fn to_json(value: &impl Serialize) -> io::Result<String> {
    let mut line = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut line, PrintableFormatter);
    value.serialize(&mut serializer)?;
    String::from_utf8(line).map_err(io::Error::other)
}

/// A formatter of compact JSON that escapes what is not printed as it stands.
struct PrintableFormatter;

impl Formatter for PrintableFormatter {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        to: &mut W,
        piece: &str,
    ) -> io::Result<()> {
        if is_printable(piece) {
            return CompactFormatter.write_string_fragment(to, piece);
        }
        for c in piece.chars() {
            let mut utf8 = [0; 4];
            let mut utf16 = [0; 2];
            if fault(c).is_none() {
                CompactFormatter.write_string_fragment(to, c.encode_utf8(&mut utf8))?;
                continue;
            }
            for unit in c.encode_utf16(&mut utf16) {
                write!(to, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_same_when_read_and_printable_when_written() {
        let text = "\0\t\n\u{1b}[2J\u{7f}\u{9b}\u{202e}\u{2066}\u{600}\u{fff9}\u{e0001}世é\"\\ a";
        let json = to_json(&[text]).expect("a text");
        assert!(is_printable(&json), "{json:?}");
        let read: [String; 1] = serde_json::from_str(&json).expect("JSON");
        assert_eq!(read, [text]);
    }
}
