//! Machine players: programs that play games, and that say whether a game can be won before anybody plays it.
//!
//! For who trains or measures machine players, begin with an [`Environment`]: choose from its actions, and read its
//! numbers. For who wants to know whether a dungeon can be won, [`prove`] is all there is to call: it gives a
//! [`Proof`], whose [`Verdict`] is never guessed. Who wants more drives a [`Game`](crate::Game).
//!
//! Dungeons enter, with a seed; observations, lists of actions and verdicts leave. Nothing here knows a screen, a key
//! or a clock. To be read in this order: `environment` (games for programs that learn), `verdict` (what can be said of a
//! game), `search` (how lines of play are found), `domains` (what is known of each game), `prove` (disproofs and
//! searches in their order), `proof_report` (a proof as findings at their places in the text).
mod environment;
mod search;
mod verdict;

mod domains;

mod prove;

mod proof_report;

pub use environment::{Environment, Transition};
pub use proof_report::proof_findings;
pub use prove::{prove, prove_layout};
pub use search::budget::Budget;
pub use verdict::{DeadEnd, Disproof, Mend, Proof, Reason, Verdict};
