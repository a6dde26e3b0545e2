//! `dungeon explain`.
use super::exit::Exit;

/// Explain a diagnostic code.
#[derive(clap::Args)]
pub struct Explain {}

impl Explain {
    /// Runs it.
    pub fn run(self) -> Exit {
        Exit::Usage
    }
}
