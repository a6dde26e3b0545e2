//! An empty library: the crate is its dungeon, `cellar.dng`, and the test of that, `tests/cellar.rs`.
