//! A frame of the crypt, 80×24, and what changed in it, beside ratatui: ours is drawn from the game, theirs is the same
//! cells set in a buffer of its kind. The allocations of each are counted and printed.
use std::alloc::System;
use std::hint::black_box;

use dungeon::ColourDepth;
use dungeon::play::session::session::Session;
use dungeon_peers::buffer;
use dungeon_peers::ratios::{Claim, Table};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Keys that lead to a log of several turns.
const KEYS: &str = "lllllll";

fn main() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../dungeons/crypt.dng");
    let session = Session::open(path).expect("shipped and sound").seed(7);
    let mut session = session.size(80, 24);
    session.press(KEYS).expect("keys");
    let before = session.frame();
    session.press("l").expect("a key");
    let after = session.frame();
    let (their_before, their_after) = (
        buffer(&before, ColourDepth::Ansi16),
        buffer(&after, ColourDepth::Ansi16),
    );
    let mut table = Table::new("frames");
    let claim = |what: &str, limits: &str| Claim {
        what: what.to_owned(),
        peer: "ratatui: the same cells set in a `Buffer`".to_owned(),
        goal: 1.0,
        limits: limits.to_owned(),
    };
    table.row(
        claim(
            "a frame of the crypt, 80×24",
            "two thirds is the board: what is known of each cell, its layers, its glyph",
        ),
        || drop(black_box(session.frame())),
        || drop(black_box(buffer(black_box(&after), ColourDepth::Ansi16))),
    );
    table.row(
        claim("a frame, and what changed in it", "as above"),
        || {
            let frame = session.frame();
            black_box(frame.diff(black_box(&before)).count());
        },
        || {
            let theirs = buffer(black_box(&after), ColourDepth::Ansi16);
            black_box(black_box(&their_before).diff(&theirs).len());
        },
    );
    table.row(
        claim("what changed alone", "1,920 numbers are compared"),
        || {
            black_box(black_box(&after).diff(black_box(&before)).count());
        },
        || {
            black_box(black_box(&their_before).diff(black_box(&their_after)).len());
        },
    );
    let ours = allocations(|| drop(black_box(session.frame())));
    let theirs = allocations(|| drop(black_box(buffer(&after, ColourDepth::Ansi16))));
    println!("\nAllocations of a frame: ours {ours} (goal: at most 10), ratatui's {theirs}.");
}

/// Counts the allocations of one piece of work.
fn allocations(work: impl FnOnce()) -> usize {
    let region = Region::new(ALLOCATOR);
    work();
    let change = region.change();
    change.allocations + change.reallocations
}
