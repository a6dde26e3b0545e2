//! Screen: everything that a session shows, with the cursors that lie over its board.
//!
//! An observed game and its texts come in; a `Scene` for the view to draw goes out. A cursor asks the rules what an
//! action would do; no file of this folder steps the game.
//!
//! To be read in this order: `target_cursor` (the cell that the player points at), `travel_cursor` (the cell that a
//! traveller chooses to go to), `target_preview` (range, fire and forecast of the commanded unit), `game_screen` (the
//! whole screen).

pub mod target_cursor;
pub mod travel_cursor;

pub mod target_preview;

pub mod game_screen;
