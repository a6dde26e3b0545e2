//! The meaning of files: each test reads a small file and checks the dungeon or the findings.
mod arena;
mod classic;
mod ghosts;
mod goals;
mod properties;
mod siege;
mod slime;
mod tactics;
mod units;
