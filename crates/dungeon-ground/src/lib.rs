//! Where bodies can go: the passage of tiles, the ends of ways, and the pockets of a level.
//!
//! Input: tiles, and questions about cells. Output: plain data. Rules, lints, knowledge, journeys, bots and the prover
//! ask this crate and never look at a `Feature` themselves. A change here reaches all of them.
//!
//! Read `passage` (how a tile treats bodies, what it may become, and where it carries a hero), `step` (where steps
//! lead; a `Tread` is the effect of a tile on a step) and `arrival` (the cells where a hero may arrive by stairs, pit
//! or teleport). Then `ground_tile` (tiles for a hero without obstacles), `future` (what a tile can turn into) and
//! `pockets` (a level as a graph of areas, locked doors and one-way cells, which lints and proofs search).
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod arrival;
pub mod step;

pub mod passage;
pub mod pockets;

pub mod future;
pub mod ground_tile;
