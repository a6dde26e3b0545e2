//! What a dungeon is: plain data, and the geometry of maps. Nothing here reads a file or takes a turn.
//!
//! Numbers and tables enter, from `dungeon-format`, which alone makes a [`Dungeon`](dungeon::Dungeon); answers about
//! cells leave. Begin with `space::geometry` and `space::grid` (points, directions, a value per cell), then
//! `space::distances` and `space::sight` (ways and lines), then `dungeon`, whose `mod.rs` gives an order of reading.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod space;

pub mod dungeon;
