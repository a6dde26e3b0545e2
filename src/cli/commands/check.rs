//! `dungeon check`: reports every problem of every file, as text for people or as rows for programs.
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::options::dependents::DependentsOption;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{print_error, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::row::{RowFormat, formats};
use crate::cli::output::stdout::ended;
use crate::testing::tested_file::TestedFile;
use dungeon_format::report::Summary;
use dungeon_format::{Diagnostic, Limits, Report};

mod fixing;
mod machine;

mod sarif;

mod output;

mod watching;

use fixing::MendedFile;
use output::{FORMATS, Output};

/// Report every problem in dungeon files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon check mine.dng                        problems, with their lines
  dungeon check --deny warnings dungeons/*.dng  for continuous integration
  dungeon check --format json mine.dng          for editors
  dungeon check --fix --dry-run mine.dng        what would be fixed
  dungeon check --watch mine.dng                check on every save

Exit codes: 0 success, 1 a file has errors, 2 usage error, or a file that cannot
be read or written.")]
pub struct Check {
    /// Files to check; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    #[command(flatten)]
    dependents: DependentsOption,
    /// Output format
    #[arg(long, value_parser = formats(FORMATS), default_value = "human")]
    format: RowFormat,
    /// Exit with code 1 on warnings, too
    #[arg(long, value_name = "WHAT", value_enum)]
    deny: Option<Deny>,
    /// Apply safe fixes, then report the remaining problems
    ///
    /// Included files are never changed.
    #[arg(long)]
    fix: bool,
    /// Print the changes of `--fix` as a diff without writing; exit with code 1 if there are any
    #[arg(long, requires = "fix", conflicts_with = "format")]
    dry_run: bool,
    /// Check again whenever a file, or a file that it includes, is saved; Ctrl-C ends
    #[arg(long, conflicts_with_all = ["format", "fix", "deny"])]
    watch: bool,
}

/// The severity of findings that, in addition to errors, make the check fail.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
}

impl Check {
    /// Checks the files in order and prints their findings. A closed pipe is not an error.
    pub fn run(mut self) -> Exit {
        self.files = self.dependents.files(self.files, &self.include);
        let mut output = Output::new(self.format);
        if self.watch {
            return watching::run(&self.files, &self.include, &mut output);
        }
        let mut checked = CheckedFiles::default();
        let written = { self.files.iter() }
            .try_for_each(|file| {
                if self.fix {
                    checked.mend(file, &self.include, self.dry_run, &mut output)
                } else {
                    checked.check(file, &self.include, &mut output)
                }
            })
            .and_then(|()| {
                if self.dry_run {
                    Ok(())
                } else {
                    output.finish(checked.files, checked.summary)
                }
            });
        ended(written, checked.exit(self.deny))
    }
}

/// The counts for all files checked so far.
#[derive(Default)]
struct CheckedFiles {
    files: usize,
    unreadable: usize,
    /// The number of files that `--fix` would change. Counted only in a dry run.
    changed: usize,
    summary: Summary,
}

impl CheckedFiles {
    fn check(
        &mut self,
        path: &Path,
        include: &IncludeOption,
        output: &mut Output,
    ) -> io::Result<()> {
        let limits = Limits::default();
        let source = match include.open(path, &limits) {
            Ok(source) => source,
            Err(error) => return self.fail(path, &unreadable_text(path, &error), output),
        };
        let diagnostics = TestedFile::read(&source, &limits).findings;
        self.add(&diagnostics);
        output.report(&Report::new(source, diagnostics))
    }

    /// Applies the safe fixes to a file, or prints their diff in a dry run, and counts the remaining findings.
    fn mend(
        &mut self,
        path: &Path,
        include: &IncludeOption,
        is_dry: bool,
        output: &mut Output,
    ) -> io::Result<()> {
        let file = if path.as_os_str() == "-" {
            Err("`--fix` cannot change standard input: pass a file".to_owned())
        } else {
            MendedFile::open(path, include)
        };
        let written = file.and_then(|file| {
            if is_dry {
                Ok(file)
            } else {
                file.write().map(|()| file)
            }
        });
        let file = match written {
            Ok(file) => file,
            Err(why) => return self.fail(path, &why, output),
        };
        self.add(&file.mended.rest.diagnostics);
        if is_dry {
            self.changed += usize::from(file.mended.edits > 0);
            return output.diff(&file.diff());
        }
        output.report(&file.mended.rest)
    }

    /// Counts a file that could not be checked, and reports the reason.
    fn fail(&mut self, path: &Path, why: &str, output: &mut Output) -> io::Result<()> {
        print_error(why);
        self.unreadable += 1;
        output.failure(path, why)
    }

    fn add(&mut self, diagnostics: &[Diagnostic]) {
        self.files += 1;
        self.summary = self.summary.plus(Summary::count(diagnostics));
    }

    fn exit(&self, deny: Option<Deny>) -> Exit {
        let is_denied = deny == Some(Deny::Warnings) && self.summary.warnings > 0;
        match self.unreadable {
            0 if self.summary.errors == 0 && self.changed == 0 && !is_denied => Exit::Clean,
            0 => Exit::Errors,
            _ => Exit::Usage,
        }
    }
}
