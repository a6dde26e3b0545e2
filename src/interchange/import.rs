//! The import of a file of another program: the file is read and drawn, and the resulting text is checked.
use std::path::Path;

use super::drawing::{draw, levels_for_vaults};
use super::fault::{FaultText, ImportFault};
use super::foreign::ForeignFile;
use super::legend::ImportLegend;
use super::nethack::begins_level;
use super::side_file::SideFile;
use super::tiled_map::{self, exported_text};
use super::{angband, crawl, ldtk, nethack, plain_grid, puzzlescript, sokoban, tiled_reader};
use dungeon_format::canonical::format_text;
use dungeon_format::characters::quoted;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::report::Report;
use dungeon_format::source::{Limits, Source};
use dungeon_format::untrusted::Untrusted;
use dungeon_lint::read;

/// The format of a file to import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ForeignFormat {
    /// A Tiled map in XML.
    Tmx,
    /// A Tiled map in JSON.
    Tmj,
    /// An LDtk project.
    Ldtk,
    /// Angband's `vault.txt`, version 3 or 4.
    Angband,
    /// A `.des` file with Crawl maps.
    Crawl,
    /// A `.des` file with levels of NetHack 3.6 or MiniHack.
    Nethack,
    /// Sokoban or Boxoban puzzles.
    Sokoban,
    /// A PuzzleScript game: its levels, not its rules.
    #[value(name = "puzzlescript")]
    PuzzleScript,
    /// A plain grid of characters.
    Ascii,
}

/// The maximum number of dungeons of an import that is split by level.
const MOST_FILES: usize = 10_000;

/// File name extensions, each with its format.
const ENDINGS: &[(&str, ForeignFormat)] = &[
    ("tmx", ForeignFormat::Tmx),
    ("tmj", ForeignFormat::Tmj),
    ("ldtk", ForeignFormat::Ldtk),
    ("des", ForeignFormat::Crawl),
    ("xsb", ForeignFormat::Sokoban),
    ("sok", ForeignFormat::Sokoban),
    ("slc", ForeignFormat::Sokoban),
    ("ps", ForeignFormat::PuzzleScript),
];

impl ForeignFormat {
    /// Returns the format that a file's name implies; `None` if the name implies no format. `vault.txt` is Angband's
    /// file; other text files may have any format.
    pub fn of_path(path: &Path) -> Option<ForeignFormat> {
        if path.file_name().is_some_and(|name| name == "vault.txt") {
            return Some(ForeignFormat::Angband);
        }
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let known = ENDINGS.iter().find(|(known, _)| *known == ending);
        known.map(|(_, format)| *format)
    }

    /// Returns the format of a file whose name implies this format: both Crawl and NetHack write `.des` files.
    #[must_use]
    pub fn of_content(self, source: &Source) -> ForeignFormat {
        match self {
            ForeignFormat::Crawl if source.text.lines().any(begins_level) => ForeignFormat::Nethack,
            format => format,
        }
    }
}

/// The levels of a file to import.
#[derive(Clone, Debug, Default)]
pub struct LevelChoice {
    /// Only the level with this name.
    pub name: Option<String>,
    /// The first and the last level to import, from 1.
    pub numbers: Option<(usize, usize)>,
}

/// The result of an import.
#[derive(Debug)]
pub struct Imported {
    /// The dungeon's text in canonical form.
    pub text: String,
    /// The name of the first imported level; empty if it has none.
    pub level: String,
    /// Parts of the file that are dropped or reinterpreted, each with its place.
    pub losses: Vec<ImportFault>,
    /// The number of chosen levels that are left out because they cannot be drawn.
    pub left_out: usize,
    /// Rules of the legend that match nothing.
    pub unused: Vec<ImportFault>,
    /// Diagnostics that `dungeon check` gives for the text.
    pub findings: Vec<Diagnostic>,
}

/// The reason that an import failed.
#[derive(Debug)]
pub enum ImportError {
    /// The file, its legend or another file that it refers to has errors.
    Faults(Vec<ImportFault>),
    /// The resulting text cannot be parsed, because a line of the legend is wrong.
    Text(Box<Report>),
}

impl From<Vec<ImportFault>> for ImportError {
    fn from(faults: Vec<ImportFault>) -> ImportError {
        ImportError::Faults(faults)
    }
}

