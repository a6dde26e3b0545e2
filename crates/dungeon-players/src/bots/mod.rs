//! The bundled players, from a bot without a plan to a bot that plans ahead. Each bot sees only what a person would
//! see.
//!
//! Input: a view of a game and its legal actions. Output: an action. Reading order: `ways` (the monsters next to the
//! hero), `errands` (where to go), `paddock` (siege's fences), `notes` (memory), one file each for explore, siege,
//! arena and tactics (how to play that game), `styles` (a table of the functions in these files, and the greedy and the
//! careful player), and the players `random`, `planner` and `hit_and_run` (which only
//! the prover uses).
pub mod paddock;

pub mod ways;

pub mod errands;

pub mod notes;

mod explore;

mod arena;
mod siege;
mod tactics;

pub mod styles;

pub mod hit_and_run;
pub mod planner;
pub mod random;
