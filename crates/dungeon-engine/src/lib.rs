//! How every game takes a turn, and the rules and monsters of the bundled games. Nothing here knows a screen, a clock or a
//! file.
//!
//! A `Dungeon` enters with a seed and actions; events and a `World` leave. An `Action` of the player or of a `Monster` is
//! checked and resolved by a `Ruleset` on a `Stage`. The stage emits `Event`s, and only events change the `World`. The
//! engine knows no particular rule set or monster: those stand above it, in `rulesets` and `monsters`.
//!
//! Begin with `action`, `ending`, `event` and `body` (what an actor asks for, how a game ends, what happens, who the actor
//! is) and `chance` (every draw); then `world` with `ground` and `pack` (the state of play), `world_cells`, `world_hash` and
//! `what_may_come` (questions about it), and `apply` (how events change it); then `stage`, `ruleset_face` and `ruleset`
//! (where and by what rules actions are resolved, and what players see of the rules), `monster` with `monster_view` and
//! `scent` (minds, what they may know, how they find their way). `level_gen` with `caves`, `rooms` and `vaults` makes
//! terrain, `scatter` with `eligible_cells` puts things down, `statistics` counts. `game` is all of it, a turn at a time,
//! with `legal_actions` (what may be done next), `threat` (what a monster can do next) and `concealed` (a game as it is to a
//! player that does not know all of it).
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
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

pub mod ruleset_face;

pub mod ruleset;

pub mod scatter;

pub mod game;

pub mod concealed;
mod legal_actions;
pub mod threat;

pub mod monsters;
pub mod rulesets;
