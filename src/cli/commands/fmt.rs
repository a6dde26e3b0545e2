//! `dungeon fmt`: files in their canonical text.
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output::errors::{print_error, print_findings, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::{print, print_text};
use crate::cli::save::source_file::SourceFile;
use dungeon_format::canonical::format_text;
use dungeon_format::{Limits, Source};

/// Write dungeon files in their canonical text
///
/// Records that follow each other stand in columns, keys in the order of the
/// reference, and what has several spellings in one of them. Remarks and the
/// rows of maps stay to the byte. A file of the classic format stays as it is,
/// and so does one with mistakes of spelling, which are told.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon fmt mine.dng                write it anew, where that changes it
  dungeon fmt --check dungeons/*.dng  for continuous integration
  dungeon fmt --stdin                 a text of an editor, through a pipe

Exit codes: 0 all is well, 1 a file has mistakes or, with --check, is not in its
canonical text, 2 wrong usage or a file that cannot be read or written.")]
pub struct Fmt {
    /// Files to write anew; `-` alone is standard input, as by `--stdin`.
    #[arg(required_unless_present = "stdin", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; name each file that is not in its canonical text.
    #[arg(long)]
    check: bool,
    /// Read a file from standard input, and write its text to standard output.
    #[arg(long, conflicts_with = "files")]
    stdin: bool,
}

impl Fmt {
    /// Writes each file anew, or sees whether that would change it.
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

/// Formats standard input. A byte order mark is no part of what is written.
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

/// The canonical text of a file; one that has mistakes is told of them.
fn canonical(source: &Source) -> Result<String, Exit> {
    format_text(source, &Limits::default()).map_err(|diagnostics| {
        print_findings(source.clone(), diagnostics);
        print_error(format_args!("{} stays as it is", source.name));
        Exit::Errors
    })
}
