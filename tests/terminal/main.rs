//! A real terminal: bytes to keys, frames to bytes, and the state after the end of a program. Most tests run a program
//! in a separate pseudo-terminal; signals go to that program and never to the tests.
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
