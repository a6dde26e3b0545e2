//! The turns, rules and monsters of all bundled games. This crate uses no screen, clock or file.
//!
//! Input: a `Dungeon`, a seed and actions. Output: events and a `World`. A `Ruleset` checks each `Action` of the player
//! or of a `Monster`, and resolves it on a `Stage`. The stage emits `Event`s, and only events change the `World`.
//! `Game` plays whole turns. Only the modules `rulesets` and `monsters` contain particular rules and minds, and no
//! other module imports them. A rule set is based on another one (`Ruleset::base`), and all of them on
//! `rulesets/bare.rs`.
//!
//! **Most of a game is data.** In siege, cows are items, fences are tiles that name the next stronger and weaker tile,
//! and hordlings are kinds. `Kind::life` is the stat that wounds reduce, so the attacks of `combat` can also take gold.
//! `rulesets/siege.rs` contains only seasons, the verdict and the order of the hordlings. In arena, the file scatters
//! walls and enemies, and an enemy attacks with `attack=ram`. A rule set may `demand` that each scattered level has a
//! property. The level is then scattered on a copy of the world until the demand is satisfied, and only the accepted
//! attempt becomes events. In tactics the player chooses a cell, and `RulesetFace::pointing` gives the action that this
//! cell stands for. Range, fire, odds and routes are computed from the current world and never stored. One act of a
//! monster can be a walk of up to `steps_of_an_act` steps; the engine asks the mind before each step.
//!
//! **Terrain.** A boulder has a tile of its own for each floor under it, so the cell remembers its floor
//! (`Dungeon::pushed`). Harmful floor wounds bodies at the end of a round; slowing floor sets `Body::pause`.
//! Hunters with `hunt=path` share one flood per `Through` (module `scent`), which stays valid until prey moves or
//! footing changes. The flood is the only part of a turn that can take more time on a larger level. Monsters act only
//! on the level of the commanded body; other levels wait unchanged.
//!
//! **Timed states** are listed in the world for the few bodies that have any. They change who acts how often (`order`,
//! `Game::step`), what monsters sense (`View`) and what wounds take (`Stage::wound`). At the end of a round, one event
//! per state counts its turns.
//!
//! **Leaders.** The leader of a body is the nearest body of the kind that its kind follows, so no state says who leads whom
//! (`world_leaders`). A view of a follower includes the prey that its leader senses (`leaders`).
//!
//! **Chance.** A `Draw` depends only on the seed and a `DrawKey`, so an additional monster never changes another
//! monster's draws. `level_draw` decides random marks before the first turn. `vaults` places vaults before anything is
//! dug. Digging leaves the cells of a vault unchanged, and corridors connect its doors to the rest of the level.
//!
//! **Causes** react to the events of each act with more events. The world only records which causes have happened. In
//! an idle round (`TimePassed::Round`), only the monsters act, and then `after_monsters` runs.
//!
//! **Threat** is the maximum that a monster can take from a body next turn. It is computed from queries of the rules.
//! Playing a clone of the game instead would reveal future draws of the seed.
//!
//! Reading order: `kept_text`, `action`, `ending`, `event`, `body` and `chance`; then `world` with `ground`, `pack` and
//! `apply`; then `stage`, `ruleset_face`, `ruleset`, `monster` with `monster_view`, `scent` and `leaders`; then `level_gen` with
//! `caves`, `rooms` and `vaults` (terrain), and `scatter` (things); and last `game`, with `legal_actions`, `threat` and
//! `concealed` (a game as a player with partial knowledge sees it).
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
mod kept_text;

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

mod dealt_looks;

mod level_draw;

mod level_gen;

pub mod world;

mod what_may_come;
mod world_causes;
mod world_cells;
mod world_choices;
mod world_goals;
mod world_hash;
mod world_known;
mod world_leaders;
mod world_marks;
mod world_states;

mod starting_numbers;

mod apply;
mod eligible_cells;
mod scent;

pub mod monster_view;

pub mod monster;
pub mod stage;

mod leaders;

pub mod ruleset_face;

pub mod ruleset;

pub mod scatter;

pub mod game;

pub mod concealed;
mod legal_actions;
pub mod threat;

pub mod monsters;
pub mod rulesets;
