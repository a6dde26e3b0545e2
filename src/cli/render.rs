//! `dungeon render`.
use super::exit::Exit;

/// Play keys without a terminal and print what is seen.
#[derive(clap::Args)]
pub struct Render {}

impl Render {
    /// Runs it.
    pub fn run(self) -> Exit {
        Exit::Usage
    }
}
