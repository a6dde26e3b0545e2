//! A frame of the crypt on 80×24 and its changes, compared with ratatui. We draw the game into a new frame, like the
//! program; ratatui sets the same cells in one reused buffer, like its `Terminal`.
use std::cell::RefCell;
use std::hint::black_box;
use std::process::Command;

use dungeon::ColourDepth;
use dungeon_peers::{buffer, fill};

use super::counts::{ALLOCATIONS, KEYS, crypt};
use super::ratios::{Claim, Table};

const DEPTH: ColourDepth = ColourDepth::Ansi16;

pub fn measure(table: &mut Table) {
    let mut session = crypt();
    let (first, last) = KEYS.split_at(KEYS.len() - 1);
    session.press(first).expect("keys");
    let before = session.frame();
    session.press(last).expect("a key");
    let after = session.frame();
    let (their_before, their_after) = (buffer(&before, DEPTH), buffer(&after, DEPTH));
    let kept = RefCell::new(their_before.clone());
    let peer = "ratatui: the same cells set in a `Buffer` that is kept";
    let claim = |what: &str, limits: &str| Claim {
        what: what.to_owned(),
        peer: peer.to_owned(),
        goal: 1.0,
        limits: limits.to_owned(),
    };
    table.row(
        claim(
            "a frame of the crypt, 80×24",
            "two thirds of the time go to the board: the knowledge of each cell, its layers, its glyph",
        ),
        || drop(black_box(session.frame())),
        || fill(&mut kept.borrow_mut(), black_box(&after), DEPTH),
    );
    table.row(
        claim("a frame, and what changed in it", "mostly the frame itself"),
        || {
            let frame = session.frame();
            black_box(frame.diff(black_box(&before)).count());
        },
        || {
            let mut theirs = kept.borrow_mut();
            fill(&mut theirs, black_box(&after), DEPTH);
            black_box(black_box(&their_before).diff(&theirs).len());
        },
    );
    table.row(
        claim(
            "only the comparison with the last frame",
            "comparing 1,920 numbers",
        ),
        || {
            black_box(black_box(&after).diff(black_box(&before)).count());
        },
        || {
            black_box(black_box(&their_before).diff(black_box(&their_after)).len());
        },
    );
    table.count(ALLOCATIONS.to_owned(), peer, allocations(), Some(10.0));
}

/// Returns the allocations of a frame, ours and ratatui's. They are counted in a process of their own, because counting
/// takes time.
fn allocations() -> [f64; 2] {
    let counted = Command::new(env!("CARGO_BIN_EXE_allocations")).output();
    let counted = String::from_utf8(counted.expect("it runs").stdout).expect("text");
    let mut counts = counted.lines().next().expect("a line").split(' ');
    [(); 2].map(|()| {
        let count = counts.next().expect("two counts");
        count.parse().expect("a count")
    })
}
