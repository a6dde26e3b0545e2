//! A loop written by hand for the files of `big-map`: `hand-loop read FILE` reads one and does nothing else; `hand-loop
//! flood FILE` also floods from the hero, and tests that each record's place is one that he comes to, no two at one cell.
use std::process::ExitCode;
use std::{env, fs};

use dungeon_peers::hand_loop;

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let (what, path) = (words.next(), words.next().unwrap_or_default());
    let level = fs::read(path).ok();
    let level = level.and_then(|bytes| hand_loop::read(&bytes));
    match level {
        Some(level) if what.as_deref() == Some("read") || hand_loop::is_sound(&level) => {
            println!(
                "{} cells, {} records",
                level.cells.len(),
                level.records.len()
            );
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}
