//! The terminal: the only I/O with a player. Reads keys, writes frames or lines, and leaves the terminal as it was
//! found.
//!
//! To run a game or your own [`Show`](crate::session::Show) in a terminal, call [`run`] with [`Options`]. For lines of
//! text, use [`LineLoop`]. [`Decoder`] (bytes to keys), [`ScreenWriter`] (frames to bytes) and [`Asciicast`] (films to
//! files) need no terminal.
//!
//! # Inside
//!
//! `tty` reads bytes, `decoder` turns them into keys (with the tables of `sequences` and `mouse`), and `event_loop`
//! sends the keys to a show, and plays its animations with `animation`. `screen_writer` writes the show's frames; it
//! finds the fewest bytes with `cursor_moves` and takes the escape codes of styles from `view/ansi.rs`. `signals` and
//! `job_control` handle signals and stopping. `idle_timer` counts the time without a command, and `wake` lets another
//! thread wake a loop. `emergency_exit` saves when the program must end unexpectedly, and `checkpoint_timer` decides
//! when to write a checkpoint in case the process ends in a way that no program can catch. [`line_loop`](LineLoop) is
//! the loop of `--narrate`. `interrupt` lets Ctrl-C end a search early. `asciicast` writes a film to a file, and `error`
//! has the errors of a show that cannot run. Read `event_loop` first.
mod animation;
mod cursor_moves;
mod error;
mod idle_timer;
mod job_control;
mod mouse;
mod sequences;
mod wake;

mod decoder;
mod interrupt;
mod screen_writer;
mod signals;

mod asciicast;
mod tty;

mod emergency_exit;

mod checkpoint_timer;

mod event_loop;
mod line_loop;

pub use asciicast::Asciicast;
pub use decoder::{Decoder, Timeout};
pub use emergency_exit::{CheckpointSave, EmergencySave, SaveHooks};
pub use error::TerminalError;
pub use event_loop::{MouseMode, Options, run};
pub(crate) use interrupt::Interrupt;
pub use line_loop::{InputSource, LineLoop};
pub use screen_writer::{ScreenWriter, entering, leaving};
pub use signals::survive_size_limit;
pub use tty::CursorVisibility;
