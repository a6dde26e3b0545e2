//! Commands, one file each. Parsed arguments come in and run; an exit code goes out.
//!
//! `play` is also what `dungeon` alone does. `resume`, `saves`, `scores` and `replay` deal with earlier games. `new`,
//! `check`, `diff`, `explain`, `export`, `cheat`, `fmt`, `import`, `prove`, `render`, `simulate` and `test` serve
//! authors and their tests, `lsp` their editors, and `web` their browsers. `keys`, `completions` and `man` help at a
//! shell.

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
#[cfg(feature = "web-serve")]
pub mod web;
