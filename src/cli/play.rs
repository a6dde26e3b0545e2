//! `dungeon play`.
use super::exit::Exit;

/// Play a dungeon in this terminal.
#[derive(clap::Args)]
pub struct Play {}

impl Play {
    /// Runs it.
    pub fn run(self) -> Exit {
        Exit::Usage
    }
}
