//! The printer of `dungeon check`: its formats, and the screens of `--watch`.
use std::io;
use std::path::Path;

use termion::{clear, cursor};

use super::{machine, sarif};
use crate::cli::options::no_color;
use crate::cli::output::printable;
use crate::cli::output::row::{RowFormat, RowPrinter};
use crate::cli::output::stdout::is_terminal;
use dungeon_format::Report;
use dungeon_format::json::to_json;
use dungeon_format::report::Summary;
use dungeon_format::untrusted::Untrusted;

/// How findings are printed.
pub const FORMATS: &[(RowFormat, &str)] = &[
    (RowFormat::Human, "The lines in question, marked, with help"),
    (RowFormat::Json, "One JSON object a line"),
    (RowFormat::Github, "Annotations of GitHub's workflows"),
    (RowFormat::Sarif, "SARIF 2.1.0, one document"),
];

/// The printer of `dungeon check`, with the findings that wait for the end.
pub struct Output {
    to: RowPrinter,
    sarif: sarif::SarifLog,
}

impl Output {
    /// Creates a printer.
    pub fn new(format: RowFormat) -> Output {
        Output {
            to: RowPrinter::new(format),
            sarif: sarif::SarifLog::default(),
        }
    }

    /// Prints the findings of one file; SARIF's are kept for [`Output::finish`].
    pub fn report(&mut self, report: &Report) -> io::Result<()> {
        match self.to.format {
            RowFormat::Github => self.to.text(&machine::github(report)),
            RowFormat::Sarif => {
                self.sarif.add(report);
                Ok(())
            }
            _ => self.to.print(|| human(report), || machine::rows(report)),
        }
    }

    /// Says that a file could not be checked, to readers of this output alone: a person reads it on standard error.
    pub fn failure(&mut self, path: &Path, why: &str) -> io::Result<()> {
        let name = if path.as_os_str() == "-" {
            Untrusted::from("<stdin>")
        } else {
            Untrusted::from(path)
        };
        match self.to.format {
            RowFormat::Github => self.to.text(&machine::github_failure(&name, why)),
            RowFormat::Sarif => {
                self.sarif.fail(&name, why);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Begins another check because of files with these names: on a terminal in an empty screen, else behind an empty line.
    pub fn begin_again(&mut self, names: &str) -> io::Result<()> {
        let begin = if is_terminal() {
            format!("{}{}", clear::All, cursor::Goto(1, 1))
        } else {
            "\n".to_owned()
        };
        let names = printable::lines(names);
        self.to.text(&format!("{begin}changed: {names}\n"))
    }

    /// Prints how a file would be mended: text from outside, of which every character is a printable one.
    pub fn diff(&mut self, diff: &str) -> io::Result<()> {
        self.to.text(&printable::lines(diff))
    }

    /// Prints the summary of all files, or the SARIF document.
    pub fn finish(&mut self, files: usize, summary: Summary) -> io::Result<()> {
        match self.to.format {
            RowFormat::Human if files > 1 => {
                let text = format!("{files} files checked: {summary}\n");
                self.to.text(&text)
            }
            RowFormat::Sarif => self.to.text(&(to_json(&self.sarif.document())? + "\n")),
            _ => Ok(()),
        }
    }
}

fn human(report: &Report) -> String {
    let findings = &report.diagnostics;
    let told = if findings.is_empty() {
        String::new()
    } else {
        format!("{}\n\n", report.render(no_color::paint()))
    };
    let name = &report.source.name;
    format!("{told}{name}: {}\n", Summary::count(findings))
}
