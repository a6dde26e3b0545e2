//! `dungeon daily`: plays the game of the day, which is the same for everybody.
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use super::play::Play;
use super::resume::Resumption;
use crate::cli::game::shipped;
use crate::cli::options::include::IncludeOption;
use crate::cli::options::player::PlayerOptions;
use crate::cli::options::tempo::TempoOption;
use crate::cli::options::window::WindowChoice;
use crate::cli::output::errors::{ErrorText, refuse};
use crate::cli::output::exit::Exit;
use crate::cli::save::game_file::stem;
use crate::cli::save::kept_files::KeptFiles;
use crate::cli::save::recording_file::read;
use crate::cli::save::save_folder::{SaveFolder, latest};
use dungeon_format::source::Limits;
use dungeon_play::replay::result_screen::MenuReturn;
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
players of the same version of the program play the same game. A saved game of
the day continues. Each day has a list of results of its own in `dungeon
scores`. Your first result of a day stays on top of it, and later ones are
marked `again`.")]
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
        let day = self.day().map_err(refuse)?;
        if let Some(save) = self.saved(day) {
            let keys = self.player.keys()?;
            let resumption = Resumption {
                include: &self.include,
                files: &self.files,
                player: &self.player,
                way_out: Resumption::way_out(Some(&save)),
                menu: MenuReturn::Absent,
            };
            return resumption.go_on(save, &keys).map(|(exit, _)| exit);
        }
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

    /// Returns the day of the option, or today. The game of a day can be played from its midnight in UTC on.
    ///
    /// # Errors
    /// Returns a message for the player.
    fn day(&self) -> Result<Day, ErrorText> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let today = Day::at_seconds(now.unwrap_or_default().as_secs());
        match (self.date, today) {
            (Some(day), Some(today)) if day > today => Err(format!(
                "the game of {day} starts on that day; today is {today} in UTC"
            )),
            (Some(day), _) | (None, Some(day)) => Ok(day),
            (None, None) => Err(
                "the clock shows no date from 2000 to 2999; set one with `--date YYYY-MM-DD`"
                    .to_owned(),
            ),
        }
    }

    /// Returns the path of the latest saved game of a day in this dungeon; `None` if there is none that can be read.
    fn saved(&self, day: Day) -> Option<PathBuf> {
        let source = shipped::open_at_once(&self.file, &self.include, &Limits::default()).ok()?;
        let (text, stem) = (source.whole_text(), stem(source.name.raw()));
        let mut saves = SaveFolder::of_person().ok()?.saves().ok()?;
        saves.retain(|save| save.name.raw().starts_with(&stem));
        saves.retain(|save| {
            read(&save.path).is_ok_and(|(game, _)| {
                game.seed == day.seed() && game.text == text && game.outcome.is_none()
            })
        });
        latest(saves).map(|save| save.path)
    }
}
