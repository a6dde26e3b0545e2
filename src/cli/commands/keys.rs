//! `dungeon keys`: prints the key bindings of the games as an editable file.
use std::path::{Path, PathBuf};

use crate::cli::game::shipped;
use crate::cli::options::include::IncludeOption;
use crate::cli::options::keymap::KeymapOption;
use crate::cli::output::errors::{refuse, unreadable_text};
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print;
use dungeon_format::source::Limits;
use dungeon_model::dungeon::games;
use dungeon_play::input::keys_listing;

/// Print the key bindings of the games, as a file to edit
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon keys                         the keys of all games
  dungeon keys tactics                 the keys of one game
  dungeon keys mine.dng                the keys of this file's game
  dungeon keys > keys.toml             a file to edit
  dungeon keys --keymap keys.toml      the result of a keymap

Exit codes: 0 success, 1 the dungeon has errors, 2 usage error, or a file that
cannot be read.")]
pub struct KeysCommand {
    #[arg(value_name = "GAME|FILE", help = game_or_file())]
    game: Option<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    #[command(flatten)]
    keymap: KeymapOption,
}

/// Returns the help of the argument: "A game (explore, siege, arena or tactics), or a dungeon file".
fn game_or_file() -> String {
    let (last, others) = games::WORDS.split_last().expect("there are games");
    format!(
        "A game ({} or {last}), or a dungeon file",
        others.join(", ")
    )
}

impl KeysCommand {
    /// Prints the key bindings. A closed pipe is not an error.
    pub fn run(self) -> Exit {
        match self.text() {
            Ok(text) => print(&text),
            Err(exit) => exit,
        }
    }

    fn text(&self) -> Result<String, Exit> {
        let keys = self.keymap.read()?;
        Ok(match &self.game {
            None => keys_listing::all_games_text(&keys),
            Some(named) => keys_listing::one_game_text(&keys, game(named, &self.include)?),
        })
    }
}

/// Returns the keyword of the game that the argument names: a game itself, or a dungeon file of that game.
///
/// # Errors
/// Reports the reason, and returns the exit code.
fn game(named: &Path, include: &IncludeOption) -> Result<&'static str, Exit> {
    if let Some(game) = games::WORDS
        .into_iter()
        .find(|game| named == Path::new(game))
    {
        return Ok(game);
    }
    let source = shipped::open(named, include, &Limits::default());
    let source = source.map_err(|error| {
        let (why, known) = (unreadable_text(named, &error), games::WORDS.join(", "));
        refuse(format_args!(
            "{why}; expected a game ({known}) or a dungeon file"
        ))
    })?;
    shipped::dungeon(source).map(|dungeon| dungeon.settings.game.word)
}
