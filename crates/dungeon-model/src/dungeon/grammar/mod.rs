//! Grammar: English that depends on no game.
//!
//! Input: numbers, points and nouns. Output: parts of sentences.
//!
//! Reading order: any. `bearing` (the direction from one cell to another), `nouns` (articles, plurals, numbers),
//! `lists` (several phrases as one).

pub mod bearing;
pub mod nouns;

pub mod lists;
