//! Output: what a command prints, and its exit code.
//!
//! Text and errors come in; bytes on standard output or standard error, and an exit code, go out.
//!
//! To be read in this order: `exit` (the codes), `quoting` (words of a shell's command line), `errors` (messages on
//! standard error), `stdout` (text on standard output, which may be closed), `progress` (how far a long computation has
//! come).

pub mod exit;
pub mod progress;
pub mod quoting;

pub mod errors;

pub mod stdout;
