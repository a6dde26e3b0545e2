//! Travel: the next step, for keys that ask for more than one.
//!
//! A known map and a destination come in; the next step goes out, or the reason why there is none. Travel never changes
//! a world: each step is an ordinary action.
//!
//! Reading order: `left_to_player` (what an explorer does not take), `auto_explore` (what is worth visiting), `rest`
//! and `run`, `journey` (every kind of destination, step by step), `animation` (a second world that replays the events
//! one by one), `observed_game` (a game with what its player sees of it, which takes the steps).

pub mod animation;
pub mod left_to_player;
pub mod rest;
pub mod run;

pub mod auto_explore;

pub mod journey;

pub mod observed_game;
