//! Output: what a command prints, and its exit code.
//!
//! Text and errors come in; bytes on standard output or standard error, and an exit code, go out.
//!
//! No other module of `cli` writes to these streams, except `render`, whose frames are printable by their type.
//!
//! Read in this order: `exit` (the codes), `quoting` (shell words), `printable` (escaping for a terminal), `errors`
//! (messages on standard error), `stdout` (text on standard output, which may be closed), `row` (findings in an output
//! format), `progress` (progress lines).

pub mod exit;
pub mod printable;
pub mod progress;
pub mod quoting;
pub mod row;

pub mod errors;

pub mod stdout;
