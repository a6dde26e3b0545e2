//! Screen: everything that a session shows, including the cursors on its board.
//!
//! An observed game and its texts come in; a `Scene` for the view to draw goes out. A cursor asks the rules what an
//! action would do; no file of this folder steps the game.
//!
//! Reading order: `target_cursor` (the cell that the player points at), `travel_cursor` (the destination that a
//! traveler chooses), `target_preview` (range, fire and forecast of the commanded unit), `game_screen` (the whole
//! screen).

pub mod target_cursor;
pub mod travel_cursor;

pub mod target_preview;

pub mod game_screen;
