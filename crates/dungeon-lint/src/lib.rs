//! Turns a text into a playable dungeon, with a diagnostic for every error and for everything that the author probably
//! did not intend.
//!
//! Input: a `Source`, or the calls of a [`DungeonBuilder`](builder::DungeonBuilder). Output: a `Dungeon` and
//! diagnostics. `load` takes a text through `parse`, `resolve` and `lint`.
//!
//! **No false alarms.** If chance or a fight decides whether the hero reaches a cell, the cell counts as reached. A key
//! counts as held as soon as the hero can reach the key. The hero's reach (all cells that count as reached) is found
//! once for a whole dungeon, by a search over pockets (connected areas of floor) with locks, one-way cells and causes.
//!
//! **Chance.** Marks and classes leave parts of a level to chance. An outcome is one way in which chance may decide all
//! of them. `lint/outcomes.rs` stores an outcome as its differences from a base outcome, `lint/worst_outcomes.rs`
//! chooses the outcomes that are worst for the hero, and `lint/outcome_signs.rs` computes the sign of an outcome:
//! numbers that are equal for outcomes that no lint can tell apart. Outcomes with equal signs are judged once. Vaults
//! (drawn set pieces) are judged as levels of a dungeon of their own.
//!
//! **Cost.** A `LookMeter` counts the work of lints in looks (at a word, a cell or a thing). Findings made after the
//! budget of looks is spent are dropped.
//!
//! Reading order: `load`, `lint/mod.rs` (which lists the lints in their own order), `builder`.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod lint;

pub mod load;

pub mod builder;

pub use load::{LoadError, load, load_source, load_text, read};
