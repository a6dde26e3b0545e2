//! Travel: the next step of a journey, for keys that stand for many steps.
//!
//! The input is a known map and a destination. The output is the next step, or the reason that there is none. Travel
//! never changes a world: each step is an ordinary action.
//!
//! Reading order: `left_to_player` (the items that an explorer does not take), `auto_explore` (the cells worth
//! visiting), `rest` and `run`, `journey` (every kind of destination, step by step), `animation` (a second world that
//! replays the events one by one), `observed_game` (a game with its player's knowledge, which takes the steps),
//! `snapshots` (the starting points for going back), `history` (the commands that can be taken back).

pub mod animation;
pub mod left_to_player;
pub mod rest;
pub mod run;
pub mod snapshots;

pub mod auto_explore;

pub mod journey;

pub mod observed_game;

pub mod history;
