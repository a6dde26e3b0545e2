//! Dungeons as text: play them in a terminal, check them like a program, film them like a test.
//!
//! A [`Session`] is a game driven by keys, and what a player sees of it is a [`Frame`], a value to compare:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut game = dungeon::Session::open("dungeons/crypt.dng")?.seed(7).size(80, 24);
//! game.press("llj.")?;
//! let frame = game.frame().to_string();
//! assert!(frame.starts_with("80x24 turn 4\n"));
//! # Ok(())
//! # }
//! ```
//!
//! In a snapshot test that is `insta::assert_snapshot!(game.frame())`, or `game.film("hjkl")?.only_changes()`.
//!
//! Below it lie [`mod@format`], which reads and checks files ([`format::read`], [`fn@format::load`]), and [`engine`],
//! which takes turns ([`Game`]). Your own [`Monster`] is handed to [`Game::new`] or [`Session::with`] by the
//! function that makes minds; so is your own [`Ruleset`]. `examples/` has one of each.
//!
//! The feature `program`, on by default, adds the modules `terminal` and `cli` and the crates that they need. A test or
//! a tool that wants the library alone says `default-features = false`.
// Only `terminal/job_control.rs` allows unsafe code, and says why.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod space;

pub mod dungeon;

pub mod engine;
pub mod format;

pub mod monsters;
pub mod rulesets;
pub mod view;

pub mod play;

#[cfg(feature = "program")]
pub mod terminal;

#[cfg(feature = "program")]
pub mod cli;

pub use dungeon::Dungeon;
pub use engine::{Action, Event, Game, Monster, Outcome, Ruleset, World};
pub use format::Report;
pub use play::{Film, Key, Session};
pub use view::{ColourDepth, Frame, Glyphs};
