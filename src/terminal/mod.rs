//! The only I/O with a person: reads keys, writes frames or lines, and leaves the terminal as it was found.
//!
//! To run a game, or your own [`Show`](crate::session::Show), in a terminal, call [`run`] with [`Options`], or use
//! [`LineLoop`] for lines of text. [`Decoder`] (bytes to keys), [`ScreenWriter`] (frames to bytes) and [`Asciicast`]
//! (a film to a file) need no terminal.
//!
//! # Inside
//!
//! Bytes enter through `tty`, become keys in `decoder` (with the tables of `sequences` and `mouse`), and go to a show
//! in `event_loop`. Its frames leave through `screen_writer`, which finds the fewest bytes with `cursor_moves` and the
//! escape codes of styles in `view/ansi.rs`. `signals` and `job_control` handle signals and stopping, `idle_timer`
//! counts the time without a command, `wake` lets another thread wake a loop, `emergency_exit` saves when the program
//! must end unexpectedly, and `checkpoint_timer` decides when to save for ends that nothing can catch.
//! [`line_loop`](LineLoop) is the loop of `--narrate`; `asciicast` writes a film to a file, and `error` holds the
//! reasons that a show cannot run. Read `event_loop` first.
mod checkpoint_timer;
mod cursor_moves;
mod error;
mod idle_timer;
mod job_control;
mod mouse;
mod sequences;
mod wake;

mod decoder;
mod screen_writer;
mod signals;

mod asciicast;
mod tty;

mod emergency_exit;

mod event_loop;
mod line_loop;

pub use asciicast::Asciicast;
pub use decoder::{Decoder, Timeout};
pub use emergency_exit::{CheckpointSave, EmergencySave, SaveHooks};
pub use error::TerminalError;
pub use event_loop::{MouseMode, Options, run};
pub use line_loop::{InputSource, LineLoop};
pub use screen_writer::{ScreenWriter, entering, leaving};
pub use signals::survive_size_limit;
pub use tty::CursorVisibility;
