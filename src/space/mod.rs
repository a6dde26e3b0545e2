//! Points and grids, and searches over them: terrain is asked for through closures, so nothing here knows a dungeon.
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
pub mod sight;

pub mod rings;

pub use geometry::{Direction, Point, Region, Size};
pub use grid::Grid;
