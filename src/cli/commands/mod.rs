//! The commands, one file each. Input is parsed arguments; output is an exit code.
//!
//! `play` is the default command, and `daily` plays the game of the day. `resume`, `saves`, `scores` and `replay` deal
//! with earlier games. `new`, `check`, `diff`, `explain`, `export`, `cheat`, `fmt`, `generate`, `import`, `prove`,
//! `render`, `simulate`, `test` and `tune` are for authors and their test scripts, `lsp` is for their editors, and `web` for their
//! browsers. `keys`, `completions` and `man` help in a shell.

pub mod cheat;
pub mod check;
pub mod completions;
pub mod diff;
pub mod explain;
pub mod export;
pub mod fmt;
pub mod import;
pub mod keys;
pub mod lsp;
pub mod man;
pub mod new;
pub mod prove;
pub mod render;
pub mod replay;
pub mod resume;
pub mod saves;
pub mod simulate;
pub mod test;

pub mod play;
pub mod scores;
pub mod tune;
#[cfg(feature = "web-serve")]
pub mod web;

pub mod daily;
pub mod generate;
