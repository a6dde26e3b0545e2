//! `dungeon export`: writes a dungeon in the format of another program.
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::game::shipped;
use crate::cli::options::include::IncludeOption;
use crate::cli::output::errors::{ErrorText, print_error, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::save::new_file::{write_new, write_or_print};
use crate::interchange::begun_level::{begun, level_picture, map_rows};
use crate::interchange::map_text::CutText;
use crate::interchange::tmx_export::{sheet_svg, tmx};
use dungeon_format::characters::quoted;
use dungeon_format::spelling::nearest;
use dungeon_format::{Source, Untrusted};
use dungeon_model::dungeon::Dungeon;
use dungeon_play::session::session::Session;

/// Export a dungeon for another program
///
/// A Tiled map holds the whole file: `dungeon import` turns it back into the same dungeon, with the changes made in
/// Tiled. JSON and SVG show the levels as a game begins.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon export crypt.dng --format tmx -o crypt.tmx     to edit in Tiled
  dungeon export crypt.dng --format json | jq '.levels[].bodies'
  dungeon export crypt.dng --format svg --level 2 > crypt-2.svg
  dungeon export arena.dng --format txt --seed 7         the map of seed 7

Exit codes: 0 success, 1 the dungeon has errors, 2 usage error, or a file that
cannot be read or written.")]
pub struct Export {
    // An example above names a bundled dungeon of arena.
    /// Dungeon file, or the name of a bundled dungeon; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    include: IncludeOption,
    /// Output format
    #[arg(long, value_enum)]
    format: ExportFormat,
    /// Export only this level: a number from 1, or a name
    #[arg(long, value_name = "N|NAME")]
    level: Option<String>,
    /// Seed of the game to show; not for tmx [default: the file's seed, or 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// File to write, which must not exist [default: standard output]
    ///
    /// The tiles of a Tiled map go into a second file next to it: `crypt.glyphs.svg` for `crypt.tmx`.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormat {
    /// A map for Tiled
    Tmx,
    /// The levels and everything on them, for programs
    Json,
    /// A picture of one level
    Svg,
    /// The map rows as drawn; with --seed, as the game begins
    Txt,
}

impl Export {
    /// Reads the dungeon and writes it.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        if self.format == ExportFormat::Tmx && self.seed.is_some() {
            return Err(refuse(
                "`--seed` cannot be used with `--format tmx`: a Tiled map holds the file, not a game",
            ));
        }
        let source = shipped::source(&self.file, &self.include)?;
        // Insert the included files, because other programs do not follow includes.
        let own = Source::from_text(source.name.clone(), source.whole_text());
        let dungeon = shipped::dungeon(source)?;
        let level = self.level.as_deref();
        let level = level.map(|level| level_number(&dungeon, level));
        let level = level.transpose().map_err(refuse)?;
        let text = CutText::of(&own);
        Ok(match self.format {
            ExportFormat::Tmx => self.write_tmx(&text, &dungeon, level),
            ExportFormat::Txt if self.seed.is_none() => self.write_drawn(&text, level),
            _ => self.write_begun(dungeon, level),
        })
    }

    fn write_tmx(&self, text: &CutText, dungeon: &Dungeon, level: Option<usize>) -> Exit {
        let only = level.and_then(|level| text.only(level + 1));
        let text = only.as_ref().unwrap_or(text);
        let Some(path) = self
            .output
            .as_deref()
            .filter(|path| *path != Path::new("-"))
        else {
            // XML cannot contain a file name that is not UTF-8.
            let stem = self
                .file
                .file_stem()
                .and_then(OsStr::to_str)
                .unwrap_or("dungeon");
            return write_or_print(None, &tmx(text, dungeon, &format!("{stem}.glyphs.svg")));
        };
        let sheet = path.with_extension("glyphs.svg");
        let name = sheet
            .file_name()
            .and_then(OsStr::to_str)
            .unwrap_or("glyphs.svg");
        if sheet.exists() {
            let sheet = Untrusted::from(&*sheet);
            return refuse(format_args!(
                "cannot write {sheet}: the file already exists"
            ));
        }
        let written = write_new(path, &tmx(text, dungeon, name));
        match written.and_then(|()| write_new(&sheet, &sheet_svg(text))) {
            Ok(()) => Exit::Clean,
            Err(why) => refuse(why),
        }
    }

    /// Writes the map rows as drawn in the file, with an empty line between levels. `None` writes all levels.
    fn write_drawn(&self, text: &CutText, level: Option<usize>) -> Exit {
        let levels = text.parts.iter().filter(|part| !part.is_vault).enumerate();
        let wanted = levels.filter(|(nth, _)| level.is_none_or(|level| level == *nth));
        let mut texts = Vec::new();
        for (nth, part) in wanted {
            if part.rows.is_empty() {
                let nth = nth + 1;
                return refuse(format_args!(
                    "level {nth} has no drawn map: add `--seed N` to write the map that a seed generates"
                ));
            }
            texts.push(part.rows.join("\n") + "\n");
        }
        write_or_print(self.output.as_deref(), &texts.join("\n"))
    }

    fn write_begun(&self, dungeon: Dungeon, level: Option<usize>) -> Exit {
        let count = dungeon.levels().len();
        let dungeon = Arc::new(dungeon);
        let session = match self.seed {
            Some(seed) => Session::seeded(dungeon, seed),
            None => Session::new(dungeon),
        };
        let world = session.game().world();
        let levels: Vec<usize> = (0..count)
            .filter(|nth| level.is_none_or(|level| level == *nth))
            .collect();
        let text = match self.format {
            ExportFormat::Json => format!("{}\n", begun(&session, &levels)),
            ExportFormat::Svg => {
                if count > 1 && level.is_none() {
                    print_error(format_args!(
                        "the picture shows level 1 of {count}; choose another with `--level`"
                    ));
                }
                level_picture(world, level.unwrap_or(0)).to_svg()
            }
            _ => {
                let texts = levels
                    .iter()
                    .map(|level| map_rows(world, *level).join("\n") + "\n");
                texts.collect::<Vec<_>>().join("\n")
            }
        };
        write_or_print(self.output.as_deref(), &text)
    }
}

/// Returns the index of a level, from 0. `said` is the name of the level or its number from 1.
fn level_number(dungeon: &Dungeon, said: &str) -> Result<usize, ErrorText> {
    let levels = dungeon.levels();
    if let Some(nth) = levels.iter().position(|level| level.name == said) {
        return Ok(nth);
    }
    let number = said
        .parse::<usize>()
        .ok()
        .filter(|nth| (1..=levels.len()).contains(nth));
    let names = levels.iter().map(|level| level.name.as_str());
    let near = nearest(said, names.filter(|name| !name.is_empty()));
    let help = near
        .map(|near| format!("; did you mean {}?", quoted(near)))
        .unwrap_or_default();
    number.map(|nth| nth - 1).ok_or_else(|| {
        let (said, all) = (quoted(said), levels.len());
        format!("expected a level number from 1 to {all} or a level name, found {said}{help}")
    })
}
