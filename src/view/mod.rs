//! A game as cells.
pub mod frame;

pub mod widgets;
pub mod words;

pub mod scene;
