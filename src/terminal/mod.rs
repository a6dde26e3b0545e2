//! The only I/O with a person.
pub mod decode;
pub mod paint;

pub mod screen;
