//! A game driven by keys, as a player sees it: no terminal, no clock. Everything a person can do is a key to
//! `Show::press`, and everything a person sees is `Show::frame`.
//!
//! Keys enter through `input`. `session` finds their meaning and steps the game; `travel` pairs the game with the
//! player's knowledge of it (`knowledge`). `text` and `screen` make a frame from parts in `view`. The results are
//! frames, a recording (`replay`), or lines of text (`narration`).
//!
//! **Fog.** After each step `PlayerSight` computes the hero's field of view and remembers new terrain and items.
//! Screens, messages, journeys and bots use it; rules never do. A replay rebuilds it.
//!
//! **Journeys.** A travel key, a chosen cell and auto-explore each become a `Journey` over the `KnownMap`, walked by
//! ordinary steps until a text, a wound or a new monster stops it. A script completes a journey at once; a terminal
//! shows it step by step. Recordings contain the steps, so they do not depend on the pathfinding of journeys.
//!
//! **Undo.** A `History` holds the commands of a game with `undo=yes`, and clones of the game at some of them. Taking
//! back a command takes the earlier ones again from the nearest clone.
//!
//! **Windows.** `view/layout.rs` depends only on sizes and the window style. The session owns the style, and recordings
//! contain it, because the meaning of a click depends on the layout.
//!
//! **Real time.** The terminal presses `Key::Idle` when it has waited too long; for the modules below, an idle round is
//! an ordinary key. The `Pace` of a show tells whether time runs.
//!
//! **Recordings.** A `Recorder` adds a key after the session has obeyed it, so a game that crashed resumes right before
//! the key that crashed it. A player's own keys are first translated into the default keys (`Session::plain`). Keys are
//! stored as packed text. The recording contains the key that answers a question before a risky action, but not the
//! question.
//!
//! **Replays.** A replay and a film share the `ReplayStepper`: a sequence of moments, each with a duration.
//! `ReplayPlayer` seeks from the nearest stored clone of the session, in small pieces, so that the terminal stays
//! responsive. The session interprets keys on a screen of the recorded size, and draws on a screen of the viewer's
//! size.
//!
//! **Narration** compares the things on the level before and after each line, and reports the differences, most urgent
//! first. It uses only facts that a screen shows.
//!
//! **Reload.** After the file is saved in an editor, `session/reload.rs` begins a new game with the same seed, and an
//! event puts the hero on the cell where the hero stood before. The recording contains that cell. If the new text
//! cannot be played, only the `StatusBar` changes.
//!
//! **Results.** The facts of a finished game come from its world, and `replay/result_screen.rs` lays them over the last
//! board.
//!
//! Read the modules in the order of the `mod` lines. If you have one hour, read `view/frame`, `input/key`,
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
