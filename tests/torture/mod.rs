//! Torture: hostile files, inputs and disks, at random, for any duration. No ordeal may make the library panic or hang,
//! and each checks further invariants.
//!
//! The suite runs each ordeal on a few cases, in `tests/play/robustness.rs`; `cargo run --release --example torture --
//! 10` tries new ones for ten minutes, and prints how to repeat failures.
#![allow(dead_code)] // the suite and the example each use their part

#[cfg(feature = "program")]
pub mod clocks;
pub mod costs;
#[path = "../support/dice.rs"]
mod dice;
#[cfg(feature = "program")]
pub mod disks;
#[cfg(feature = "program")]
pub mod editors;
pub mod files;
#[cfg(all(feature = "program", unix))]
pub mod imports;
pub mod keys;
#[cfg(feature = "program")]
pub mod limits;
pub mod lines;
pub mod mutation;
#[cfg(feature = "program")]
pub mod process;
#[cfg(feature = "program")]
pub mod program;
pub mod recordings;
#[cfg(feature = "program")]
pub mod storms;
#[cfg(feature = "program")]
pub mod streams;
pub mod tests;

use dungeon_format::source::{Limits, Source};
use dungeon_model::dungeon::Dungeon;
use dungeon_play::session::session::Session;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestRunner};
use std::fmt::Debug;
use std::sync::{Arc, LazyLock};

/// A property that is tried on random cases.
#[derive(Clone, Copy)]
pub struct Ordeal {
    /// The unique name of the ordeal, one word.
    pub name: &'static str,
    /// The duration of a case, relative to that of other ordeals.
    pub cost: u32,
    /// Tries as many cases as the settings say; on failure returns the smallest failing form of the case.
    pub run: fn(Config) -> Result<(), String>,
}

/// The list of all ordeals.
pub const ORDEALS: &[Ordeal] = &[
    files::BYTES,
    files::CHARACTERS,
    files::SIEGES_ORDEAL,
    files::FIXTURES,
    tests::SCENARIOS,
    costs::COSTS,
    #[cfg(all(feature = "program", unix))]
    imports::IMPORTS,
    keys::SCRIPTS,
    lines::NARRATION,
    recordings::RECORDINGS,
    recordings::KEY_SCRIPTS,
    recordings::KEYS_FILES,
    #[cfg(feature = "program")]
    program::FORMATS,
    #[cfg(feature = "program")]
    program::KILLS,
    #[cfg(feature = "program")]
    program::PAIRS,
    #[cfg(feature = "program")]
    storms::STORMS,
    #[cfg(feature = "program")]
    streams::STREAMS,
    #[cfg(feature = "program")]
    disks::DISKS,
    #[cfg(feature = "program")]
    editors::EDITORS,
    #[cfg(feature = "program")]
    clocks::CLOCKS,
    #[cfg(feature = "program")]
    limits::LIMITS,
];

/// Tries a property on random values of a strategy.
fn try_on<S: Strategy>(config: Config, strategy: &S, holds: impl Fn(S::Value)) -> Result<(), String>
where
    S::Value: Debug,
{
    let tried = TestRunner::new(config).run(strategy, |value| {
        holds(value);
        Ok(())
    });
    tried.map_err(|failure| failure.to_string())
}

/// The shipped dungeons and the scenes that can be played.
static PLAYABLE: LazyLock<Vec<(Source, Arc<Dungeon>)>> = LazyLock::new(|| {
    let folders = ["dungeons", "fixtures/scenes"];
    let paths = folders.into_iter().flat_map(crate::corpus::paths);
    let sources = paths.filter_map(|path| {
        let bytes = std::fs::read(&path).expect("a file that can be read");
        let source = Source::from_bytes(path.display().to_string(), bytes);
        let (dungeon, _) = dungeon_lint::read(&source, &Limits::default());
        dungeon.map(|dungeon| (source, Arc::new(dungeon)))
    });
    sources.collect()
});

/// Returns the source and a new session of one of the playable dungeons, chosen by a number of any size.
fn playable(which: usize, seed: u64, size: (i32, i32)) -> (&'static Source, Session) {
    let (source, dungeon) = &PLAYABLE[which % PLAYABLE.len()];
    let session = Session::new(Arc::clone(dungeon));
    (source, session.with_seed(seed).with_size(size.0, size.1))
}
