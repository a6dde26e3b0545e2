//! The output formats of commands, and standard output in one of them.
use std::io::{self, BufWriter, StdoutLock, Write};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use dungeon_format::json::Row;

/// The output format of a command. Each command has some of these.
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

/// Returns the parser of a command's `--format`, from its formats with their help.
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

/// Standard output, on which a command prints in one format.
pub struct RowPrinter {
    /// The output format.
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

    /// Prints printable text, whatever the format.
    ///
    /// # Errors
    /// Any error of the stream.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}
