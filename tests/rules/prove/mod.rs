//! What is said of a game before it is played, against a judge who has tried everything.
mod budgets;
mod flips;
mod levels;
mod oracle;
mod puzzles;
mod state_hashes;
mod tiny_levels;

use std::sync::Arc;

use dungeon::dungeon::Dungeon;
use dungeon::format;
use dungeon::format::source::{Limits, Source};

/// How many games are asked for, or else so many.
fn games(usual: u64) -> u64 {
    let asked = std::env::var("PROVE_GAMES").ok();
    asked.and_then(|games| games.parse().ok()).unwrap_or(usual)
}

/// The dungeon of a text; none where it is refused.
fn read(text: &str) -> Option<Arc<Dungeon>> {
    let source = Source::from_text("tiny.dng", text);
    format::read(&source, &Limits::default()).0.map(Arc::new)
}
