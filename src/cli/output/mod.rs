//! Output: what a command prints, and its exit code.
//!
//! Input is text and errors; output is bytes on standard output or standard error, and an exit code.
//!
//! No other module of `cli` writes to these streams. The exception is `render`, whose frames contain only printable
//! characters.
//!
//! Read in this order: `exit` (the codes), `quoting` (shell words), `printable` (escaping for a terminal), `errors`
//! (messages on standard error), `stdout` (text on standard output, which may be closed), `row` (findings in an output
//! format), `progress` (progress lines), `text_diff` (the changes of a file).

pub mod exit;
pub mod printable;
pub mod progress;
pub mod quoting;
pub mod row;
pub mod text_diff;

pub mod errors;

pub mod stdout;
