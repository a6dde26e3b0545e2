//! `dungeon keys`: the keys of the games, as a file to change them with.
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

/// Print the keys of the games, as a file to change them with
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon keys                         the keys of all games
  dungeon keys tactics                 those of one game
  dungeon keys mine.dng                those of the game that a file is
  dungeon keys > keys.toml             a file to change
  dungeon keys --keymap keys.toml      what a file comes to

Exit codes: 0 all is well, 1 the dungeon has errors, 2 wrong usage or a file
that cannot be read.")]
pub struct KeysCommand {
    #[arg(value_name = "GAME|FILE", help = game_or_file())]
    game: Option<PathBuf>,
    #[command(flatten)]
    include: IncludeOption,
    #[command(flatten)]
    keymap: KeymapOption,
}

/// The help of the argument: "A game: explore, siege, arena or tactics; or a dungeon's file".
fn game_or_file() -> String {
    let (last, others) = games::WORDS.split_last().expect("there are games");
    format!(
        "A game: {} or {last}; or a dungeon's file",
        others.join(", ")
    )
}

impl KeysCommand {
    /// Prints the keys. A closed pipe ends the command quietly.
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

/// Returns the word of the game that the argument names, by itself or as a dungeon's file.
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
        refuse(format_args!("{why}; expected a game ({known}) or a file"))
    })?;
    shipped::dungeon(source).map(|dungeon| dungeon.settings.game.word)
}
