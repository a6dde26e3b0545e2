//! Counts allocations: prints those of a frame of the crypt, ours and ratatui's, and the bytes that a dungeon stores
//! for each of its monsters.
use std::hint::black_box;
use std::sync::Arc;

use dungeon::ColourDepth;
use dungeon_format::{Limits, Source};
use dungeon_lint::read;
use dungeon_peers::{buffer, fill};
use dungeon_play::session::session::Session;

#[path = "../../../../tests/page/allocations.rs"]
mod allocations;
#[path = "../../../../tests/page/counts.rs"]
#[allow(dead_code)] // the page asks for the rest
mod counts;

use allocations::{ALLOCATOR, allocations};

fn main() {
    let mut session = counts::crypt();
    session.press(counts::KEYS).expect("keys");
    let frame = session.frame();
    let mut kept = buffer(&frame, ColourDepth::Ansi16);
    let ours = allocations(|| drop(black_box(session.frame())));
    let theirs = allocations(|| fill(&mut kept, black_box(&frame), ColourDepth::Ansi16));
    println!("{ours} {theirs}");
    memory();
}

/// Returns the number of bytes allocated now.
fn bytes() -> isize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated as isize - stats.bytes_deallocated as isize
}

/// Prints the bytes that a dungeon stores for each monster in its file, and the additional bytes of a game.
fn memory() {
    println!("\n| bytes kept a monster, of 50,000 | in the dungeon | in the game besides |");
    println!("|---|---|---|");
    let one = |monsters: &str| {
        let map = "map open 1000 1000\n@ 500 500\n$ 500 502\n";
        let text = format!("rules explore\nlevel\n{map}{monsters}");
        let source = Source::from_text("monsters", text);
        let before = bytes();
        let (dungeon, found) = read(&source, &Limits::default());
        let dungeon = Arc::new(dungeon.unwrap_or_else(|| panic!("{found:?}")));
        drop(found);
        let read = bytes();
        let session = Session::new(dungeon.clone()).with_seed(1);
        let played = bytes();
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
