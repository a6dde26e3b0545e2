//! JSON that is safe to print in a terminal.
use std::fmt;
use std::io::{self, Write};

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::ser::{CompactFormatter, Formatter};
use serde_json::value::RawValue;

use super::characters::{fault, is_printable};

/// Returns a value as JSON on one line, without a line end. Escapes characters that are not one column wide, such as
/// `\u202e`.
///
/// # Errors
///
/// Any error that the value's own `Serialize` returns. Strings, numbers, lists and plain structs never fail.
pub fn to_json(value: &impl Serialize) -> io::Result<String> {
    let mut line = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut line, PrintableFormatter);
    value.serialize(&mut serializer)?;
    String::from_utf8(line).map_err(io::Error::other)
}

/// A JSON object whose values keep the order in which they were added.
#[must_use]
#[derive(Clone, Debug, Default)]
pub struct Row(String);

impl Row {
    /// Returns the fields of a struct; an empty row for any other value.
    pub fn of(fields: &impl Serialize) -> Row {
        let object = to_json(fields).unwrap_or_default();
        let inside = object
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        Row(inside.unwrap_or_default().to_owned())
    }

    /// Adds a value under this name.
    pub fn with(mut self, name: &str, value: impl Serialize) -> Row {
        let comma = if self.0.is_empty() { "" } else { "," };
        // A value that fails to serialize is `null`, so the line stays valid JSON.
        let value = to_json(&value).unwrap_or("null".to_owned());
        self.0 += &format!("{comma}\"{name}\":{value}");
        self
    }

    /// Adds a value under this name; adds nothing for `None`.
    pub fn with_some(self, name: &str, value: Option<impl Serialize>) -> Row {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds the values of another row.
    pub fn and(self, other: Row) -> Row {
        let mut rows = vec![self.0, other.0];
        rows.retain(|row| !row.is_empty());
        Row(rows.join(","))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = RawValue::from_string(self.to_string());
        row.map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// A formatter of compact JSON that escapes unprintable characters.
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

    #[test]
    fn rows_keep_their_order_nest_and_print_as_json() {
        let inner = Row::default().with("x", 1).with_some("y", None::<u8>);
        let row = Row::default()
            .with("b", "\u{1b}")
            .with("a", [&inner, &inner]);
        let row = row.with("none", None::<Row>).and(Row::default()).and(inner);
        assert_eq!(
            row.to_string(),
            r#"{"b":"\u001b","a":[{"x":1},{"x":1}],"none":null,"x":1}"#
        );
    }
}
