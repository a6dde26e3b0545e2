//! Reads a file of `big-map` and does nothing else: the bare loop.
use std::process::ExitCode;
use std::{env, fs};

use dungeon_peers::hand_loop;

fn main() -> ExitCode {
    let path = env::args().nth(1).unwrap_or_default();
    let level = fs::read(path)
        .ok()
        .and_then(|bytes| hand_loop::read(&bytes));
    match level {
        Some(level) => {
            println!(
                "{} cells, {} records",
                level.cells.len(),
                level.records.len()
            );
            ExitCode::SUCCESS
        }
        None => ExitCode::FAILURE,
    }
}
