//! The only I/O with a person, and the only floor that knows an escape code.
mod sequences;

pub mod decode;
pub mod paint;

pub mod screen;
