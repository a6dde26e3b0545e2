//! `--tempo MS`: real time in any dungeon, whatever its file says of it.
use super::amounts::parse_tempo;
use crate::cli::output::errors::ErrorText;
use dungeon_model::dungeon::Dungeon;

/// The option of every command that begins a game.
#[derive(Clone, Copy, clap::Args)]
pub struct TempoOption {
    /// Play in real time: the monsters run whenever no key came for so many milliseconds; 0 makes those of any dungeon wait
    #[arg(id = "tempo", long, value_name = "MS", value_parser = parse_tempo)]
    pub milliseconds: Option<u32>,
}

impl TempoOption {
    /// Returns the dungeon at this tempo, and as its file says without one.
    ///
    /// # Errors
    /// Says in a line that no time runs in the dungeon's game.
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
