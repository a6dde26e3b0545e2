//! Tests of a dungeon: the lines `test` of its file, run.
//!
//! A test comes in with the dungeon, a seed and what the files that it names hold; what is not as it must be goes out,
//! with the screens on both sides of the key at which it went wrong. Nothing here opens a file or knows a clock.
//!
//! To be read in this order: `tested_file` (a file read with its tests, and their keys judged), `frame_text` (a screen
//! that a file keeps), `watched_game` (what is looked at after each key), `trial` (one game of a test, played and judged),
//! `whole_game` (what is asked of a game from its beginning: whether it can be won, and how often).

pub mod frame_text;
pub mod tested_file;
pub mod whole_game;

pub mod watched_game;

pub mod trial;
