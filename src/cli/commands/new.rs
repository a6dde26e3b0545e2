//! `dungeon new`: a commented file to begin with, of each game: explore, siege, arena, tactics.
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;

use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use crate::cli::output::quoting::path_operand;
use crate::cli::output::stdout::print;
use crate::cli::save::new_file::write_new;
use dungeon_format::characters;
use dungeon_model::dungeon::games;

/// The name of the file and the title that the skeletons have.
const FILE: &str = "mine.dng";

/// See `FILE`.
const TITLE: &str = "A new dungeon";

/// Write a commented dungeon to begin with
///
/// It can be played at once, and `dungeon check` finds nothing wrong with it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon new salt-stair.dng                a dungeon to explore
  dungeon new fold.dng --rules siege        another game
  dungeon new - --rules tactics             on standard output

Exit codes: 0 all is well, 2 wrong usage or a file that is there already.")]
pub struct NewDungeon {
    /// The file to write, `.dng` where its name says nothing else; `-` is standard output.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game that is played in it.
    #[arg(long, value_name = "GAME", default_value = games::DEFAULT.word,
        value_parser = PossibleValuesParser::new(games::WORDS))]
    rules: String,
}

impl NewDungeon {
    /// Writes the file where none is yet, and says how it is played. A closed pipe ends the command quietly.
    pub fn run(self) -> Exit {
        let game = games::named(&self.rules).unwrap_or(games::DEFAULT);
        if self.file.as_os_str() == "-" {
            return print(game.skeleton);
        }
        let mut path = self.file;
        if path.extension().is_none() {
            path.set_extension("dng");
        }
        match write_new(&path, &named(game.skeleton, &path)) {
            Ok(()) => print(&written_text(&path)),
            Err(why) => refuse(why),
        }
    }
}

/// Returns a skeleton that is called as its file is.
fn named(skeleton: &str, path: &Path) -> String {
    let text = skeleton.replace(FILE, &path_operand(path));
    match title(path) {
        Some(title) => text.replace(TITLE, &title),
        None => text,
    }
}

/// Returns a title made of a file's name: the words of it, the first one with a capital. `None` where a text of a file
/// cannot hold the name.
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
        "Play it:   dungeon {operand}\nCheck it:  dungeon check {operand}\nAll words: dungeon cheat\n"
    )
}
