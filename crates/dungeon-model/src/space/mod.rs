//! Points and grids, and searches over them: terrain is asked for through closures, so nothing here knows a dungeon.
//!
//! To be read in this order: `narrow` (counts in 32 bits), `geometry` (points, directions, sizes, regions), `orientation` (how a drawing is laid), `grid` (a rectangle of cells),
//! `shared_grid` (one whose clones share its cells), `cell_set` (some of the cells of a map, as bits), the searches,
//! `sight` (one line of sight), `field` (all that is seen from a cell) with `near_light` (its first rows),
//! `disjoint_sets` (what hangs together), `rock` (caves and the tunnels between them).
//!
//! Which search is for what:
//!
//! - the fewest steps, for many cells and for many questions in turn: `distances`, a flood by bits that goes on where it
//!   has stopped;
//! - one way whose steps cost 10 and 14: `route`, which goes towards its goal (A*);
//! - whether steps lead there, over all of a map: `cell_set`; within one move: `reach`; and through which walls they
//!   would: `path::cheapest`;
//! - the cells of a few rings, without memory for a map: `rings`;
//! - the nearest cell as the crow flies, whatever stands between: `nearest`.
pub mod narrow;

pub mod disjoint_sets;
pub mod geometry;

pub mod cell_set;
pub mod grid;
pub mod orientation;

pub mod distances;
mod near_light;

pub mod field;
pub mod nearest;
pub mod path;
pub mod reach;
pub mod rock;
pub mod route;
pub mod shared_grid;
pub mod sight;

pub mod rings;
