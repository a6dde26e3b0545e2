//! Rows: what a command has found, for programs; and the stream on which a command prints for people or programs.
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use dungeon_format::json::to_json;

/// How a command prints what it has found. Each command has some of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// Text for people.
    Human,
    /// A row as a JSON object on each line.
    Json,
    /// Annotations of GitHub's workflows.
    Github,
    /// SARIF, one document.
    Sarif,
    /// JUnit's XML, one document.
    Junit,
    /// A page for a browser.
    Html,
}

/// The parser of a command's `--format`, from the formats of the command and what its help says of each.
pub fn formats(
    known: &'static [(RowFormat, &'static str)],
) -> impl TypedValueParser<Value = RowFormat> {
    let value = |(format, help): &(RowFormat, &'static str)| {
        let value = format.to_possible_value();
        value.map(|value| value.help(*help))
    };
    let values: Vec<PossibleValue> = known.iter().filter_map(value).collect();
    PossibleValuesParser::new(values).try_map(|name| RowFormat::from_str(&name, false))
}

/// A JSON object: named values in their order.
#[derive(Clone, Debug, Default)]
pub struct Row(String);

impl Row {
    /// The fields of a struct.
    pub fn of(fields: &impl Serialize) -> Row {
        let object = to_json(fields).unwrap_or_default();
        let inside = object
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        Row(inside.unwrap_or_default().to_owned())
    }

    /// Adds a value.
    pub fn with(mut self, name: &str, value: impl Serialize) -> Row {
        let comma = if self.0.is_empty() { "" } else { "," };
        let value = to_json(&value).unwrap_or_default();
        self.0 += &format!("{comma}\"{name}\":{value}");
        self
    }

    /// Adds a value if there is one.
    pub fn with_some(self, name: &str, value: Option<impl Serialize>) -> Row {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds the values of another row.
    pub fn and(mut self, other: Row) -> Row {
        let comma = if self.0.is_empty() || other.0.is_empty() {
            ""
        } else {
            ","
        };
        self.0 += &format!("{comma}{}", other.0);
        self
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
        row.map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

/// Standard output, on which a command prints in one format.
pub struct RowPrinter {
    /// The format.
    pub format: RowFormat,
    out: BufWriter<StdoutLock<'static>>,
}

impl RowPrinter {
    /// Creates the printer of a command.
    pub fn new(format: RowFormat) -> RowPrinter {
        let out = BufWriter::new(io::stdout().lock());
        RowPrinter { format, out }
    }

    /// Prints printable text for people, or rows for programs; nothing in the formats that are one document.
    ///
    /// # Errors
    /// Any error of the stream.
    pub fn print<R: IntoIterator<Item = Row>>(
        &mut self,
        human: impl FnOnce() -> String,
        rows: impl FnOnce() -> R,
    ) -> io::Result<()> {
        match self.format {
            RowFormat::Human => self.text(&human()),
            RowFormat::Json => {
                let mut rows = rows().into_iter();
                rows.try_for_each(|row| writeln!(self.out, "{row}"))?;
                self.out.flush()
            }
            _ => Ok(()),
        }
    }

    /// Prints printable text in whichever format.
    ///
    /// # Errors
    /// Any error of the stream.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
