//! The only I/O with a person, and the only floor that knows an escape code.
mod clock;
mod error;
mod mouse;
mod sequences;
mod stop;

mod signals;

pub mod decode;

pub mod screen;

pub mod cast;
mod tty;

mod haste;

mod lines;
mod run;

pub use decode::Decoder;
pub use error::TerminalError;
pub use haste::Keep;
pub use lines::{Hearing, Lines};
pub use run::{Mouse, Options, run};
pub use screen::Screen;
pub use tty::Cursor;
