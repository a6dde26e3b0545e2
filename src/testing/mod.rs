//! The tests of a dungeon, which are the `test` records of its file.

pub mod frame_text;
pub mod tested_file;
pub mod whole_game;

pub mod watched_game;

pub mod trial;
