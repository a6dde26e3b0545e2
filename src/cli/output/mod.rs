//! Output: how a command speaks and ends.
//!
//! Text and errors come in; bytes on standard output or standard error, and an exit code, go out.
//!
//! To be read in this order: `exit` (the codes), `errors` (what standard error says), `stdout` (text that may not be
//! printable), `quoting` (commands to copy into a shell).

pub mod exit;
pub mod quoting;

pub mod errors;

pub mod stdout;
