//! A real terminal: bytes to keys, frames to bytes, and what a show leaves behind, however it ends. Most tests run
//! a program in a pseudo-terminal of its own; a signal goes to that program and never to the tests.
#![cfg(feature = "program")]
mod decode;
mod decoding;
mod ends;
mod keys_and_frames;
mod mouse;
mod narrate_terminal;
mod own_show;
mod screen;
mod sequences;
mod shell;
mod suspend;
mod table;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../pty/mod.rs"]
mod pty;
