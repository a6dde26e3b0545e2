//! Recordings, their playback, and the screen on which a viewer plays and seeks.
#[macro_use]
#[path = "../support/drawn.rs"]
mod drawn;

mod depths_film;
mod long_recordings;
mod old_recordings;
mod other_screens;
mod recorded_screens;
mod recordings;
mod replay_screen;
mod seeking;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;
#[path = "../whole_games/mod.rs"]
mod whole_games;
