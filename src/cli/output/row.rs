//! The output formats of commands, and a printer for them.
use std::io::{self, BufWriter, StdoutLock, Write};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use dungeon_format::json::Row;

/// The output format of a command. Each command supports some of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// Text for people.
    Human,
    /// One row per line, as a JSON object.
    Json,
    /// Annotations for GitHub workflows.
    Github,
    /// SARIF, one document.
    Sarif,
    /// JUnit XML, one document.
    Junit,
    /// A web page.
    Html,
}

/// Returns the parser of a command's `--format`, from its formats and their help.
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

    /// Prints printable text for people or rows for programs; nothing in formats that are one document.
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

    /// Prints printable text in any format.
    ///
    /// # Errors
    /// Any error of the stream.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}
