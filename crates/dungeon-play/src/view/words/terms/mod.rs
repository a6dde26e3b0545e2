//! Terms: the names of things, as the game says and the player has seen.
//!
//! A world and the ids of its bodies, items and tiles come in; nouns and short phrases go out.
//!
//! Reading order: `game_terms` (the words of a game), `perception` (what was seen), `names` (nouns) with `acting`
//! (effects of terrain), `life`, `people` and `boards` (how many are left), `goals` (what wins and loses), `ability`
//! (what a body can do), `danger` (what a monster can do next).

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
