//! The turns, rules and monsters of all bundled games. This crate knows no screen, clock or file.
//!
//! A `Dungeon` enters with a seed and actions; events and a `World` leave. A `Ruleset` checks and resolves each
//! `Action`, of the player or of a `Monster`, on a `Stage`. The stage emits `Event`s, and only events change the
//! `World`. `Game` plays whole turns. The engine imports no particular rule set or monster; `rulesets` and `monsters`
//! stand above it.
//!
//! **Games are data first.** In siege, cows are items, fences are tiles that name the next stronger and weaker tile,
//! and hordlings are kinds. `Kind::life` says which number wounds take from, so `combat` also robs purses.
//! `rulesets/siege.rs` holds only seasons, the verdict and the order of the hordlings. In arena, the file scatters
//! walls and enemies, and an enemy attacks with `attack=ram`. A rule set may `demand` something of a scattered level;
//! then the world scatters again, on a copy, and only the accepted try becomes events. In tactics the player names a
//! cell, and `RulesetFace::pointing` says what that means. Range, fire, odds and routes are computed from the current
//! world and never stored. An act may be a walk: the engine asks the mind before each step, up to `steps_of_an_act`.
//!
//! **Terrain.** A boulder is one tile for each floor it may lie on, so the cell remembers its floor
//! (`Dungeon::pushed`). Floor that acts hurts at the end of a round and slows by a mark on the body. Hunters with
//! `hunt=path` share one flood per passage (`scent`), which lives until prey or footing changes. It is the only part of
//! a turn that may cost time for the ground it crosses. Only the level of the commanded body acts; others wait
//! unchanged.
//!
//! **Chance.** A `Draw` depends on the seed and a `DrawKey`, so one more monster never shifts another's rolls.
//! `level_draw` decides what marks leave open, before the first turn. `vaults` draws places before anything is dug.
//! Cells of a vault are never dug, and corridors join its doors to the rest.
//!
//! **Causes** listen to the events of each act and emit their own; the world only knows which have happened. An idle
//! round (`TimePassed::Round`) lets the monsters act without the game's upkeep.
//!
//! **Threat** is the most a monster can take next turn, computed from the rules' answers. It never plays a clone, which
//! would reveal the seed's future.
//!
//! Read `action`, `ending`, `event`, `body` and `chance` first; then `world` with `ground`, `pack` and `apply`; then
//! `stage`, `ruleset_face`, `ruleset`, `monster` with `monster_view` and `scent`. `level_gen` with `caves`, `rooms` and `vaults` makes
//! terrain, and `scatter` places things. Last comes `game`, with `legal_actions`, `threat` and `concealed` (a game as a
//! player with partial knowledge sees it).
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
