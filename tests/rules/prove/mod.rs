//! Proofs about games before they are played, compared with a judge that tries everything.
mod author_faults;
mod budgets;
mod caused_ways;
mod closed_landings;
mod duels;
mod fair;
mod flips;
mod hostile;
mod kept_things;
mod layouts;
mod levels;
mod lines;
mod losses;
mod lost_choices;
mod mends;
mod oracle;
mod puzzles;
mod soft_locks;
mod solutions;
mod state_hashes;
mod store_rooms;
mod tiny_levels;

use crate::cases;
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::Dungeon;
use std::sync::Arc;

/// Returns the number of games to try: `PROVE_GAMES`, or a share of the usual number. `PROVE_FIRST` starts with another
/// level: `PROVE_GAMES=5000 cargo test --release --test rules prove`.
fn games(usual: u64) -> u64 {
    asked("PROVE_GAMES").unwrap_or_else(|| cases::share(usual))
}

/// Returns the numbers of the levels to try, given the usual count.
fn levels_tried(usual: u64) -> std::ops::Range<u64> {
    let first = asked("PROVE_FIRST").unwrap_or(0);
    first..first + games(usual)
}

fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Returns the dungeon of a text; `None` if the text is refused.
fn read(text: &str) -> Option<Arc<Dungeon>> {
    let source = Source::from_text("tiny.dng", text);
    dungeon_lint::read(&source, &Limits::default())
        .0
        .map(Arc::new)
}
