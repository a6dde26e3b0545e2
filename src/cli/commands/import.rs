//! `dungeon import`: converts files of other programs to dungeons.
mod side_folders;

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use self::side_folders::SideFolders;
use crate::cli::options::amounts::AmountError;
use crate::cli::output::errors::{
    print_error, print_report, refuse, system_message, unreadable_text,
};
use crate::cli::output::exit::Exit;
use crate::cli::save::new_file::write_or_print;
use crate::interchange::import::{ForeignFormat, Import, ImportError, Imported, LevelChoice};
use dungeon_format::report::Summary;
use dungeon_format::{Diagnostic, Limits, Severity, Source, Untrusted};

/// Convert another program's file to a dungeon
///
/// Reads maps from Tiled and LDtk, vaults from Angband and Crawl, levels from NetHack, MiniHack and PuzzleScript, Sokoban
/// puzzles, and plain grids. A legend says which tile or character becomes which glyph. Tiles that the legend lacks are listed and
/// become floor. Parts that a dungeon cannot express become comments in the result. See docs/IMPORT.md for details.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon import cellar.tmx --legend cellar.legend -o cellar.dng
  dungeon import vault.txt --name Cross             one vault of many
  dungeon import puzzles.xsb --level 1..20 > twenty.dng
  dungeon import vault.txt --split vaults           one file for each vault
  dungeon import --from ascii map.txt | dungeon check -

Exit codes: 0 success, 1 the result has errors, which `dungeon check` lists, 2
usage error, or a file that cannot be read or written, 3 a part of the file was
dropped or changed, 4 a level was left out because it cannot be read; standard
error lists the parts and the levels.")]
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
    /// Also read tilesets, templates and levels from this folder; can be repeated
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
    /// Write each level to a file of its own, named after the level, in this folder, which is made if it is missing
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    split: Option<PathBuf>,
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
                "cannot tell the format of {file} from its name: add `--from` and one of tmx, tmj, ldtk, angband, crawl, nethack, sokoban, puzzlescript or ascii"
            )));
        };
        let limits = Limits::default();
        let source = opened(&self.file, &limits)?;
        let format = match self.from {
            Some(format) => format,
            None => format.of_content(&source),
        };
        let legend = self.legend.as_deref().map(|path| opened(path, &limits));
        let legend = legend.transpose()?;
        let reads_projects = matches!(format, ForeignFormat::Tmx | ForeignFormat::Tmj);
        let folders = SideFolders::new(&self.file, &self.include, reads_projects)?;
        let import = Import {
            source: &source,
            format,
            legend: legend.as_ref(),
            beside: &|path: &Path| folders.read(path, &limits),
            choice: &LevelChoice {
                name: self.name.clone(),
                numbers: self.level,
            },
            title: &self.title(),
        };
        let imported = match &self.split {
            None => import.run(&limits).map(|imported| vec![imported]),
            Some(_) => import.run_split(&limits),
        };
        let imported = imported.map_err(|error| match error {
            ImportError::Faults(faults) => {
                faults.iter().for_each(print_error);
                folders.advice().iter().for_each(print_error);
                Exit::Usage
            }
            ImportError::Text(report) => {
                print_report(&report);
                refuse("nothing was written: fix these lines of the legend")
            }
        })?;
        for part in &imported {
            part.losses.iter().chain(&part.unused).for_each(print_error);
        }
        folders.advice().iter().for_each(print_error);
        let written = self.write(&imported);
        if written == Exit::Clean {
            tell_errors(&imported);
        }
        Ok(imported.iter().map(exit_of).fold(written, Exit::or_worse))
    }

    /// Writes the dungeon where the options say, or one file for each dungeon.
    fn write(&self, imported: &[Imported]) -> Exit {
        let Some(folder) = &self.split else {
            return write_or_print(self.output.as_deref(), &imported[0].text);
        };
        if let Err(error) = fs::create_dir_all(folder) {
            let (folder, why) = (Untrusted::from(&**folder), system_message(&error));
            return refuse(format_args!("cannot make the folder {folder}: {why}"));
        }
        let names = file_stems(&self.title(), imported);
        let written = names.iter().zip(imported).map(|(name, part)| {
            let path = folder.join(format!("{name}.dng"));
            write_or_print(Some(&path), &part.text)
        });
        written.fold(Exit::Clean, Exit::or_worse)
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

/// Returns the exit code for a dungeon that was written.
fn exit_of(imported: &Imported) -> Exit {
    if imported.left_out > 0 {
        Exit::LeftOut
    } else if imported.has_errors() {
        Exit::Errors
    } else if imported.losses.is_empty() {
        Exit::Clean
    } else {
        Exit::Unknown
    }
}

/// Prints how many errors the results have, with the first of them.
fn tell_errors(imported: &[Imported]) {
    let with_errors = || imported.iter().filter(|part| part.has_errors());
    let Some(part) = with_errors().next() else {
        return;
    };
    let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
    let first = part.findings.iter().find(is_error);
    let first = first.map(|found| found.message.to_string());
    let first = first.unwrap_or_default();
    match (imported.len(), with_errors().count()) {
        (1, _) => {
            let summary = Summary::count(&part.findings);
            print_error(format_args!("the result has {summary}: {first}"));
        }
        (all, n) => print_error(format_args!(
            "{n} of {all} files have errors, first: {first}"
        )),
    }
}

/// Returns a file name without its extension for each dungeon: the name of its level in lower case, or the title with
/// a number. All names differ.
fn file_stems(title: &str, imported: &[Imported]) -> Vec<String> {
    let digits = imported.len().to_string().len();
    let mut times: HashMap<String, usize> = HashMap::new();
    let mut stem = |nth: usize, level: &str| {
        let mut name = match slug(level) {
            name if name.is_empty() => format!("{}-{nth:0digits$}", slug(title)),
            name => name,
        };
        loop {
            let times = times.entry(name.clone()).or_insert(0);
            *times += 1;
            match *times {
                1 => return name,
                n => name = format!("{name}-{n}"),
            }
        }
    };
    let parts = imported.iter().enumerate();
    parts
        .map(|(nth, part)| stem(nth + 1, &part.level))
        .collect()
}

/// Returns the letters and digits of a name, up to 60 of them in lower case, with `-` for everything between them.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let short: String = words.join("-").chars().take(60).collect();
    short.trim_matches('-').to_lowercase()
}

fn opened(path: &Path, limits: &Limits) -> Result<Source, Exit> {
    let source = if path == Path::new("-") {
        Source::read("<stdin>", io::stdin().lock(), limits)
    } else {
        Source::open(path, limits)
    };
    source.map_err(|error| refuse(unreadable_text(path, &error)))
}
