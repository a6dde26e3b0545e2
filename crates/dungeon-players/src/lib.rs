//! Bots, and the prover: programs that play a dungeon, and that say whether it can be won before anybody plays it.
//!
//! A dungeon enters, with a seed; observations, lists of actions, records and verdicts leave. Nothing here knows a screen,
//! a key or a clock. The facade shows what is public here as `dungeon::players`.
//!
//! To be read in this order: `environment` (games for programs that learn), `player_view`, `seen_game` and `player` (what a
//! player sees, and the trait), `bots` (the bundled players), `record` and `tally` (what comes of games), `heat_map` (where
//! players were and fell), `verdict` (what can be said of a game), `search` (how lines of play are found), `domains` (what is
//! known of each game), `prove` (disproofs and searches in their order), `proof_report` (a proof as findings at their places
//! in the text).
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
mod environment;
mod player_view;
mod search;
mod verdict;

mod player;
mod seen_game;

mod bots;
mod record;

mod tally;

// For those who print a simulation: the program and the page.
pub mod heat_map;

mod domains;

mod prove;

mod proof_report;

pub use bots::careful::Careful;
pub use bots::greedy::Greedy;
pub use bots::planner::Planner;
pub use bots::random::Random;
pub use environment::{Environment, Transition};
pub use player::Player;
pub use player_view::PlayerView;
pub use proof_report::proof_findings;
pub use prove::{prove, prove_fair, prove_layout};
pub use record::{GameRecord, LifeCurve, play};
pub use search::budget::Budget;
pub use seen_game::SeenGame;
pub use tally::{Interval, Tally, play_many};
pub use verdict::{DeadEnd, Disproof, Mend, Proof, Reason, Verdict};
