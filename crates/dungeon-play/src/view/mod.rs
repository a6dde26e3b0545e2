//! View: a game as cells, and events as sentences.
//!
//! The input is a world and the player's knowledge of it. The output is a `Frame`, which is a screen as a value. No
//! file of this folder reads a key or steps a game.
//!
//! Reading order: `frame` (cells, styles, frames), `glyphs` (character sets), `wrap` (text in lines), `thirds` (the
//! health left), `countdown` (the time left), `widgets` (windows, gauges), `log` (messages), `window_style` and
//! `layout` (the positions of the parts of a screen), `board` (the level), `preview` and `overlay` (the cell that the
//! player points at, and the drawing over the board), `squad` (the line about several units), `panel` (statistics of a
//! finished game), `side_panel` (the panel beside the map on a large screen), `status_bar` (a line above everything),
//! `scene` (the whole screen). Outputs of a frame: `print` (plain text), `ansi` and `shades` (escape sequences and
//! their colors), `svg` (a picture), `animated_svg` and `film_page` (a film as a picture, and as a page). `words` puts
//! events and things into sentences; `differences` shows what changed between two dungeons.
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
