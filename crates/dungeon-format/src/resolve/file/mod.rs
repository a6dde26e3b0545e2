//! File: turns a whole file into a dungeon.
//!
//! Takes the syntax of a classic or a modern file and returns a draft of the dungeon. Resolves the levels one by one
//! and joins them at the end, because stairs may lead to levels further down in the file.
//!
//! Reading order: `classic` (one level of explore), `prologue` (title, rules and declarations), `level_index` and
//! `link_stairs` (levels by name, stairs between them), `causes` (cause and effect), `locks` (locks without a key),
//! `exit_lock` (the lock before every way out), `board_run` (runs of boards), `levels` (all levels together),
//! `default_boards` (files without levels), `modern` (the whole file).

pub mod board_run;
pub mod classic;
pub mod default_boards;
pub mod exit_lock;
pub mod level_index;
pub mod locks;
pub mod prologue;
mod shared_glyphs;

pub mod link_stairs;

mod causes;

pub mod levels;

pub mod modern;
