//! `dungeon fmt`: rewrites dungeon files in canonical form.
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output::errors::{print_error, print_findings, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::{print, print_text};
use crate::cli::save::source_file::SourceFile;
use dungeon_format::canonical::format_text;
use dungeon_format::{Limits, Source};

/// Format dungeon files
///
/// Aligns neighboring records in columns, sorts keys as in the reference, and picks one spelling where there are
/// several. Comments and map rows are not changed. Files in the classic format are skipped. Files with syntax errors
/// are reported and not changed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon fmt mine.dng                rewrite the file in place
  dungeon fmt --check dungeons/*.dng  for continuous integration
  dungeon fmt --stdin                 for editors, through a pipe

Exit codes: 0 success, 1 a file has syntax errors or, with --check, is not
formatted, 2 usage error, or a file that cannot be read or written.")]
pub struct Fmt {
    /// Files to format; a lone `-` means `--stdin`
    #[arg(required_unless_present = "stdin", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; list the files that are not formatted
    #[arg(long)]
    check: bool,
    /// Format standard input and write to standard output
    #[arg(long, conflicts_with = "files")]
    stdin: bool,
}

impl Fmt {
    /// Formats each file, or checks whether it is formatted.
    pub fn run(self) -> Exit {
        let is_dash = matches!(self.files.as_slice(), [file] if file.as_os_str() == "-");
        if self.stdin || is_dash {
            return format_stdin(self.check).into();
        }
        let each = self.files.iter().map(|path| self.format(path));
        let each = each.map(Exit::from);
        each.fold(Exit::Clean, Exit::or_worse)
    }

    fn format(&self, path: &Path) -> Result<Exit, Exit> {
        let file = SourceFile::open(path, &Limits::default()).map_err(refuse)?;
        let text = canonical(&file.source)?;
        if text == file.source.text {
            return Ok(Exit::Clean);
        }
        if self.check {
            return Ok(Exit::Errors.or_worse(print(&format!("{}\n", file.source.name))));
        }
        file.write(&text).map_err(refuse)?;
        Ok(Exit::Clean)
    }
}

/// Formats standard input, or only checks it. Removes a byte order mark.
fn format_stdin(only_checks: bool) -> Result<Exit, Exit> {
    let source = Source::read("<stdin>", io::stdin().lock(), &Limits::default());
    let source = source.map_err(|error| refuse(unreadable_text("<stdin>", &error)))?;
    let text = canonical(&source)?;
    Ok(match only_checks {
        true if text != source.text => Exit::Errors,
        true => Exit::Clean,
        false => print_text(&text),
    })
}

/// Returns the canonical text of a file.
///
/// # Errors
/// Reports the syntax errors, and returns the exit code.
fn canonical(source: &Source) -> Result<String, Exit> {
    format_text(source, &Limits::default()).map_err(|diagnostics| {
        print_findings(source.clone(), diagnostics);
        print_error(format_args!("{} was not changed", source.name));
        Exit::Errors
    })
}
