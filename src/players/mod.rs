//! Games for programs that play: what they see of a game as numbers, and what they may do.
//!
//! For who trains or measures machine players. An [`Environment`] is all there is to read: begin one of a dungeon and a
//! seed, choose from its actions, and read its numbers. Who wants more than numbers drives a [`Game`](crate::Game).
//!
//! Dungeons enter, with a seed; observations, lists of actions and rewards leave. Nothing here knows a screen, a key or
//! a clock. `environment` is all there is.
mod environment;

pub use environment::{Environment, Transition};
