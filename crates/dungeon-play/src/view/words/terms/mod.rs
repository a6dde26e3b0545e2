//! Terms: what the things of a game are called, by the game and by what has been seen of them.
//!
//! A world and the ids of its bodies, items and tiles come in; nouns and short phrases go out.
//!
//! To be read in this order: `game_terms` (the words that a game brings), `perception` (how much was seen), `names`
//! (nouns) with `acting` (what terrain does), `life`, `people` and `boards` (what is left of somebody), `goals` (what wins and loses), `ability` (what a body can do), `danger` (what a
//! monster can do next).

pub mod acting;
pub mod game_terms;
pub mod perception;

pub mod ability;
pub mod boards;
pub mod goals;
pub mod names;

pub mod life;
pub mod people;

pub mod danger;
