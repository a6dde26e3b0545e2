//! Reading and checking a large file: whole processes of `dungeon check` beside loops that are written by hand for such
//! files alone (`hand_loop`), in turn. A second table counts what is kept in memory of what a file holds.
use std::alloc::System;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::{env, fs};

use dungeon::format::{Limits, Source, read};
use dungeon::play::session::session::Session;
use dungeon_peers::big_map::{Format, Terrain, text};
use dungeon_peers::ratios::{Claim, Table};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// Cells a side of the large map, and records on it.
const LARGE: (usize, usize) = (4000, 100_000);

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let folder = env::temp_dir().join(format!("dungeon-parse-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the files");
    times(&folder);
    memory();
    fs::remove_dir_all(&folder).expect("the files go");
}

fn times(folder: &Path) {
    let mut table = Table::new("parse");
    let files = [
        ("classic, walls strewn", Format::Classic, Terrain::Pillars),
        ("classic, open", Format::Classic, Terrain::Open),
        ("classic, rooms", Format::Classic, Terrain::Rooms),
        (
            "modern drawn, walls strewn",
            Format::Drawn,
            Terrain::Pillars,
        ),
    ];
    for (name, format, terrain) in files {
        let file = written(folder, &text(format, terrain, LARGE.0, LARGE.1));
        let peers = [
            (
                "flood",
                "a loop that reads, floods and tests places",
                1.0 / 1.5,
            ),
            ("read", "a loop that reads", 1.0 / 4.0),
        ];
        for (what, peer, goal) in peers {
            let claim = Claim {
                what: format!("`check`, 4000×4000, 100,000 records, {name}"),
                peer: peer.to_owned(),
                goal,
                limits: match format {
                    Format::Classic => "records, each of which is a node of the syntax and a body or an item with its place; pages of memory",
                    Format::Drawn => "records: nearly half of all instructions parse them, a twentieth allocates and frees the lists of each; then pages of memory",
                }
                .to_owned(),
            };
            table.row(claim, || check(&file), || run(what, &file));
        }
    }
}

fn written(folder: &Path, text: &str) -> PathBuf {
    let file = folder.join("file.dng");
    fs::write(&file, text).expect("the file is written");
    file
}

fn check(file: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dungeon-program"));
    succeed(command.arg("check").arg(file));
}

/// Runs the loop by hand.
fn run(what: &str, file: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hand-loop"));
    succeed(command.arg(what).arg(file));
}

fn succeed(command: &mut Command) {
    let status = command.stdout(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "{command:?}");
}

/// The bytes that are allocated now.
fn kept() -> isize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated as isize - stats.bytes_deallocated as isize
}

/// Prints how many bytes a dungeon keeps for each monster of its file, and a game of it besides.
fn memory() {
    println!("\n| bytes kept a monster, of 50,000 | in the dungeon | in the game besides |");
    println!("|---|---|---|");
    let one = |monsters: &str| {
        let map = "map open 1000 1000\n@ 500 500\n$ 500 502\n";
        let text = format!("rules explore\nlevel\n{map}{monsters}");
        let source = Source::from_text("monsters", text);
        let before = kept();
        let (dungeon, found) = read(&source, &Limits::default());
        let dungeon = Arc::new(dungeon.unwrap_or_else(|| panic!("{found:?}")));
        drop(found);
        let read = kept();
        let session = Session::new(dungeon.clone()).seed(1);
        let played = kept();
        drop(session);
        (read - before, played - read)
    };
    let cells = (0..50_000).map(|nth| (2 + nth % 450, 2 + nth / 450 * 4));
    let records = |numbers: fn(usize) -> String| {
        let record = |(nth, (x, y))| format!("w {x} {y}{}\n", numbers(nth));
        cells.clone().enumerate().map(record).collect::<String>()
    };
    let none = one("");
    let files = [
        ("a record without numbers", records(|_| String::new())),
        (
            "a record, all with the same numbers",
            records(|_| " 8 3".to_owned()),
        ),
        (
            "a record, each with its own numbers",
            records(|nth| format!(" {} 3", nth + 1)),
        ),
        ("one scatter of all", "scatter w 50000\n".to_owned()),
    ];
    for (name, text) in files {
        let (read, played) = one(&text);
        let each = |bytes: isize| bytes as f64 / 50_000.0;
        println!(
            "| {name} | {:.0} | {:.0} |",
            each(read - none.0),
            each(played - none.1)
        );
    }
}
