//! Runs the program `dungeon`, command by command, as a user in a terminal or a script would.
#![cfg(feature = "program")]

#[macro_use]
#[path = "../support/drawn.rs"]
mod drawn;

mod check;
mod conventions;
mod diff;
mod fix;
mod fmt;
mod generate;
#[cfg(unix)]
mod import;
#[cfg(unix)]
mod import_entries;
#[cfg(unix)]
mod import_losses;
mod import_nethack;
#[cfg(unix)]
mod import_projects;
#[cfg(unix)]
mod import_table;
#[cfg(unix)]
mod include;
mod killed;
#[cfg(unix)]
mod loop_film;
mod lsp;
mod memory;
mod merge;
mod new;
mod play;
mod printable;
mod prove;
mod reload;
mod render;
mod render_replay;
mod replay;
mod saves;
mod simulate;
mod testing;
mod told;
mod tune;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../pty/mod.rs"]
mod pty;
