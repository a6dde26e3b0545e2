//! `dungeon check`: every problem of every file, for people or for programs.
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::cli::options::include::IncludeOption;
use crate::cli::options::no_color;
use crate::cli::output::errors::{print_error, refuse, unprinted_text, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::format::report::{Paint, Summary};
use crate::format::{Limits, Report, Source};
use crate::play::testing::tested_file::TestedFile;

mod machine;

mod sarif;

mod output;

use output::{FindingFormat, Output};

/// Report every problem of dungeon files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon check mine.dng                        every problem, with its lines
  dungeon check --deny warnings dungeons/*.dng  for continuous integration
  dungeon check --format json mine.dng          for editors

Exit codes: 0 all is well, 1 a file has errors, 2 wrong usage or a file that cannot be read.")]
pub struct Check {
    /// Files to check; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    /// How to print what was found.
    #[arg(long, value_enum, default_value_t = FindingFormat::Human)]
    format: FindingFormat,
    /// Treat warnings as errors in the exit code.
    #[arg(long, value_name = "WHAT", value_enum)]
    deny: Option<Deny>,
}

/// The findings besides errors that make the check fail.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
}

impl Check {
    /// Checks the files in order and prints their findings. A closed pipe ends the command quietly.
    pub fn run(self) -> Exit {
        let stdout = io::stdout();
        // Colour is only for a terminal, and only if NO_COLOR does not refuse it.
        let paint = match stdout.is_terminal() && !no_color::is_set() {
            true => Paint::Coloured,
            false => Paint::Plain,
        };
        let mut output = Output::new(self.format, paint, stdout.lock());
        let mut checked = CheckedFiles::default();
        let result = self
            .files
            .iter()
            .try_for_each(|file| checked.check(file, &self.include, &mut output))
            .and_then(|()| output.finish(checked.files, checked.summary));
        match result {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                refuse(unprinted_text(&error))
            }
            _ => checked.exit(self.deny),
        }
    }
}

/// The findings of the files checked so far, as counts.
#[derive(Default)]
struct CheckedFiles {
    files: usize,
    unreadable: usize,
    summary: Summary,
}

impl CheckedFiles {
    fn check<W: Write>(
        &mut self,
        path: &Path,
        include: &IncludeOption,
        output: &mut Output<W>,
    ) -> io::Result<()> {
        let limits = Limits::default();
        let source = match path.as_os_str() == "-" {
            true => Source::read("<stdin>", io::stdin().lock(), &limits),
            false => include.open(path, &limits),
        };
        let source = match source {
            Ok(source) => source,
            Err(error) => {
                print_error(unreadable_text(path, &error));
                self.unreadable += 1;
                return Ok(());
            }
        };
        let diagnostics = TestedFile::read(&source, &limits).findings;
        self.files += 1;
        self.summary = self.summary.plus(Summary::count(&diagnostics));
        output.report(&Report {
            source,
            diagnostics,
        })
    }

    fn exit(&self, deny: Option<Deny>) -> Exit {
        let is_denied = deny == Some(Deny::Warnings) && self.summary.warnings > 0;
        match self.unreadable {
            0 if self.summary.errors == 0 && !is_denied => Exit::Clean,
            0 => Exit::Errors,
            _ => Exit::Usage,
        }
    }
}
