//! Points and grids, and searches over them: terrain is asked for through closures, so nothing here knows a dungeon.
//!
//! To be read in this order: `geometry` (points, directions, sizes, regions), `grid` (a rectangle of cells), `shared_grid` (one whose
//! clones share its cells), `rings`
//! and `distances` (how many steps away a cell is), `nearest` (the nearest cell of a map or a list), `path` (floods,
//! and the thinnest wall), `reach` (the cells of one move), `route` (A*), `sight` and `field` (one line of sight, and
//! all that is seen from a cell), `disjoint_sets` (what hangs together), `rock` (caves and the tunnels between them).
pub mod disjoint_sets;
pub mod geometry;

pub mod grid;

pub mod distances;

pub mod field;
pub mod nearest;
pub mod path;
pub mod reach;
pub mod rock;
pub mod route;
pub mod shared_grid;
pub mod sight;

pub mod rings;

pub use geometry::{Direction, Point, Region, Size};
pub use grid::Grid;
