//! Knowledge: what the player knows of a game, which may be less than what is true.
//!
//! The world and its events come in; what has been seen, remembered and shown so far goes out. The rules of a game
//! never read it.
//!
//! To be read in this order: `fog` (the cells in sight and the cells remembered), `known_map` (where a traveller can
//! walk by that memory), `animation` (a second world that follows the events, one shown event at a time).

pub mod animation;
pub mod fog;

pub mod known_map;
