//! Games for programs that play: what they see of a game as numbers, and what they may do.
//!
//! Dungeons enter, with a seed; observations, lists of actions and rewards leave. Nothing here knows a screen, a key or
//! a clock. `environment` is all there is.
mod environment;

pub use environment::{Environment, Transition};
