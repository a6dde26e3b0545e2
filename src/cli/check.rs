//! `dungeon check`.
use super::exit::Exit;

/// Report every problem of dungeon files.
#[derive(clap::Args)]
pub struct Check {}

impl Check {
    /// Runs it.
    pub fn run(self) -> Exit {
        Exit::Usage
    }
}
