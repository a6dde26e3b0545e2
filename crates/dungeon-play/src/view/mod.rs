//! View: a game as cells, and what happened in it as sentences.
//!
//! A world, and what its player knows of it, come in; a `Frame` goes out, a screen as a value. No file of this folder
//! reads a key or steps a game.
//!
//! To be read in this order: `frame` (cells, styles, the frame), `glyphs` (which characters a screen has), `wrap` (text
//! in lines), `thirds` (how much is left of health), `countdown` (how much is left of time), `widgets` (windows,
//! gauges), `log` (the messages), `window_style` and `layout` (where the parts of a screen stand), `board` (the level),
//! `preview` and `overlay` (what a player points at, and how that lies over the board), `squad` (the line about several
//! units), `panel` (the statistics of a finished game), `side_panel` (what stands beside the map on a large screen),
//! `status_bar` (a line over all of it), `scene` (the whole screen); then what a frame becomes: `print` (plain text),
//! `ansi` and `shades` (escape sequences, and the colours in them), `svg` (a picture), `animated_svg` and `film_page`
//! (a film as a picture, and as a page). `words` and `differences` are rooms of their own: the one puts events and
//! things into sentences, the other tells what is changed from one dungeon to another.
pub mod frame;
pub mod glyphs;
pub mod preview;
pub mod window_style;
pub mod wrap;

pub mod print;
mod shades;
pub mod thirds;
pub mod words;

pub mod countdown;
pub mod widgets;

pub mod ansi;
pub mod differences;
pub mod layout;
pub mod log;
pub mod panel;
pub mod squad;
pub mod status_bar;
pub mod svg;

pub mod board;

pub mod overlay;
pub mod side_panel;

pub mod animated_svg;
pub mod film_page;
pub mod scene;

pub use ansi::ColourDepth;
pub use glyphs::Glyphs;
