//! File: a whole file, from what stands before its first level to the dungeon.
//!
//! The syntax of a classic or a modern file comes in; a drafted dungeon goes out. Levels are resolved one at a time,
//! and joined once all are known, because stairs may lead to a level that stands further down.
//!
//! To be read in this order: `classic` (one level of explore), `prologue` (title, rules and declarations),
//! `level_index` and `link_stairs` (levels by name, stairs between them), `causes` (what comes of what), `locks` (locks without a key), `board_run`
//! (boards one after another), `levels` (all of them together), `default_boards` (files that draw none), `modern` (the
//! whole file).

pub mod board_run;
pub mod classic;
pub mod default_boards;
pub mod level_index;
pub mod locks;
pub mod prologue;
mod shared_glyphs;

pub mod link_stairs;

mod causes;

pub mod levels;

pub mod modern;
