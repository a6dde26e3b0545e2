//! Knowledge: what the player knows of a game, which may be less than the truth.
//!
//! The world comes in; what was seen and is remembered goes out, to people and to bots. The rules of a game never read
//! it.
//!
//! Reading order: `fog` (cells in sight and cells remembered), `player_notes` (what a player noticed while walking),
//! `known_map` (where a traveler can walk, from memory), `known_ways` (the nearest cell worth visiting, and the way
//! there), `awaited_items` (the items that causes wait for).

pub mod fog;

pub mod player_notes;

pub mod known_map;

pub mod known_ways;

pub mod awaited_items;
