//! Reads a file of `big-map`, floods from the hero, and tests that each record's place is one that he comes to, no two
//! at one cell.
use std::process::ExitCode;
use std::{env, fs};

use dungeon_peers::hand_loop;

fn main() -> ExitCode {
    let path = env::args().nth(1).unwrap_or_default();
    let level = fs::read(path)
        .ok()
        .and_then(|bytes| hand_loop::read(&bytes));
    match level {
        Some(level) if hand_loop::is_sound(&level) => {
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
