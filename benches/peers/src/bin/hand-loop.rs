//! A hand-written loop for the files of `big-map`. `hand-loop read FILE` only reads a file. `hand-loop flood FILE` also
//! floods from the hero, and checks that every record's cell can be reached and that all of them differ.
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
