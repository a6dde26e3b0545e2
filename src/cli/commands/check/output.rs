//! The printer of `dungeon check`: its formats, and the code of the human one.
use std::io::{self, Write};
use std::path::Path;

use termion::{clear, cursor};

use super::{machine, sarif};
use crate::cli::output::printable;
use dungeon_format::Report;
use dungeon_format::report::{Paint, Summary};
use dungeon_format::untrusted::Untrusted;

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FindingFormat {
    /// The lines in question, marked, with help.
    Human,
    /// One JSON object a line.
    Json,
    /// Annotations of GitHub's workflows.
    Github,
    /// SARIF 2.1.0, one document.
    Sarif,
}

/// Whether what is printed is seen on a terminal, which is cleared for each check, or read by a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingReader {
    /// The screen is cleared.
    Terminal,
    /// An empty line stands between two checks.
    Program,
}

/// The printer of `dungeon check`: a stream, and the format of findings on it.
pub struct Output<W: Write> {
    format: FindingFormat,
    paint: Paint,
    to: W,
    sarif: sarif::SarifLog,
}

impl<W: Write> Output<W> {
    /// Creates a printer. Only the human format uses `paint`.
    pub fn new(format: FindingFormat, paint: Paint, to: W) -> Output<W> {
        Output {
            format,
            paint,
            to,
            sarif: sarif::SarifLog::default(),
        }
    }

    /// Prints the findings of one file; SARIF's are kept for [`Output::finish`].
    pub fn report(&mut self, report: &Report) -> io::Result<()> {
        match self.format {
            FindingFormat::Human => self.write_human(report),
            FindingFormat::Json => machine::write_json_lines(&mut self.to, report),
            FindingFormat::Github => machine::write_github(&mut self.to, report),
            FindingFormat::Sarif => {
                self.sarif.add(report);
                Ok(())
            }
        }
    }

    /// Says that a file could not be checked, to readers of this output alone: a person reads it on standard error.
    pub fn failure(&mut self, path: &Path, why: &str) -> io::Result<()> {
        let name = match path.as_os_str() == "-" {
            true => Untrusted::from("<stdin>"),
            false => Untrusted::from(path),
        };
        match self.format {
            FindingFormat::Human | FindingFormat::Json => Ok(()),
            FindingFormat::Github => machine::write_github_failure(&mut self.to, &name, why),
            FindingFormat::Sarif => {
                self.sarif.fail(&name, why);
                Ok(())
            }
        }
    }

    /// Begins another check because of files with these names: on a terminal in an empty screen, else behind an empty line.
    pub fn begin_again(&mut self, reader: FindingReader, names: &str) -> io::Result<()> {
        match reader {
            FindingReader::Terminal => write!(self.to, "{}{}", clear::All, cursor::Goto(1, 1))?,
            FindingReader::Program => writeln!(self.to)?,
        }
        writeln!(self.to, "changed: {}", printable::lines(names))
    }

    /// Prints how a file would be mended: text from outside, of which every character is a printable one.
    pub fn diff(&mut self, diff: &str) -> io::Result<()> {
        self.to.write_all(printable::lines(diff).as_bytes())
    }

    fn write_human(&mut self, report: &Report) -> io::Result<()> {
        let findings = &report.diagnostics;
        if !findings.is_empty() {
            write!(self.to, "{}\n\n", report.render(self.paint))?;
        }
        let name = &report.source.name;
        writeln!(self.to, "{name}: {}", Summary::count(findings))
    }

    /// Prints the summary of all files, or the SARIF document.
    pub fn finish(&mut self, files: usize, summary: Summary) -> io::Result<()> {
        match self.format {
            FindingFormat::Human if files > 1 => {
                writeln!(self.to, "{files} files checked: {summary}")
            }
            FindingFormat::Sarif => machine::write_json(&mut self.to, &self.sarif.document()),
            _ => Ok(()),
        }?;
        self.to.flush()
    }
}
