//! Points and grids, and what can be asked of them through closures. Knows no dungeon.
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
