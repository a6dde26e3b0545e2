//! Travel: where to go next, for keys that mean more than one step.
//!
//! A known map and a wish come in; the next ordinary step goes out, or why there is none. Journeys never change a world:
//! each step is an action like any other.
//!
//! To be read in this order: `auto_explore` (what is worth walking to), `journey` (every kind of destination, step by
//! step), `observed_game` (a game together with what its player sees of it, which decides when a journey is interrupted).

pub mod auto_explore;

pub mod journey;

pub mod observed_game;
