//! `dungeon daily`: plays the game of the day, which is the same for everybody.
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use super::play::Play;
use crate::cli::options::include::IncludeOption;
use crate::cli::options::player::PlayerOptions;
use crate::cli::options::tempo::TempoOption;
use crate::cli::options::window::WindowChoice;
use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use crate::cli::save::kept_files::KeptFiles;
use dungeon_play::text::day::Day;

/// Play the game of the day, the same for everybody
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon daily                    play today's game of the depths
  dungeon daily crypt              play today's game of another dungeon
  dungeon daily --date 2026-11-28  play the game of an earlier day

Exit codes: 0 success, 1 the dungeon has errors, 2 usage error, or a file that
cannot be read.

The seed of the game is the date in UTC: 20261128 on 28 November 2026. All
players of the same version of the program play the same game. Each day has a
list of results of its own in `dungeon scores`. Your first result of a day stays
on top of it, and later ones are marked `again`. `dungeon resume` continues a
saved daily game.")]
pub struct Daily {
    /// Dungeon file, or the name of a bundled dungeon; `-` reads standard input
    #[arg(default_value = "depths")]
    file: PathBuf,
    /// Date of the game [default: today in UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<Day>,
    #[command(flatten)]
    include: IncludeOption,
    #[command(flatten)]
    files: KeptFiles,
    #[command(flatten)]
    player: PlayerOptions,
    /// Where to show statistics and messages; a resumed game keeps its own layout
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = WindowChoice::Auto)]
    window: WindowChoice,
}

impl Daily {
    /// Plays until the player leaves, and prints the farewell. `commands` returns the names of all commands.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self, commands: fn() -> Vec<String>) -> Result<Exit, Exit> {
        let today = || {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            Day::at_seconds(now.unwrap_or_default().as_secs())
        };
        let Some(day) = self.date.or_else(today) else {
            return Err(refuse(
                "the clock shows no date from 2000 to 2999; set one with `--date YYYY-MM-DD`",
            ));
        };
        let game = Play {
            file: Some(self.file),
            seed: Some(day.seed()),
            watch: false,
            tempo: TempoOption { milliseconds: None },
            include: self.include,
            files: self.files,
            player: self.player,
            window: self.window,
        };
        game.run(commands)
    }
}
