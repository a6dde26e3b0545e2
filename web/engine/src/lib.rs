//! The engine of the page: everything that the page knows of dungeons.
//!
//! A request comes in as JSON, an answer goes out as JSON; between two requests an [`Engine`] holds the game that is
//! played and the recording that is watched, and [`Players`] the games of a simulation. They know no clock and no screen: the
//! page says when a moment has passed, and draws the cells of frames.
//!
//! Each of the two is a module of its own, `engine.wasm` and `players.wasm` (`modules/`): what few people ask for is loaded when
//! somebody asks for it.
//!
//! To be read in this order: `request` (all that can be asked), `engine` and `players` (who answers), then the answers: `editing`
//! (what an editor asks of a text), `playing` (a game), `watching` (a recording), with `reading` (a text, and what is wrong with
//! it), `cells` (a frame as JSON) and `offsets` (places in a text as JavaScript counts them) below them. `c_interface` is
//! what a module exports.
mod answers;
mod cells;
mod offsets;

mod reading;

mod editing;
mod playing;
mod watching;

mod request;

mod engine;
mod players;

#[cfg(target_arch = "wasm32")]
pub mod c_interface;

pub use answers::{Answer, Answers};
pub use engine::Engine;
pub use players::Players;
