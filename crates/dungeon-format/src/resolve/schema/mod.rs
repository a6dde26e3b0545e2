//! Schema: the data that all steps of resolving share, and the values that a record can have. Differences between games
//! come from the file's `GameProfile` (`dungeon/games`).
//!
//! Takes a record's syntax and returns typed values, and diagnostics for wrong types and for keys of other games.
//! Nothing here knows a level.
//!
//! Reading order: `source_map` (the places of the dungeon's parts in the text), `unknowns` (the things that broken
//! records may have placed), `tables` (the dungeon's tables while they grow), `goal_records` (the lines `goal` and
//! `lose`), `boulder_records` (boulders in tile records), `variants` (kinds and items that were made from other kinds
//! and items), `context` (the source, the limits, the tables and the findings, shared by all steps), `fields` (the
//! values of one record) with `ranges` and `wrong_keys`, `glyphs` (the meanings of characters).

pub mod boulder_records;
pub mod goal_records;
pub mod source_map;
pub mod tables;
pub mod unknowns;
pub mod variants;

pub mod context;

pub mod fields;

pub mod glyphs;
pub mod ranges;
mod tune_marks;
mod wrong_keys;
