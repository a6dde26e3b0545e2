//! A game kept and seen again: recordings, what plays them, and the screen on which they are wound to and fro.
#[macro_use]
#[path = "../support/drawn.rs"]
mod drawn;

mod kept_recordings;
mod recorded_screens;
mod recordings;
mod theatre;
mod watched;
mod winding;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../kept/mod.rs"]
mod kept;
#[path = "../support/mod.rs"]
mod support;
