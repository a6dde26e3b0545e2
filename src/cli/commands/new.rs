//! `dungeon new`: writes a commented starter file for a game: explore, siege, arena or tactics.
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;

use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use crate::cli::output::quoting::path_operand;
use crate::cli::output::stdout::print;
use crate::cli::save::new_file::write_new;
use dungeon_format::characters;
use dungeon_model::dungeon::games;

/// The placeholder in the skeletons for the name of the new file.
const FILE: &str = "mine.dng";

/// The placeholder in the skeletons for the title of the new dungeon.
const TITLE: &str = "A new dungeon";

/// Create a commented starter dungeon
///
/// The result is playable and passes `dungeon check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon new salt-stair.dng                a dungeon to explore
  dungeon new fold.dng --rules siege        a siege
  dungeon new - --rules tactics             print it instead

Exit codes: 0 success, 2 usage error, or the file already exists.")]
pub struct NewDungeon {
    /// File to create; `.dng` is added to a name without an extension; `-` writes to standard output
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Rules of the new dungeon
    #[arg(long, value_name = "GAME", default_value = games::DEFAULT.word,
        value_parser = PossibleValuesParser::new(games::WORDS))]
    rules: String,
}

impl NewDungeon {
    /// Creates the file, and suggests the next commands. A closed pipe is not an error.
    pub fn run(self) -> Exit {
        let game = games::named(&self.rules).unwrap_or(games::DEFAULT);
        if self.file.as_os_str() == "-" {
            return print(game.skeleton());
        }
        let mut path = self.file;
        if path.extension().is_none() {
            path.set_extension("dng");
        }
        match write_new(&path, &named(game.skeleton(), &path)) {
            Ok(()) => print(&written_text(&path)),
            Err(why) => refuse(why),
        }
    }
}

/// Returns a skeleton with the file's name and title filled in.
fn named(skeleton: &str, path: &Path) -> String {
    let text = skeleton.replace(FILE, &path_operand(path));
    match title(path) {
        Some(title) => text.replace(TITLE, &title),
        None => text,
    }
}

/// Returns a title derived from a file name, with its first letter capitalized. `None` if a dungeon file cannot contain
/// that title.
fn title(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?.replace(['-', '_'], " ");
    let is_bare = |c: char| c != '"' && c != '\\' && characters::fault(c).is_none();
    let mut letters = stem.trim().chars();
    let first = letters.next()?;
    let title: String = first.to_uppercase().chain(letters).collect();
    title.chars().all(is_bare).then_some(title)
}

fn written_text(path: &Path) -> String {
    let operand = path_operand(path);
    format!(
        "Play it:      dungeon {operand}\nCheck it:     dungeon check {operand}\nCheat sheet:  dungeon cheat\n"
    )
}
