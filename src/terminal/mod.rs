//! The only I/O with a person, and the only floor that knows an escape code.
mod error;
mod idle_timer;
mod job_control;
mod mouse;
mod sequences;

mod signals;

pub mod decoder;

pub mod screen_writer;

pub mod asciicast;
mod tty;

mod emergency_exit;

mod event_loop;
mod line_loop;

pub use decoder::Decoder;
pub use emergency_exit::EmergencySave;
pub use error::TerminalError;
pub use event_loop::{MouseMode, Options, run};
pub use line_loop::{InputSource, LineLoop};
pub use screen_writer::ScreenWriter;
pub use tty::CursorVisibility;
