//! Points, grids, and searches on grids. Callers describe terrain by closures, so these modules do not depend on
//! dungeons.
//!
//! Reading order: `narrow` (conversions to 32 bits), `geometry` (points, directions, sizes, regions), `orientation`
//! (mirrored and rotated drawings), `grid` (a rectangle of cells), `shared_grid` (a grid whose clones share its cells),
//! `cell_set` (a set of cells, as bits), the searches in the list below, `sight` (one line of sight), `field` (a field
//! of view) with `near_light` (its first rows), `disjoint_sets` (union-find), `rock` (hollow cells, and tunnels that
//! join them).
//!
//! The searches:
//!
//! - the fewest steps, for many cells and repeated queries: `distances`, a bit-parallel flood that continues where it
//!   stopped;
//! - one path with step costs of 10 and 14: `route` (A*);
//! - the connected cells: `cell_set` on a whole map, `reach` within the range of one move;
//! - the walls to open on the way to an unreachable cell: `path::cheapest`;
//! - the cells at a few distances, without memory for a whole map: `rings`;
//! - the nearest cell without regard to obstacles: `nearest`.
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
