//! Knowledge: the player's view of a game, which may be incomplete or outdated.
//!
//! The input is the world. The output, for people and bots, is the part that was seen and is remembered. The rules of a
//! game never read it.
//!
//! Reading order: `sparse_cells` (sets of cells), `field_memory` (fields of view computed before), `visible_cells`
//! (cells in sight), `known_level` (cells remembered), `fog` (both for a whole game), `seen_world` (the world as it
//! looks to the player, step by step), `player_notes` (signs read and monsters noticed while walking), `known_map`
//! (where a traveler can walk, from memory), `known_ways` (the nearest cell worth visiting, and the way there),
//! `awaited_items` (the items that some cause waits for).

mod sparse_cells;

mod field_memory;
mod known_level;

mod visible_cells;

pub mod fog;

pub mod seen_world;

pub mod player_notes;

pub mod known_map;

pub mod known_ways;

pub mod awaited_items;
