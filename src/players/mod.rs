//! Machine players: programs that play games, and that say whether a game can be won before anybody plays it.
//!
//! For who trains or measures machine players, begin with an [`Environment`]: choose from its actions, and read its
//! numbers. For who wants to know how hard a dungeon is, a [`Player`] sees a [`PlayerView`], which is what a person
//! sees, [`play_many`] plays many games of a dungeon with it, and a [`Tally`] adds them up; [`play`] plays one, which is a
//! [`SeenGame`]. [`Random`], [`Greedy`], [`Careful`] and [`Planner`] are players. For who wants to know whether a dungeon can be won, [`prove`] is all there is to call:
//! it gives a [`Proof`], whose [`Verdict`] is never guessed. Who wants more drives a [`Game`](crate::Game).
//!
//! Dungeons enter, with a seed; observations, lists of actions, records and verdicts leave. Nothing here knows a screen,
//! a key or a clock. To be read in this order: `environment` (games for programs that learn), `player_view`, `seen_game`
//! and `player` (what a player sees, and the trait), `bots` (the shipped players), `record` and `tally` (what comes of
//! games), `heat_map` (where players were and fell), `verdict` (what can be said of a game), `search` (how lines of play are found), `domains` (what is known of
//! each game), `prove` (disproofs and searches in their order), `proof_report` (a proof as findings at their places in
//! the text).
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
#[cfg(not(feature = "internals"))]
pub(crate) mod heat_map;
#[cfg(feature = "internals")]
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
