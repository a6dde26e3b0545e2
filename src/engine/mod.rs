//! How any of the games takes a turn. Knows no rule set, no monster, no screen, clock or file.
//!
//! An `Action` is wanted by the player or a `Monster`, `check`ed and resolved by a `Ruleset` on a `Stage`,
//! which emits `Event`s, which are the only thing that changes the `World`.
pub mod action;

pub mod body;
pub mod chance;
pub mod event;
pub mod ground;

pub mod world;

pub mod monster;
pub mod stage;

pub mod ruleset;
pub mod scatter;

pub mod game;
