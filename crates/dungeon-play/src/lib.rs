//! A game driven by keys, as a player sees it: no terminal, no clock. Everything a person can do is a key to `Show::press`,
//! everything the person sees is `Show::frame`.
//!
//! Keys enter through `input`; `session` finds out what they mean and steps the game, which `travel` pairs with what its
//! player knows (`knowledge`); `text` and `screen` make a frame of it, of the parts in `view`. What leaves is a frame, a
//! recording (`replay`) or lines for a listener (`narration`).
//!
//! The rooms are met from bottom to top in the order of the `mod` lines; an hour is well spent on `view/frame`, `input/key`,
//! `travel/observed_game`, `screen/game_screen` and `session/session`.
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
