//! Events: the events of a step as sentences.
//!
//! The input is the events of a step. The output is sentences, in order and without repetition.
//!
//! Reading order: `sentences` (one event, one sentence), `obstacle`, `period`, `explosion`, `pending_action` and
//! `action_result` (sentences for several events), `repeated_action` and `turn_report` (repeated actions, summed up),
//! `damage_tracker` (the life left after damage), `ending` (the last sentence of a game), `turn_narrator` (from an
//! event to its sentence), `account` (a whole step).

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
