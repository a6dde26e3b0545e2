//! An empty library. This crate consists of a dungeon, `cellar.dng`, and its test, `tests/cellar.rs`.
