//! From a text to a dungeon that can be played, with everything that is wrong with it or was probably not meant.
//!
//! A `Source` enters, or the calls of a [`DungeonBuilder`](builder::DungeonBuilder); a `Dungeon` and diagnostics leave.
//! Begin with `load`, which leads a text through the grammar, the meaning and the lints; `lint` has a `mod.rs` that gives
//! an order of reading; `builder` gives the same stages statements of a program.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod lint;

pub mod load;

pub mod builder;

pub use load::{LoadError, load, load_source, read};
