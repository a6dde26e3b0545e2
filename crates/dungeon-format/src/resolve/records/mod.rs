//! Records: one line of a file each, as a typed value that no level has placed yet.
//!
//! A record's fields come in; a kind, a tile, a feature, a trap, a body's numbers, a route or a game's parameters go
//! out.
//!
//! To be read in this order: `stats` (the numbers of bodies and items), `kept_things` (what is used or worn later),
//! `bodies_and_items`, `classes`, `named_glyphs` (things as the values of keys), `kinds` with `kind_parts`,
//! `kind_links` and `kind_bases`, `units`, `tiles` with `boulders` and `acting`, `features` with `traps`, `route`, `rules` (the parameters
//! of a game), `lamps`, `goals` (what wins and what loses) with `goal_targets` (whether it is there), and `test_records` (what must be
//! so of the games).

pub mod acting;
pub mod kind_parts;
pub mod lamps;
pub mod route;
pub mod rules;
pub mod stats;
pub mod test_records;
pub mod traps;
pub mod units;

pub mod classes;
pub mod kept_things;
pub mod respelled_numbers;

pub mod named_glyphs;

pub mod boulders;

pub mod features;
pub mod goal_targets;
pub mod goals;
pub mod kind_links;

pub mod bodies_and_items;

pub mod kind_bases;

pub mod kinds;
pub mod tiles;
