//! Where bodies can go: how tiles let bodies pass, where stairs and traps lead, and which areas of a level are
//! connected.
//!
//! Input: tiles and cells. Output: plain data about them. Rules, lints, the player's knowledge, journeys, bots and the
//! prover all use this crate, and do not interpret a `Feature` themselves. A change in this crate therefore reaches all
//! of them.
//!
//! Reading order: `passage` (how a tile treats bodies, what it may become, and where it carries a hero), `step` (where
//! steps lead; a `Tread` is the effect of a tile on a step), `arrival` (the cells where a hero may arrive by stairs,
//! pit or teleport), `ground_tile` (tiles for a hero whom no monster hinders), `future` (the tiles that a tile can turn
//! into), `pushes` (how far boulders can be pushed), `vault_places` (where vaults fit into a generated level) and `pockets`
//! (a level as a graph of areas, locked doors and one-way cells; lints and proofs search this graph).
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod arrival;
pub mod step;

pub mod passage;
pub mod pockets;

pub mod future;
pub mod ground_tile;
pub mod pushes;
pub mod vault_places;
