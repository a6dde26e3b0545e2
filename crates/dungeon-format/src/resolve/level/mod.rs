//! Level: one level of a file, from characters and records to cells and what stands on them.
//!
//! A level's map and records come in; a drafted level goes out, even from a broken file, so that `lint` can speak of
//! it.
//!
//! To be read in this order: `legend` (what the characters of this level stand for), `draft` (the level while it is made),
//! `layer` (its items or its bodies), `drawing` (from characters to cells), `placement` and `rim` (what may stand where),
//! `level_records` and `scatter` (what records add), `causes` (what comes of what; `cause_reader`, `cause_events` and
//! `cause_effects` read its keys), `requirements` (what must be in a file), `modern_level` (all of it in order), `vault` (a
//! piece of levels).

pub mod layer;
pub mod pieces;
pub mod placement;
pub mod requirements;
pub mod rim;

pub mod mark_draws;

pub mod joined_alternatives;
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
