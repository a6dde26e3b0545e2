//! Screen: a session's whole picture, with the cursors that lie over its board.
//!
//! An observed game and its texts come in; a `Scene` for the view to draw goes out. The rules are asked what a cursor
//! would mean, and never obeyed here.
//!
//! To be read in this order: `target_cursor` (what the player points at), `target_preview` (range, fire and forecast of
//! the commanded unit), `travel_cursor` (where a traveller chooses to go), `game_screen` (everything together).

pub mod target_cursor;
pub mod travel_cursor;

pub mod target_preview;

pub mod game_screen;
