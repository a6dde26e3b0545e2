//! A game driven by keys: no terminal, no clock. Everything a person can do is a key to `Show::press`, everything the
//! person sees is `Show::frame`.
//!
//! Keys enter through `input`; `session` finds out what they mean and steps the game, which `travel` pairs with what
//! its player knows (the room `knowledge` below); `text` and `screen` make a frame of it. What leaves is a frame, a recording
//! (`replay`) or lines for a listener (`narration`); `testing` runs the tests that a file brings.
//!
//! The rooms are met from bottom to top in the order of the `mod` lines; an hour is well spent on `input/key`,
//! `travel/observed_game`, `screen/game_screen` and `session/session`.
pub mod input;

pub mod travel;

pub mod text;

pub mod screen;

pub mod session;

pub mod replay;

pub mod narration;
pub mod testing;
