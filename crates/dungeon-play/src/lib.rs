//! A game driven by keys, as a player sees it: no terminal, no clock. Everything a person can do is a key to
//! `Show::press`, and everything a person sees is `Show::frame`.
//!
//! Keys enter through `input`. `session` finds their meaning and steps the game; `travel` pairs the game with what its
//! player knows (`knowledge`). `text` and `screen` make a frame from parts in `view`. A frame, a recording (`replay`)
//! or lines (`narration`) leave.
//!
//! **Fog.** After each step `PlayerSight` casts the hero's field of view and notes new terrain and items. Screens,
//! words, journeys and bots ask it; rules never do. A replay rebuilds it.
//!
//! **Journeys.** A travel key, a chosen cell and auto-explore each become a `Journey` over the `KnownMap`, walked by
//! ordinary steps until words, a wound or a new monster stop it. A script completes a journey at once, and a terminal
//! walks it step by step. Recordings hold its steps, so they do not depend on how journeys find paths.
//!
//! **Windows.** `view/layout.rs` uses sizes alone. The style is the session's and part of a recording, since a click
//! means a cell of the layout.
//!
//! **Real time.** The terminal presses `Key::Idle` when it has waited too long; below it, an idle round is a key like
//! any other. A show's `Pace` says whether time runs.
//!
//! **Recordings.** A `Recorder` adds a key after the session has obeyed it, so a game resumes right before a key that
//! broke it. A player's own keys are translated first (`Session::plain`). Keys are kept as packed text. Questions
//! before risky actions are not recorded, only the answer's key.
//!
//! **Replays.** A replay and a film are one `ReplayStepper`: moments, each with its duration. `ReplayPlayer` seeks from
//! the nearest stored clone, in small pieces, so that the terminal stays responsive. The session obeys on the recorded
//! screen and draws for the watcher's.
//!
//! **Narration** compares what stands where before and after each line, and tells the difference, most urgent first. It
//! asks for nothing that a screen does not show.
//!
//! **Reload.** After a save in the editor, `session/reload.rs` begins a new game of the same seed, and an event puts
//! the hero on the old cell. That cell is part of the recording. A text that cannot be played changes only the
//! `StatusBar`.
//!
//! **Results.** The facts of a finished game come from its world, and `replay/result_screen.rs` lays them over the last
//! board.
//!
//! Read the rooms in the order of the `mod` lines. For an hour, read `view/frame`, `input/key`, `travel/observed_game`,
//! `screen/game_screen` and `session/session`.
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
