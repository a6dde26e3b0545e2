//! The output formats of commands, and a printer for rows.
use std::io::{self, BufWriter, StdoutLock, Write};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use dungeon_format::json::Row;

/// The value of `--format`. Each command supports some of the formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// Text for people.
    Human,
    /// One row per line, as a JSON object.
    Json,
    /// One game per line, as a JSON object.
    Jsonl,
    /// Annotations for GitHub workflows.
    Github,
    /// SARIF, one document.
    Sarif,
    /// JUnit XML, one document.
    Junit,
    /// A web page.
    Html,
    /// An SVG picture.
    Svg,
}

/// Returns the parser for a command's `--format`, given the supported formats with their help.
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

/// Prints a command's results on standard output in one format.
pub struct RowPrinter {
    /// The output format.
    pub format: RowFormat,
    out: BufWriter<StdoutLock<'static>>,
}

impl RowPrinter {
    pub fn new(format: RowFormat) -> RowPrinter {
        let out = BufWriter::new(io::stdout().lock());
        RowPrinter { format, out }
    }

    /// Prints the text in the format for people, or the rows in JSON. Prints nothing in formats that are a single
    /// document. The text must be printable.
    ///
    /// # Errors
    /// Returns an error if writing fails.
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

    /// Prints printable text in any format.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}
