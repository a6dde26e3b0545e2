//! Knowledge: what the player knows of a game, which may be less than what is true.
//!
//! The world comes in; what has been seen and remembered of it goes out, to who plays by keys and to who plays by
//! program. The rules of a game never read it.
//!
//! To be read in this order: `fog` (the cells in sight and the cells remembered), `player_notes` (what a player has
//! found out while walking), `known_map` (where a traveller can walk by that memory), `known_ways` (the nearest cell that is
//! worth a walk, and the way there), `awaited_items` (what causes wait for to be taken).

pub mod fog;

pub mod player_notes;

pub mod known_map;

pub mod known_ways;

pub mod awaited_items;
