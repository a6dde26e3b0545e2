//! Events: what happened in a step, as sentences.
//!
//! The events of a step come in; what is told of them goes out, in order and without repetition.
//!
//! To be read in this order: `sentences` (one event, one sentence), `obstacle`, `period`, `explosion`, `pending_action`
//! and `action_result` (what takes several events to tell), `repeated_action` and `turn_report` (what is done over and
//! over, summed up), `damage_tracker` (what blows leave of a body), `ending` (the last sentence of a game),
//! `turn_narrator` (which sentence an event becomes), `account` (a whole step).

pub mod ending;
pub mod obstacle;
pub mod period;
pub mod repeated_action;
pub mod sentences;

pub mod damage_tracker;
pub mod explosion;
pub mod turn_report;

pub mod pending_action;

pub mod action_result;

pub mod turn_narrator;

pub mod account;
