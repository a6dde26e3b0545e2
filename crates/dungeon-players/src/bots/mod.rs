//! The shipped players, from one without a plan to one that thinks ahead. Each sees what a person would see.
//!
//! A view of a game and its legal actions come in; an action goes out. To be read in this order: `ways`
//! and `errands` (where to go), `paddock` (siege's fences), `notes` (what is remembered), a file for each of explore,
//! siege, arena and tactics (how that game is played), `styles` (the list of these files), and the players: `random`,
//! `greedy`, `careful`, `planner`.
pub mod paddock;

pub mod ways;

pub mod errands;

pub mod notes;

mod explore;

mod arena;
mod siege;
mod tactics;

mod styles;

pub mod careful;
pub mod greedy;
pub mod planner;
pub mod random;
