//! A game driven by keys, as a player sees it, without a terminal or a clock. Everything a person can do is a key to
//! `Show::press`; everything they see is `Show::frame`.
//!
//! Keys enter through `input`; `session` looks up their meaning and steps the game, which `travel` combines with the
//! player's knowledge (`knowledge`); `text` and `screen` turn it into a frame, built from the parts in `view`. Outputs
//! are frames, recordings (`replay`), and lines for a listener (`narration`).
//!
//! The `mod` lines list the modules from bottom to top. Good starting points, an hour in all, are `view/frame`,
//! `input/key`, `travel/observed_game`, `screen/game_screen` and `session/session`.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]
pub mod view;

pub mod knowledge;

pub mod input;

pub mod travel;

pub mod text;

pub mod screen;

pub mod session;

pub mod replay;

pub mod narration;
