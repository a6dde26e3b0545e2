//! Dungeons as plain data, and the geometry of maps. This crate reads no file and takes no turn.
//!
//! Input: numbers and tables, only from `dungeon-format`, which makes and seals every [`Dungeon`](dungeon::Dungeon).
//! Output: answers about cells. `dungeon` has the tables of a file and the `GameProfile` of each game. `space` has
//! points, grids, lines, fields of view and searches, and knows no game. A `SharedGrid` shares its cells with its
//! clones and stores only changes.
//!
//! All numbers are integers and saturate, so no file can overflow them. `space::narrow` converts counts and lengths.
//!
//! Begin with `space::geometry` and `space::grid`, then `space::distances` and `space::sight`, then `dungeon`, whose
//! `mod.rs` gives an order of reading.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod space;

pub mod dungeon;
