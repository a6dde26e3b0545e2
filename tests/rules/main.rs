//! Rule by rule: pictures, keys, and what happened. `index` holds that each rule of docs/RULES.md has a test named for it.
mod arena;
mod arena_enemies;
mod arena_hero;
mod arena_run;
mod explore;
mod index;
mod kinds_attack;
mod kinds_hunt;
mod kinds_life;
mod kinds_path;
mod kinds_prey;
mod kinds_roam;
mod kinds_sense;
mod levels;
mod shared;
mod siege;
mod siege_hero;
mod siege_hordlings;
mod tactics_elsewhere;
mod tactics_endings;
mod tactics_flight;
mod tactics_ghosts;
mod tactics_moves;
mod tactics_ranges;
mod tactics_shots;
mod tactics_slime;
mod tempo;
mod terrain;
mod traps;

#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;
