//! Output: what a command prints, and its exit code.
//!
//! Text and errors come in; bytes on standard output or standard error, and an exit code, go out.
//!
//! No other module of `cli` writes there, except `render` its frames, which are printable by their type.
//!
//! To be read in this order: `exit` (the codes), `quoting` (words of a shell's command line), `printable` (what a
//! terminal gets), `errors` (messages on standard error), `stdout` (text on standard output, which may be closed),
//! `row` (findings of a command, in one of its formats), `progress` (how far a long computation
//! has come).

pub mod exit;
pub mod printable;
pub mod progress;
pub mod quoting;
pub mod row;

pub mod errors;

pub mod stdout;
