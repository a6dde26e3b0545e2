//! Dungeons as text: play them in a terminal, check them like a program, film them like a test.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod space;

pub mod dungeon;

pub mod engine;
pub mod format;

pub mod monsters;
pub mod rulesets;
pub mod view;

pub mod play;

pub mod terminal;

pub mod cli;

pub use dungeon::Dungeon;
pub use engine::{Action, Event, Game, Monster, Outcome, Ruleset, World};
pub use format::Report;
pub use play::{Film, Key, Session};
pub use terminal::Depth;
pub use view::Frame;
