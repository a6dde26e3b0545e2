//! Passage and arrival: the one place that knows what terrain does to a body that comes to it, and where ways end.
//!
//! What enters is a tile or a dungeon, and what is known of a level's cells. What leaves is plain data: the passage of a
//! tile, the cells where a hero may arrive, and the nodes of a level. Rules, lints, knowledge, journeys, bots and proofs
//! ask here, and none of them looks at a `Feature` to learn where a body can go.
//!
//! To be read in this order: `passage` (what a tile is to bodies, and how it carries a hero off), `tile_class` (what the
//! tiles of a level are to a hero whom no one hinders), `future` (what a tile may ever become),
//! `arrival` (where a way ends), `pockets` (the nodes of a level's ground, in which lints and proofs search).
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod arrival;
pub mod passage;
pub mod pockets;

pub mod future;
pub mod tile_class;
