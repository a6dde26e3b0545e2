//! Knowledge: what the player knows of a game, as opposed to what is so.
//!
//! The world and its events come in; what has been seen, remembered and shown so far goes out. Rules never ask this room.
//!
//! To be read in this order: `fog` (what is in sight and what is remembered), `known_map` (where a traveller can walk, by
//! that memory), `animation` (a second world that follows the events one shown moment at a time).

pub mod animation;
pub mod fog;

pub mod known_map;
