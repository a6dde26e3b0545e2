//! A game as cells.
pub mod frame;

pub mod print;
pub mod widgets;
pub mod words;

pub mod scene;
pub mod svg;

pub use frame::{Cell, Frame, Style};
pub use scene::Scene;
pub use widgets::{Gauge, Window};
