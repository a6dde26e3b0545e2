//! Records: the single lines of a file, read into typed values before any level places them.
//!
//! Each module turns a record's fields into a value: a kind, a tile, a feature, a trap, the stats of a body, a route or
//! the parameters of a game.
//!
//! Read the modules in this order: `stats` (the stats of bodies and items), `inventory` (items that the hero keeps),
//! `bodies_and_items`, `families` (items that look alike), `classes`, `named_glyphs` (glyphs as the values of keys),
//! `kinds` with `kind_parts`, `kind_links` and `kind_bases`, `units`, `tiles` with `boulders` and `acting`, `features`
//! with `traps`, `route`, `rules` (the parameters of a game), `lamps`, `goals` with `goal_targets` (whether the file
//! contains the things that each goal needs), `test_records` (tests inside a file), and `respelled_numbers` (keys in
//! place of numbers).

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
pub mod inventory;
pub mod respelled_numbers;

pub mod named_glyphs;

pub mod boulders;

pub mod features;
pub mod goal_targets;
pub mod goals;
pub mod kind_links;

pub mod bodies_and_items;

pub mod families;

pub mod kind_bases;

pub mod kinds;
pub mod tiles;
