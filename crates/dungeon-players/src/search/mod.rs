//! Searches through games that might be played: from a game and what a domain knows of it to a line of play.
//!
//! To be read in this order: `budget` (what a search may spend), `domain` (what a search must know of a game: what to
//! try, and what is better than what), `kept_games` and `seen_states` (games and states that a search remembers), `tree`
//! (the lines that were tried, with all that is remembered), `best_first` and `beam` (two orders of trying them),
//! `exhaustive` (all states of a game, without a domain), `shorten` (a line that still wins without what it does not
//! need), `losing_walk` (a walk to states that cannot be won), `state_graph` (all states, and which of them can no
//! longer be won).
pub mod budget;
pub mod domain;

mod kept_games;
mod seen_states;

mod tree;

pub mod beam;
pub mod best_first;
pub mod exhaustive;
pub mod shorten;

pub mod losing_walk;
pub mod state_graph;
