//! The formats of `dungeon check`, and the one for people.
use std::io::{self, Write};

use super::{machine, sarif};
use crate::format::Report;
use crate::format::characters::clean;
use crate::format::report::{Paint, Summary};

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

/// Where reports go, in their format.
pub struct Output<W: Write> {
    format: FindingFormat,
    paint: Paint,
    to: W,
    sarif: sarif::SarifLog,
}

impl<W: Write> Output<W> {
    /// An output that nothing was printed to yet; the paint is for people's eyes only.
    pub fn new(format: FindingFormat, paint: Paint, to: W) -> Output<W> {
        Output {
            format,
            paint,
            to,
            sarif: sarif::SarifLog::default(),
        }
    }

    /// Prints a file's findings, or keeps them for the end.
    pub fn report(&mut self, report: &Report) -> io::Result<()> {
        match self.format {
            FindingFormat::Human => self.human(report),
            FindingFormat::Json => machine::json(&mut self.to, report),
            FindingFormat::Github => machine::github(&mut self.to, report),
            FindingFormat::Sarif => {
                self.sarif.add(report);
                Ok(())
            }
        }
    }

    fn human(&mut self, report: &Report) -> io::Result<()> {
        let findings = &report.diagnostics;
        if !findings.is_empty() {
            write!(self.to, "{}\n\n", report.render(self.paint))?;
        }
        let name = clean(&report.source.name);
        writeln!(self.to, "{name}: {}", Summary::count(findings))
    }

    /// Prints what belongs to all files together.
    pub fn finish(&mut self, files: usize, summary: Summary) -> io::Result<()> {
        match self.format {
            FindingFormat::Human if files > 1 => {
                writeln!(self.to, "{files} files checked: {summary}")
            }
            FindingFormat::Sarif => machine::write(&mut self.to, &self.sarif.document()),
            _ => Ok(()),
        }?;
        self.to.flush()
    }
}
