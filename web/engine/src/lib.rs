//! The engine of the page: all of the page's knowledge about dungeons.
//!
//! Requests and answers are JSON. Between requests, a [`Reader`] holds the edited text, an [`Engine`] the current game,
//! a [`Replay`] the watched recording, and [`Players`] the games of a simulation. No module has a clock or a screen: the page
//! reports passing time, and draws the cells of frames.
//!
//! Each of them is compiled into a module of its own (see `modules/`). `engine.wasm` comes first and is small, because
//! it has no parser: the reader compiles a text to a form that the engine reads. The page loads `reader.wasm` when it
//! needs a text's findings or a text that is not compiled yet, `replay.wasm` for recordings that are watched, and `players.wasm` for bots and proofs.
//!
//! Read the files in this order: `request` (all requests), `reader`, `engine`, `replay` and `players` (dispatch), then the
//! answers: `editing` (questions of an editor), `drawing` (questions of a brush), `playing` (a game), `watching` (a
//! recording), `tuning` (a search for numbers). They use `compiled` (a text with its dungeon), `reading` (a text and its
//! faults), `bots` (the bundled bots), `cells` (a frame as JSON) and `offsets` (positions in a text as JavaScript counts
//! them). `c_interface` has the exports of a module.
mod answers;
mod cells;
mod offsets;

mod reading;

mod compiled;

mod editing;
mod playing;
mod watching;

mod drawing;

mod request;

mod bots;

mod tuning;

mod engine;
mod players;
mod reader;
mod replay;

#[cfg(target_arch = "wasm32")]
pub mod c_interface;

pub use answers::{Answer, Answers};
pub use engine::Engine;
pub use players::Players;
pub use reader::Reader;
pub use replay::Replay;
