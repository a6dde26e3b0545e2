//! Events: what happened in a step, as sentences.
//!
//! The events of a step come in; what is told of them goes out, in order and without repetition.
//!
//! To be read in this order: `sentences` (one event, one sentence), `obstacle`, `season`, `blast`, `deed` and `upshot`
//! (what takes several events to tell), `tally` and `story` (what is done over and over, summed up), `toll` (what blows
//! leave of somebody), `ending` (the last sentence of a game), `teller` (which sentence an event becomes), `account` (a
//! whole step).

pub mod ending;
pub mod obstacle;
pub mod season;
pub mod sentences;
pub mod tally;

pub mod blast;
pub mod story;
pub mod toll;

pub mod deed;

pub mod upshot;

pub mod teller;

pub mod account;
