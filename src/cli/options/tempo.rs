//! `--tempo MS`: plays any dungeon in real time, overriding its file.
use super::amounts::parse_tempo;
use crate::cli::output::errors::ErrorText;
use dungeon_model::dungeon::Dungeon;

/// The `--tempo` option of commands that start a game.
#[derive(Clone, Copy, clap::Args)]
pub struct TempoOption {
    /// Play in real time: monsters act after this many milliseconds without a key; 0 turns real time off
    #[arg(id = "tempo", long, value_name = "MS", value_parser = parse_tempo)]
    pub milliseconds: Option<u32>,
}

impl TempoOption {
    /// Returns the dungeon with this tempo, or unchanged if the option is absent.
    ///
    /// # Errors
    /// Returns a message if the dungeon's game has no real time.
    pub fn applied(self, dungeon: Dungeon) -> Result<Dungeon, ErrorText> {
        let Some(milliseconds) = self.milliseconds else {
            return Ok(dungeon);
        };
        match dungeon.settings().game.timeless {
            Some(why) => Err(format!("--tempo: {why}")),
            None => Ok(dungeon.at_tempo(milliseconds)),
        }
    }
}
