//! Terms: the names of things, in the words of the game and as the player has seen them.
//!
//! The input is a world and the ids of its bodies, items and tiles. The output is nouns and short phrases.
//!
//! Reading order: `game_terms` (the words of a game), `perception` (the cells in view), `names` (nouns) with `acting`
//! (effects of terrain), `states` (timed states) with `state_gifts`, `life` (health and lives), `people` and `boards` (the units and enemies left), `goals` (the
//! ways to win and lose), `ability` (the abilities of bodies), `danger` (the danger of a monster).

pub mod acting;
pub mod game_terms;
pub mod perception;
pub mod state_gifts;

pub mod ability;
pub mod boards;
pub mod goals;
pub mod names;

pub mod states;

pub mod life;
pub mod people;

pub mod danger;
