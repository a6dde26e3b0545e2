//! A game as cells. A `Scene` gathers what is to be shown of a world and becomes a `Frame`; a frame becomes plain text,
//! text with escape sequences, or an SVG picture. `words` puts events and things into sentences.
pub mod frame;
pub mod glyphs;
pub mod preview;

pub mod board;
pub mod print;
mod shades;
pub mod widgets;
pub mod words;

pub mod ansi;
pub mod layout;
pub mod overlay;
pub mod panel;
pub mod squad;
pub mod svg;

pub mod scene;

pub use ansi::ColourDepth;
pub use frame::{Cell, Frame, Style};
pub use glyphs::Glyphs;
pub use scene::Scene;
pub use widgets::{Gauge, Window};
