//! The engine of the page: all of the page's knowledge about dungeons.
//!
//! Requests and answers are JSON. Between requests, an [`Engine`] holds the current game and the watched recording, and
//! [`Players`] the games of a simulation. The engine has no clock and no screen: the page reports passing time, and
//! draws the cells of frames.
//!
//! `Engine` and `Players` are compiled into separate modules, `engine.wasm` and `players.wasm` (see `modules/`). The
//! page loads `players.wasm` only when it is needed.
//!
//! Read the files in this order: `request` (all requests), `engine` and `players` (dispatch), then the answers:
//! `editing` (questions of an editor), `drawing` (questions of a brush), `playing` (a game), `watching` (a recording). They use `reading` (a text and its
//! faults), `cells` (a frame as JSON) and `offsets` (positions in a text as JavaScript counts them). `c_interface` has
//! the exports of a module.
mod answers;
mod cells;
mod offsets;

mod reading;

mod editing;
mod playing;
mod watching;

mod drawing;

mod request;

mod engine;
mod players;

#[cfg(target_arch = "wasm32")]
pub mod c_interface;

pub use answers::{Answer, Answers};
pub use engine::Engine;
pub use players::Players;
