//! Bots that play a dungeon, and the prover that decides whether it can be won.
//!
//! Input: a dungeon and a seed. Output: observations, actions, records and verdicts. This crate knows no screen, key or
//! clock; the caller may end a proof by time through the `Budget`. The facade crate re-exports the public items as
//! `dungeon::players`.
//!
//! **A proof** first asks the game's `Expert` for a disproof that needs no playing. Push puzzles are solved on a model
//! of their own (`boxes`), and the solution is played in the real game. Then bots play the game once each. If
//! none wins, the prover makes several attempts to win, each with a larger budget. In between, it searches through all
//! states, and planners play the game again and again from moments of progress (`bot_game`). Budget that one search
//! leaves unused goes to the next. An attempt searches over macro-actions of a `Domain`, such as walking to a thing, and
//! rates each state by a cost. A `Meter` charges for each game step, and for each look at a cell or a body. The winning
//! line is shortened, and the caller turns it into keys and plays it again.
//!
//! **Dead ends.** In small games, a dead end is a move of the `StateGraph` from a state that can be won to one that
//! cannot. In larger games, a `LosingWalk` looks for lines of play after which the expert can disprove a win.
//!
//! **Bots** see a `PlayerView`, which shows only what a person sees, and choose from legal actions. `Planner` plans in
//! imagined games: clones of the game as the player knows it, with other random numbers.
//!
//! Read `environment` (games for programs that learn), `player_view`, `seen_game`, `player`, `bots`, `record` and
//! `tally` (results), `percent` (shares in words), `paired_tally` (the results of two versions of a dungeon),
//! `heat_map` (where players were and died), `verdict`, `search`, `boxes`, `domains`, `mended` (maps changed to make a
//! game winnable), `bot_game`, `prove`, `fair` (whether a player can win without knowing what is hidden), `shortest`
//! and `solutions` (the fewest turns and the different wins), `readable_mends` (drops changes after which the file
//! would be refused) and `proof_report` (findings at their places).
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
// The program and the module `balance` print shares with this module.
#[doc(hidden)]
pub mod percent;

mod looks;
mod player_view;
mod search;

mod environment;
mod verdict;

mod player;
mod seen_game;

mod bots;
mod record;

mod tally;

mod paired_tally;

// The program and the web page print simulations with this module.
pub mod heat_map;

mod boxes;

mod domains;

mod mended;

mod bot_game;

mod prove;
mod shortest;
mod solutions;

mod fair;

mod readable_mends;

mod proof_report;

pub use bots::planner::Planner;
pub use bots::random::Random;
pub use bots::styles::{Careful, Greedy};

pub use environment::{
    ActionSpace, Environment, Info, ObservationSpace, ObservedNumber, ObservedPlane, RewardParts,
    Transition, Vision,
};
pub use fair::prove_fair;
pub use paired_tally::{PairedCounts, PairedTally, TurnChange};
pub use player::Player;
pub use player_view::PlayerView;
// The program lists all dead ends for programs.
#[doc(hidden)]
pub use proof_report::dead_end_findings;
pub use proof_report::proof_findings;
// The program lists all changes for programs.
pub use prove::{prove, prove_game, prove_layout};
#[doc(hidden)]
pub use readable_mends::drop_refused_mends;
pub use record::{GameRecord, LevelCost, LifeCurve, play};
pub use search::budget::{Budget, ProofLimit};
pub use seen_game::SeenGame;
pub use shortest::{ShortestWin, shortest_win};
pub use solutions::{Solutions, different_wins};
pub use tally::{Interval, Tally, play_many};
pub use verdict::{CoinFlip, DeadEnd, Disproof, Mend, MendSet, Proof, Reason, Verdict};
