//! Nothing but a dungeon: see `cellar.dng` and `tests/cellar.rs`.
