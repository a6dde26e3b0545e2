//! `dungeon import`: converts files of other programs to dungeons.
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cli::options::amounts::AmountError;
use crate::cli::output::errors::{print_error, print_report, refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::save::new_file::write_or_print;
use crate::interchange::import::{ForeignFormat, Import, ImportError, LevelChoice};
use crate::interchange::tmx::plain_path;
use dungeon_format::opened_file::open_at_once;
use dungeon_format::report::Summary;
use dungeon_format::{Limits, Source, Untrusted};

/// Convert another program's file to a dungeon
///
/// Reads maps from Tiled and LDtk, vaults from Angband and Crawl, Sokoban puzzles, and plain grids. A legend says which
/// tile or character becomes which glyph. Tiles that the legend lacks are listed and become floor. Parts that a dungeon
/// cannot express become comments in the result. See docs/IMPORT.md for details.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon import cellar.tmx --legend cellar.legend -o cellar.dng
  dungeon import vault.txt --name Cross             one vault of many
  dungeon import puzzles.xsb --level 1..20 > twenty.dng
  dungeon import --from ascii map.txt | dungeon check -

Exit codes: 0 success, 1 the result has errors, which `dungeon check` lists, 2
usage error, or a file that cannot be read or written, 3 a part of the file was
dropped or changed; standard error lists the parts.")]
pub struct ImportCommand {
    /// File to convert; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format of the file [default: chosen by the file name]
    #[arg(long, value_name = "FORMAT", value_enum)]
    from: Option<ForeignFormat>,
    /// Legend file: which tile or character becomes which glyph
    #[arg(long, value_name = "FILE")]
    legend: Option<PathBuf>,
    /// Also read tilesets and levels from this folder; can be repeated
    #[arg(long, value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Convert only the level, vault or puzzle with this name
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Convert only the levels with these numbers, from 1, such as `3` or `1..20`
    #[arg(long, value_name = "N[..N]", value_parser = numbers, conflicts_with = "name")]
    level: Option<(usize, usize)>,
    /// File to write, which must not exist [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Parses `3` or `1..20`: the first and the last number, from 1.
fn numbers(text: &str) -> Result<(usize, usize), AmountError> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number > 0);
    let found = match text.split_once("..") {
        Some((first, last)) => number(first).zip(number(last)),
        None => number(text).map(|number| (number, number)),
    };
    found.ok_or(AmountError::Levels)
}

impl ImportCommand {
    /// Reads the file, and prints the dungeon or writes it to a file. Prints notes on standard error.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let Some(format) = self.from.or_else(|| ForeignFormat::of_path(&self.file)) else {
            let file = Untrusted::from(&*self.file);
            return Err(refuse(format_args!(
                "cannot tell the format of {file} from its name: add `--from` and one of tmx, tmj, ldtk, angband, crawl, sokoban or ascii"
            )));
        };
        let limits = Limits::default();
        let source = opened(&self.file, &limits)?;
        let legend = self.legend.as_deref().map(|path| opened(path, &limits));
        let legend = legend.transpose()?;
        let folder = self.folder();
        let import = Import {
            source: &source,
            format,
            legend: legend.as_ref(),
            beside: &|path: &Path| beside(folder.as_deref(), &self.include, path, &limits),
            choice: &LevelChoice {
                name: self.name.clone(),
                numbers: self.level,
            },
            title: &self.title(),
        };
        let imported = import.run(&limits).map_err(|error| match error {
            ImportError::Faults(faults) => {
                faults.iter().for_each(print_error);
                Exit::Usage
            }
            ImportError::Text(report) => {
                print_report(&report);
                refuse("nothing was written: fix these lines of the legend")
            }
        })?;
        let told = imported.losses.iter().chain(&imported.unused);
        told.for_each(print_error);
        let written = write_or_print(self.output.as_deref(), &imported.text);
        let is_whole = if imported.losses.is_empty() {
            Exit::Clean
        } else {
            Exit::Unknown
        };
        if written != Exit::Clean || !imported.has_errors() {
            return Ok(written.or_worse(is_whole));
        }
        let summary = Summary::count(&imported.findings);
        let first = imported
            .findings
            .iter()
            .find(|found| found.severity == dungeon_format::Severity::Error);
        let first = first
            .map(|found| found.message.to_string())
            .unwrap_or_default();
        print_error(format_args!("the result has {summary}: {first}"));
        Ok(Exit::Errors)
    }

    /// Returns the folder of the imported file; `None` for standard input.
    fn folder(&self) -> Option<PathBuf> {
        let parent = self.file.parent().filter(|_| self.file != Path::new("-"))?;
        Some(if parent.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            parent.to_owned()
        })
    }

    /// Returns a title for the dungeon, derived from the file name.
    fn title(&self) -> String {
        let stem = self
            .file
            .file_stem()
            .and_then(OsStr::to_str)
            .unwrap_or_default();
        let words = stem.replace(['-', '_'], " ");
        let mut letters = words.trim().chars();
        match letters.next() {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => "Imported".to_owned(),
        }
    }
}

fn opened(path: &Path, limits: &Limits) -> Result<Source, Exit> {
    let source = if path == Path::new("-") {
        Source::read("<stdin>", io::stdin().lock(), limits)
    } else {
        Source::open(path, limits)
    };
    source.map_err(|error| refuse(unreadable_text(path, &error)))
}

/// Reads a file that the imported file refers to. Its path, with links resolved, must be inside `folder` or inside one
/// of the folders `included`.
///
/// # Errors
/// Returns an error for a path outside these folders, or if the file cannot be read.
fn beside(
    folder: Option<&Path>,
    included: &[PathBuf],
    path: &Path,
    limits: &Limits,
) -> io::Result<Vec<u8>> {
    let folder =
        folder.ok_or_else(|| io::Error::other("standard input has no folder to look in"))?;
    let outside = |folder: &Path| {
        let folder = Untrusted::from(folder);
        let why = format!("is outside the folder; allow it with `--include {folder}`");
        io::Error::other(why)
    };
    let home = plain_path(&folder.join(path.parent().unwrap_or(Path::new(""))));
    let roots = std::iter::once(folder).chain(included.iter().map(PathBuf::as_path));
    let roots = roots
        .map(fs::canonicalize)
        .collect::<io::Result<Vec<_>>>()?;
    let is_outside = path.is_absolute() || path.starts_with("..");
    if is_outside && included.is_empty() {
        return Err(outside(&home));
    }
    let file = fs::canonicalize(folder.join(path))?;
    if !roots.iter().any(|root| file.starts_with(root)) {
        return Err(outside(file.parent().unwrap_or(&home)));
    }
    let mut bytes = Vec::new();
    let most = (limits.file as u64).saturating_add(1);
    open_at_once(&file)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
