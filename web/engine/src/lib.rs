//! The engine of the page: everything that the page knows of dungeons.
//!
//! A request comes in as JSON, an answer goes out as JSON; between two requests an [`Engine`] holds the game that is
//! played, the recording that is watched, and the games of a simulation. It knows no clock and no screen: the page says
//! when a moment has passed, and draws the cells of frames.
//!
//! To be read in this order: `request` (all that can be asked), `engine` (who answers), then the answers: `editing` (what an
//! editor asks of a text), `playing` (a game), `watching` (a recording), `bots` (proofs and simulations), with `cells` (a frame
//! as JSON) and `offsets` (places in a text as JavaScript counts them) below them. `c_interface` is the door.
mod cells;
mod offsets;

mod bots;
mod editing;
mod playing;
mod watching;

mod request;

mod engine;

#[cfg(target_arch = "wasm32")]
mod c_interface;

pub use engine::Engine;
