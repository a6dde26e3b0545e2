//! `dungeon export`: a dungeon for other programs.
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

/// Write a dungeon for another program
///
/// A map of Tiled holds the whole file: `dungeon import` makes the same dungeon
/// of it again, with what was drawn in Tiled. JSON and pictures show the levels
/// as a game begins.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon export crypt.dng --format tmx -o crypt.tmx     to draw on in Tiled
  dungeon export crypt.dng --format json | jq '.levels[].bodies'
  dungeon export crypt.dng --format svg --level 2 > crypt-2.svg
  dungeon export arena.dng --format txt --seed 7         what the seed makes

Exit codes: 0 all is well, 1 the dungeon has errors, 2 wrong usage or a file
that cannot be read or written.")]
pub struct Export {
    // Examples name dungeons that come with the program, such as that of arena.
    /// The dungeon's file, or the name of one that comes with the program; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    include: IncludeOption,
    /// What is written
    #[arg(long, value_enum)]
    format: ExportFormat,
    /// Only the level with this number, from 1, or of this name
    #[arg(long, value_name = "N|NAME")]
    level: Option<String>,
    /// The seed of the game that begins; maps of Tiled hold no game [default: the file's seed, or 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The file to write, which must not be there yet; else standard output
    ///
    /// A map of Tiled has a sheet of its tiles beside it, `crypt.glyphs.svg` for `crypt.tmx`.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What a dungeon is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormat {
    /// A map of Tiled.
    Tmx,
    /// Levels with what stands on them, for programs.
    Json,
    /// A picture of one level.
    Svg,
    /// The rows of the map, as drawn; with --seed as a game begins.
    Txt,
}

impl Export {
    /// Reads the dungeon and writes it.
    ///
    /// # Errors
    /// Returns the exit code after the reason was reported.
    pub fn run(self) -> Result<Exit, Exit> {
        if self.format == ExportFormat::Tmx && self.seed.is_some() {
            return Err(refuse(
                "expected no --seed with --format tmx: such a map holds the file, not a game",
            ));
        }
        let source = shipped::source(&self.file, &self.include)?;
        // What a file includes is part of what others read.
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
            // A map in XML can name no file whose name is no text.
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
                "cannot write {sheet}: a file is there already, and is not written over"
            ));
        }
        let written = write_new(path, &tmx(text, dungeon, name));
        match written.and_then(|()| write_new(&sheet, &sheet_svg(text))) {
            Ok(()) => Exit::Clean,
            Err(why) => refuse(why),
        }
    }

    /// Writes the rows as they are drawn, those of several levels with an empty line between.
    fn write_drawn(&self, text: &CutText, level: Option<usize>) -> Exit {
        let levels = text.parts.iter().filter(|part| !part.is_vault).enumerate();
        let wanted = levels.filter(|(nth, _)| level.is_none_or(|level| level == *nth));
        let mut texts = Vec::new();
        for (nth, part) in wanted {
            if part.rows.is_empty() {
                let nth = nth + 1;
                return refuse(format_args!(
                    "level {nth} is not drawn: `--seed N` writes what a seed makes of it"
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
                        "the picture is of level 1 of {count}: `--level` chooses"
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

/// The place of a level in its file, by its number or its name.
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
        format!("expected a level from 1 to {all}, or its name, found {said}{help}")
    })
}
