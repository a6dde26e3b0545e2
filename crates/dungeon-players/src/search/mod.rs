//! Searches through possible continuations of a game. Input: a game and a domain's knowledge about it. Output: a line
//! of play.
//!
//! Reading order: `budget` (the limits of a search), `domain` (a search's knowledge about a game), `kept_games` and
//! `seen_states` (games and states in memory), `tree` (the lines that were tried), `best_first` and `beam` (two orders
//! of trying them), `exhaustive` (all states of a game, without a domain), `shorten` (drops needless actions from a
//! winning line), `losing_walk` (a walk to states that cannot be won), `state_graph` (all states, and which of them can
//! no longer be won), `turn_search` (all states in the order of their turns).
pub mod budget;
pub mod domain;

mod kept_games;
pub mod seen_states;

pub mod tree;

pub mod beam;
pub mod best_first;
pub mod exhaustive;
pub mod shorten;

pub mod losing_walk;
pub mod state_graph;
pub mod turn_search;
