//! Options: the arguments that several commands share, each with the environment variables that decide its default.
//!
//! Arguments come in; plain values for the terminal and the session go out.
//!
//! To be read in this order: `glyphs`, `no_color`, `colours`, `display` (all three together), `screen` (a game on this
//! terminal), `keymap` (a player's own keys), `player` (on the screen, or in lines of text), `include`
//! (where a dungeon's other files may be), `tempo` (real time), `amounts` (steps, times, bytes and seeds), `window` (where
//! numbers and messages stand).

pub mod amounts;
pub mod glyphs;
pub mod include;
pub mod keymap;
pub mod no_color;
pub mod window;

pub mod colours;
pub mod tempo;

pub mod display;

pub mod screen;

pub mod player;
