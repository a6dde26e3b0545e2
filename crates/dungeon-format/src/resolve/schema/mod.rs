//! Schema: what every step of resolving works with, and what a record may say. What differs from game to game is asked
//! of the file's `GameProfile` (`dungeon/games`).
//!
//! A record's syntax comes in; typed values, and diagnostics for what has the wrong type or belongs to another game, go
//! out. Nothing here knows a level.
//!
//! To be read in this order: `source_map` (where in the text everything of the dungeon stands), `unknowns` (what broken records may have put down), `tables` (the dungeon's
//! tables while they grow), `goal_records` (what the lines `goal` and `lose` say), `boulder_records` (what tiles say of boulders), `variants` (which
//! kinds and items are others with numbers of their own), `context` (the
//! source, the limits, the tables and the findings, handed to every step), `fields` (the values of one record) with `ranges`, `glyphs` (what a character stands for).

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
