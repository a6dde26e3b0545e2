//! Options: the arguments that several commands share, and the environment variables that give their defaults.
//!
//! Input is arguments; output is plain values for the terminal and the session.
//!
//! Read in this order: `glyphs`, `no_color`, `colours`, `display` (all three together), `screen` (a game on this
//! terminal), `keymap` (the player's own keys), `player` (on the screen, or in lines of text), `include` (folders of
//! included files), `dependents` (files that include others), `tempo` (real time), `amounts` (steps, times, bytes and seeds), `window` (the layout of statistics
//! and messages).

pub mod amounts;
pub mod glyphs;
pub mod include;
pub mod keymap;
pub mod no_color;
pub mod window;

pub mod colours;
pub mod dependents;
pub mod tempo;

pub mod display;

pub mod screen;

pub mod player;
