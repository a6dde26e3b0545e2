//! Grammar: English that knows no game.
//!
//! Numbers, points and nouns come in; parts of sentences go out.
//!
//! To be read in any order: `bearing` (where a cell is, seen from another), `nouns` (articles, plurals, numbers),
//! `lists` (several phrases as one).

pub mod bearing;
pub mod nouns;

pub mod lists;
