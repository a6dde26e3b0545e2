//! Level: turns the characters and records of one level into cells, items and bodies.
//!
//! Takes a level's map and records and returns a draft of the level, even from a broken file, so that `lint` can check
//! it.
//!
//! Reading order: `legend` (the meanings of the level's characters), `draft` (the unfinished level), `layer` (its items
//! or its bodies), `drawing` (from characters to cells), `placement` and `rim` (the cells that things can be on),
//! `level_records` and `scatter` (things from records), `causes` (cause and effect; `cause_reader`, `cause_events` and
//! `cause_effects` read the keys), `requirements` (the hero and the things to collect that a game needs),
//! `modern_level` (all steps in order), `vault` (pieces of levels).

pub mod layer;
pub mod pieces;
pub mod placement;
pub mod requirements;
pub mod rim;

pub mod mark_draws;

mod choices;
pub mod joined_alternatives;
mod joint_marks;
pub mod level_draws;

pub mod draft;
pub mod legend;

pub mod drawing;
pub mod level_records;

pub mod cause_reader;

pub mod cause_effects;
pub mod cause_events;

pub mod causes;

pub mod scatter;

pub mod modern_level;

pub mod vault;
