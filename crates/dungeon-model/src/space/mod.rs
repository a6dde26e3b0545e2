//! Points and grids, and searches over them. Closures answer questions about terrain, so nothing here knows a dungeon.
//!
//! Reading order: `narrow` (counts in 32 bits), `geometry` (points, directions, sizes, regions), `orientation`
//! (mirrored and rotated drawings), `grid` (a rectangle of cells), `shared_grid` (a grid whose clones share its cells),
//! `cell_set` (a set of cells, as bits), the searches, `sight` (one line of sight), `field` (a field of view) with
//! `near_light` (its first rows), `disjoint_sets` (union-find), `rock` (caves and the tunnels between them).
//!
//! The searches:
//!
//! - the fewest steps, for many cells and repeated queries: `distances`, a bit-parallel flood that continues where it
//!   stopped;
//! - one way with step costs of 10 and 14: `route`, which heads for its goal (A*);
//! - which cells are connected: on a whole map `cell_set`, within one move `reach`, and through which walls
//!   `path::cheapest`;
//! - the cells of a few rings, without memory for a map: `rings`;
//! - the nearest cell as the crow flies, regardless of obstacles: `nearest`.
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
