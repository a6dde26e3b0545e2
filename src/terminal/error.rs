//! Why there can be no play in this terminal.
use std::io;

/// Why a show could not run, or could not go on. Nothing is left on the screen then.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// Standard output goes elsewhere.
    #[error(
        "expected a terminal to play in, but standard output is none; \
         `dungeon render FILE --keys KEYS` plays without one"
    )]
    NoScreen,
    /// `TERM` is `dumb`, empty or not set.
    #[error(
        "expected a terminal that can place its cursor, but TERM is {0}; \
         `dungeon FILE --narrate` plays in lines"
    )]
    Dumb(&'static str),
    /// Neither standard input nor a controlling terminal can be asked for keys.
    #[error(
        "expected a terminal to read keys from, but standard input is none and this process has no other \
         ({0}); `dungeon render FILE --keys KEYS` plays without one"
    )]
    NoKeys(io::Error),
    /// The terminal failed while in use.
    #[error("the terminal failed: {0}")]
    Io(#[from] io::Error),
}
