//! Options: the arguments shared by several commands, with the environment variables behind their defaults.
//!
//! Arguments come in; plain values for the terminal and the session go out.
//!
//! Read in this order: `glyphs`, `no_color`, `colours`, `display` (all three together), `screen` (a game on this
//! terminal), `keymap` (the player's own keys), `player` (on the screen, or in lines of text), `include` (folders of
//! included files), `tempo` (real time), `amounts` (steps, times, bytes and seeds), `window` (the layout of statistics
//! and messages).

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
