//! Measures and sets how hard a dungeon is: the influence of each number and thing on the share of games that a bot
//! wins.
//!
//! The input is a dungeon's text, and a function that plays its games. A change is an edit of the text, which the
//! ordinary reader reads again, so that a changed dungeon holds everything that `check` demands. The same seeds are
//! played with and without a change, so that luck is the same on both sides.
//!
//! Read the files in this order: `dungeon_text` (a text that is edited and read again), `varying_number` (a number in
//! the text, with its place and its limits), `number_search` (all numbers of a text), `compare` (two versions of a
//! dungeon), `removal` (the edits after which a thing is gone), `sensitivity`, `dial` (a number with a direction),
//! `tune_goal`, `tune_trials` (the games of a search), `tune`, `tune_words`.
pub mod dungeon_text;

pub mod compare;
pub mod removal;
pub mod varying_number;

mod number_search;

mod dial;
pub mod sensitivity;

pub mod tune_goal;

pub mod tune_trials;

pub mod tune;

pub mod tune_words;
