//! How every game takes a turn: actions, bodies, events, the world, monsters' minds and the trait of rule sets. The
//! engine knows no particular rule set or monster, and no screen, clock or file.
//!
//! An `Action` of the player or of a `Monster` is checked and resolved by a `Ruleset` on a `Stage`. The stage emits
//! `Event`s, and only events change the `World`.
//!
//! To be read in this order: `action`, `ending`, `event` and `body` (what an actor asks for, how a game ends, what comes of it, and who the
//! actor is), `chance` (every draw), `world` with `ground` and `pack` (the state of play, one level of it, and what a hero keeps), `world_cells`,
//! `world_hash` and `what_may_come` (what is at a cell, what tells two states apart, and which kinds and tiles a game
//! may still see), `apply` (how events change it), `stage` and
//! `ruleset` (where and by what rules actions are resolved), `monster` with `monster_view` and `scent` (minds, what
//! they may know, and how they find their way), `level_gen` with `caves`, `rooms` and `vaults` (terrain that the seed makes),
//! `scatter` with `eligible_cells` (things that the seed puts down), `statistics` (counts for a game's end), and `game`
//! (all of it, a turn at a time), with `legal_actions` (what may be done next), `threat` (what a monster can do next) and `concealed` (a game as it is to who
//! does not know all of it).
pub mod action;

pub mod ending;

pub mod body;
pub mod chance;
pub mod event;
pub mod pack;
pub mod statistics;

pub mod ground;

mod caves;
mod rooms;
pub mod vaults;

mod level_draw;

mod level_gen;

pub mod world;

mod what_may_come;
mod world_causes;
mod world_cells;
mod world_goals;
mod world_hash;

mod starting_numbers;

mod apply;
mod eligible_cells;
mod scent;

pub mod monster_view;

pub mod monster;
pub mod stage;

pub mod ruleset;

pub mod scatter;

pub mod game;

pub mod concealed;
mod legal_actions;
pub mod threat;
