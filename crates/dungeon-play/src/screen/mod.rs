//! Screen: the full contents of a session's screen, including the cursors on the board.
//!
//! The input is an observed game and its texts. The output is a `Scene` for the view to draw. Cursors ask the rules for
//! the effect of an action; no file of this folder steps the game.
//!
//! Reading order: `target_cursor` (the cell that the player points at), `travel_cursor` (the destination that a
//! traveler chooses), `throw_cursor` (the cell at which the hero throws an item), `target_preview` (move range, shots
//! and forecasts of the commanded unit), `game_screen` (the whole screen).

pub mod target_cursor;
pub mod travel_cursor;

pub mod throw_cursor;

pub mod target_preview;

pub mod game_screen;
