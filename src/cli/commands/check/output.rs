//! The printer of `dungeon check`: its output formats, and the screens of `--watch`.
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

/// The supported output formats, with their help.
pub const FORMATS: &[(RowFormat, &str)] = &[
    (RowFormat::Human, "Marked source lines, with help"),
    (RowFormat::Json, "One JSON object per line"),
    (RowFormat::Github, "Annotations for GitHub workflows"),
    (RowFormat::Sarif, "SARIF 2.1.0, one document"),
];

/// The printer of `dungeon check`. Collects the findings for SARIF.
pub struct Output {
    to: RowPrinter,
    sarif: sarif::SarifLog,
}

impl Output {
    pub fn new(format: RowFormat) -> Output {
        Output {
            to: RowPrinter::new(format),
            sarif: sarif::SarifLog::default(),
        }
    }

    /// Prints the findings of one file. In SARIF, collects them for [`Output::finish`].
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

    /// Reports an unreadable file in the GitHub and SARIF formats. In other formats, the message on standard error is
    /// enough.
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

    /// Starts the output of another check after the named files have changed. Clears the screen of a terminal;
    /// otherwise prints an empty line.
    pub fn begin_again(&mut self, names: &str) -> io::Result<()> {
        let begin = if is_terminal() {
            format!("{}{}", clear::All, cursor::Goto(1, 1))
        } else {
            "\n".to_owned()
        };
        let names = printable::lines(names);
        self.to.text(&format!("{begin}changed: {names}\n"))
    }

    /// Prints a diff of a file.
    pub fn diff(&mut self, diff: &str) -> io::Result<()> {
        self.to.text(&printable::diff(diff))
    }

    /// Prints the summary of several files, or the SARIF document.
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
