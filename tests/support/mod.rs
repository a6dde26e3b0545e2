//! Dungeons from texts in the tests, and their games.
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use dungeon_engine::game::Game;
use dungeon_engine::{monsters, rulesets};
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::parse::parse;
use dungeon_format::report::Report;
use dungeon_format::resolve::resolve;
use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::Dungeon;

thread_local! {
    /// The dungeons read so far, by text: many tests begin the same dungeon with thousands of seeds.
    static READ: RefCell<BTreeMap<String, Arc<Dungeon>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns the dungeon of a text without errors; warnings are allowed. Panics with the report otherwise.
pub fn dungeon(text: &str) -> Arc<Dungeon> {
    let known = READ.with_borrow(|read| read.get(text).cloned());
    known.unwrap_or_else(|| {
        let dungeon = read(text);
        READ.with_borrow_mut(|read| read.insert(text.to_owned(), Arc::clone(&dungeon)));
        dungeon
    })
}

/// Reads a dungeon without the cache, for tests that compare two readings.
pub fn read(text: &str) -> Arc<Dungeon> {
    let source = Source::from_text("scenario.dng", text.trim_start_matches('\n'));
    let (dungeon, diagnostics) = dungeon_lint::read(&source, &Limits::default());
    let dungeon = dungeon.or_else(|| walled_pasture(&source, &diagnostics));
    Arc::new(dungeon.unwrap_or_else(|| {
        panic!(
            "{}",
            Report {
                source,
                diagnostics
            }
        )
    }))
}

/// Returns a siege board that is closed to newcomers, if it has no other errors: this is an error of a file, but useful
/// for tests of a single rule.
fn walled_pasture(source: &Source, diagnostics: &[Diagnostic]) -> Option<Dungeon> {
    let mut errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    if !errors.all(|error| error.code == Code::NoGate) {
        return None;
    }
    let limits = Limits::default();
    let (syntax, _) = parse(source, &limits);
    let (resolved, _) = resolve(source, &syntax, &limits);
    Some(resolved?.dungeon)
}

/// Returns a game of this text's dungeon with this seed, at its first turn.
#[allow(dead_code)] // the tests of `play` and `replay` drive sessions only
pub fn game(text: &str, seed: u64) -> Game {
    begun(dungeon(text), seed)
}

/// Returns a game of a dungeon with this seed, at its first turn.
#[allow(dead_code)] // as above
pub fn begun(dungeon: Arc<Dungeon>, seed: u64) -> Game {
    let rules = rulesets::pick(&dungeon);
    Game::new(dungeon, rules, monsters::mind_for, seed)
}