/// A file to import, with everything that the import needs.
pub struct Import<'a> {
    /// The text of the file.
    pub source: &'a Source,
    /// The format of the file.
    pub format: ForeignFormat,
    /// The legend, if any.
    pub legend: Option<&'a Source>,
    /// Reads other files that the imported file refers to.
    pub beside: &'a SideFile<'a>,
    /// The levels to import.
    pub choice: &'a LevelChoice,
    /// The title of the dungeon if the file has none.
    pub title: &'a str,
}

impl Import<'_> {
    /// Imports the chosen levels as one dungeon. A level that cannot be drawn is left out.
    ///
    /// # Errors
    /// Returns all faults of the file and its legend if no level can be drawn, or the diagnostics of a text that cannot
    /// be parsed.
    pub fn run(&self, limits: &Limits) -> Result<Imported, ImportError> {
        let mut dungeons = self.dungeons(limits, |file| {
            let vaults = file.levels.iter().filter(|level| level.vault.is_some());
            let vaults = vaults.count();
            let found = file.levels.len() - vaults + levels_for_vaults(&file);
            if vaults > limits.kinds {
                let most = limits.kinds;
                return Err(format!(
                    "expected at most {most} vaults, found {vaults}: `--split DIR` writes a file for each vault, \
                     `--level 1..{most}` imports the first ones"
                ));
            }
            if found <= limits.levels {
                return Ok(vec![(self.title.to_owned(), file)]);
            }
            let most = limits.levels;
            Err(format!(
                "expected at most {most} levels, found {found}: `--split DIR` writes a file for each level, \
                 `--level 1..{most}` imports the first ones"
            ))
        })?;
        Ok(dungeons.remove(0))
    }

    /// Imports each chosen level as a dungeon of its own, titled with the level's name or number. Rules of the legend
    /// that match nothing, and remarks about the whole file, are listed only in the first dungeon.
    ///
    /// # Errors
    /// Returns the same errors as [`Import::run`], and a fault for more than 10,000 levels.
    pub fn run_split(&self, limits: &Limits) -> Result<Vec<Imported>, ImportError> {
        self.dungeons(limits, |file| {
            if file.levels.len() > MOST_FILES {
                let found = file.levels.len();
                return Err(format!(
                    "expected at most {MOST_FILES} levels, found {found}: choose some with `--level 1..{MOST_FILES}`"
                ));
            }
            let parts = file.split().into_iter().enumerate();
            let titled = parts.map(|(nth, part)| {
                let title = match part.levels[0].name.as_str() {
                    "" => format!("{} {}", self.title, nth + 1),
                    name => name.to_owned(),
                };
                (title, part)
            });
            Ok(titled.collect())
        })
    }

    /// Imports the chosen levels as the titled dungeons into which `divide` divides them.
    fn dungeons(
        &self,
        limits: &Limits,
        divide: impl FnOnce(ForeignFile) -> Result<Vec<(String, ForeignFile)>, FaultText>,
    ) -> Result<Vec<Imported>, ImportError> {
        let legend = match self.legend {
            Some(legend) => ImportLegend::read(legend)?,
            None => ImportLegend::default(),
        };
        let mut dungeons = Vec::new();
        let mut left_out = 0;
        match self.read(&legend, limits)? {
            ReadFile::Dungeon(text) => dungeons.push(self.checked(text, Vec::new(), limits)?),
            ReadFile::Foreign(file) => {
                let mut file = self.chosen(file)?;
                left_out = file.leave_out_faulty(&self.source.name)?;
                let parts = divide(file);
                let parts =
                    parts.map_err(|why| vec![ImportFault::of_file(&self.source.name, why)])?;
                for (title, part) in &parts {
                    let drawn = draw(&self.source.name, title, part, &legend);
                    self.count_declarations(&drawn.declared, limits)?;
                    let mut imported = self.checked(drawn.text, drawn.losses, limits)?;
                    imported.level = part.levels[0].name.clone();
                    dungeons.push(imported);
                }
            }
        };
        let first = &mut dungeons[0];
        first.left_out = left_out;
        if let Some(source) = self.legend {
            first.unused.extend(legend.unused().map(|(place, rule)| {
                let rule = quoted(rule);
                let why = format!("the rule {rule} matches nothing in the file");
                ImportFault::at(&source.name, place, why)
            }));
        }
        Ok(dungeons)
    }

    /// Counts the declarations of a drawn file.
    ///
    /// # Errors
    /// Returns a fault if there are more declarations than a dungeon can have.
    fn count_declarations(
        &self,
        declared: &[String],
        limits: &Limits,
    ) -> Result<(), Vec<ImportFault>> {
        for keyword in ["kind ", "item ", "tile "] {
            let found = { declared.iter() }
                .filter(|line| line.starts_with(keyword))
                .count();
            if found > limits.kinds {
                let why = format!(
                    "expected at most {} different {keyword}lines, found {found}: `--split DIR` writes a file for each \
                     level, `--level N` imports fewer",
                    limits.kinds
                );
                return Err(vec![ImportFault::of_file(&self.source.name, why)]);
            }
        }
        Ok(())
    }

    fn read(&self, legend: &ImportLegend, limits: &Limits) -> Result<ReadFile, Vec<ImportFault>> {
        let foreign = match self.format {
            ForeignFormat::Tmx | ForeignFormat::Tmj => {
                let is_xml = self.format == ForeignFormat::Tmx;
                let map = tiled_reader::read(self.source, is_xml, self.beside, limits)?;
                if let Some(text) = exported_text(&map) {
                    return Ok(ReadFile::Dungeon(text));
                }
                tiled_map::level(&self.source.name, map, limits)?
            }
            ForeignFormat::Ldtk => ldtk::read(self.source, legend, self.beside, limits)?,
            ForeignFormat::Angband => angband::read(self.source, limits)?,
            ForeignFormat::Crawl => crawl::read(self.source, limits)?,
            ForeignFormat::Nethack => nethack::read(self.source, limits)?,
            ForeignFormat::Sokoban => sokoban::read(self.source, limits)?,
            ForeignFormat::PuzzleScript => puzzlescript::read(self.source, limits)?,
            ForeignFormat::Ascii => plain_grid::read(self.source, limits)?,
        };
        Ok(ReadFile::Foreign(foreign))
    }

    /// Returns the file with only the chosen levels.
    fn chosen(&self, mut file: ForeignFile) -> Result<ForeignFile, Vec<ImportFault>> {
        let fault = |why: String| vec![ImportFault::of_file(&self.source.name, why)];
        let all = file.levels.len();
        if let Some((first, last)) = self.choice.numbers {
            if first < 1 || last > all || first > last {
                let why = format!("expected levels from 1 to {all}, found {first}..{last}");
                return Err(fault(why));
            }
            file.levels = file.levels.drain(first - 1..last).collect();
        }
        if let Some(name) = &self.choice.name {
            let names = file.levels.iter().map(|level| level.name.as_str());
            let names = names.filter(|name| !name.is_empty());
            let near = dungeon_format::spelling::nearest(name, names);
            let help = near
                .map(|near| format!("; did you mean {}?", quoted(near)))
                .unwrap_or_default();
            file.levels.retain(|level| level.name == *name);
            if file.levels.is_empty() {
                return Err(fault(format!(
                    "expected a level named {}, found none{help}",
                    quoted(name)
                )));
            }
        }
        Ok(file)
    }

    /// Formats a text, and checks it. Adds a comment to a text without a hero.
    fn checked(
        &self,
        text: String,
        losses: Vec<ImportFault>,
        limits: &Limits,
    ) -> Result<Imported, ImportError> {
        let name = Untrusted::new("<imported>");
        let canonical = |text: String| {
            let source = Source::from_text(name.clone(), text);
            format_text(&source, limits).map_err(|diagnostics| {
                ImportError::Text(Box::new(Report::new(source, diagnostics)))
            })
        };
        let mut text = canonical(text)?;
        let check = |text: &str| read(&Source::from_text(name.clone(), text), limits).1;
        let mut findings = check(&text);
        let is_missing = |found: &Diagnostic| found.code == Code::NoHero;
        if findings.iter().any(is_missing) {
            text = canonical(format!(
                "// No hero: draw an `@` where the game begins.\n{text}"
            ))?;
            findings = check(&text);
        }
        Ok(Imported {
            text,
            level: String::new(),
            losses,
            left_out: 0,
            unused: Vec::new(),
            findings,
        })
    }
}

impl Imported {
    /// Whether `dungeon check` finds errors in the text.
    pub fn has_errors(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|found| found.severity == Severity::Error)
    }
}

/// The content of an imported file.
enum ReadFile {
    /// A map that `dungeon export` wrote: the dungeon's own text.
    Dungeon(String),
    /// The content of a file of another program.
    Foreign(ForeignFile),
}
