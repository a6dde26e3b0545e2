//! A game as cells.
pub mod frame;

pub mod print;
pub mod svg;
pub mod widgets;
pub mod words;

pub mod scene;
