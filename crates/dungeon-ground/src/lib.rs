//! Where bodies can go: the passage of tiles, the ends of ways, and the pockets of a level.
//!
//! Tiles of a dungeon enter, with questions about cells. Plain data leaves: the passage of a tile, the cells where a
//! hero may arrive, the nodes of a level. Rules, lints, knowledge, journeys, bots and proofs ask here instead of
//! looking at a `Feature`.
//!
//! Begin with `passage` (how bodies pass a tile, and how it carries a hero off), `step` (where steps lead) and `arrival`
//! (where ways end). Then `ground_tile` (the tiles for a hero without hindrance), `future` (what a tile can turn
//! into) and `pockets` (the graph of a level that lints and proofs search).
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod arrival;
pub mod step;

pub mod passage;
pub mod pockets;

pub mod future;
pub mod ground_tile;
