//! The largest files: levels and scatters near the limits of docs/format. A file that `check` accepts can be read and
//! started in the memory that the page states, and a refused one is refused by the name of its limit.
use std::io::Write;
use std::process::Output;

use dungeon_format::source::Limits;
use proptest::prelude::*;
use proptest::test_runner::Config;

use super::process::{by_shell, ended};
use super::{Ordeal, try_on};

/// Files with many cells and large scatters.
pub const LIMITS: Ordeal = Ordeal {
    name: "limits",
    cost: 128,
    run: |config| {
        let config = Config {
            max_shrink_iters: 16,
            ..config
        };
        try_on(config, &large(), begin)
    },
};

/// A file near some limit.
#[derive(Clone, Debug)]
struct Large {
    /// The way in which each level's map is made, and its width as a percentage of a square's side.
    levels: Vec<(&'static str, u8)>,
    /// The cells of all levels together, as a percentage of the limit.
    cells: u8,
    /// Scatters: their text, their level, and their number.
    scatters: Vec<(&'static str, usize, u16)>,
}

fn large() -> impl Strategy<Value = Large> {
    let how = prop::sample::select(vec!["open", "caves", "rooms"]);
    let levels = prop_oneof![1..4usize, 1..=64usize];
    let levels =
        levels.prop_flat_map(move |count| prop::collection::vec((how.clone(), 10..=250u8), count));
    let what = prop::sample::select(vec![
        "w 2000",
        "# 20%",
        "w 1%",
        "g 5000",
        "w 90% in=2,2..60,40",
        "g 100000",
    ]);
    let scatters = prop::collection::vec((what, any::<usize>(), 1..30u16), 0..6);
    (levels, 1..=110u8, scatters).prop_map(|(levels, cells, scatters)| Large {
        levels,
        cells,
        scatters,
    })
}

/// Checks the file in limited memory, and begins its game if it is accepted.
fn begin(large: Large) {
    let limits = Limits::default();
    let share = limits.all_cells / 100 * usize::from(large.cells) / large.levels.len();
    let (mut text, mut cells, mut made, mut things) = (String::new(), 0, 0, 0);
    for (nth, (how, width)) in large.levels.iter().enumerate() {
        let side = share.isqrt();
        let width = (side * usize::from(*width) / 100).clamp(60, limits.side as usize);
        let height = (share / width).clamp(60, limits.side as usize);
        // The hero stands on a level without randomness.
        let how = if nth == 0 { &"open" } else { how };
        text += &format!("level\nmap {how} {width} {height}\n");
        if nth == 0 {
            text += "@ 2 2\n$ 3 2\n";
        }
        cells += width * height;
        made = made.max(if *how == "open" { 0 } else { width * height });
        for (what, level, count) in &large.scatters {
            if level % large.levels.len() == nth {
                text += &format!("scatter {what}\n").repeat((*count).into());
                things += usize::from(*count) * expected(what, width * height);
            }
        }
    }
    // docs/format, "Limits", states these sizes; a starting game holds scattered things twice.
    let bytes = 2 * 18 * cells + 16 * made + (120 + 2 * 24) * things + 900 * text.lines().count();
    let within = PROGRAM + bytes / 1024;
    let check = run(within, &["check", "-"], &text, &large);
    let said = String::from_utf8_lossy(&check.stdout);
    match check.status.code() {
        Some(0) => {}
        Some(1) => return assert!(said.contains("error[limit]"), "{large:?}: {said}"),
        code => panic!("{large:?}: {code:?}, {check:?}"),
    }
    let keys = ["render", "-", "--keys", "lj.", "--seed", "3"];
    let output = run(within, &keys, &text, &large);
    assert_eq!(output.status.code(), Some(0), "{large:?}: {output:?}");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains('@'), "{large:?}: {shown}");
}

/// Returns the maximum number of things that a scatter places on this many cells.
fn expected(what: &str, cells: usize) -> usize {
    let amount = what.split(' ').nth(1).unwrap_or_default();
    let region = if what.contains("in=") { 59 * 39 } else { cells };
    match amount.strip_suffix('%') {
        Some(percent) => region / 100 * percent.parse::<usize>().expect("a number") + region / 50,
        None => amount.parse().expect("a number"),
    }
}

/// The address space of the program itself, in KiB.
const PROGRAM: usize = 64 << 10;

/// Runs the program within this many KiB, with a dungeon on its standard input.
fn run(kib: usize, arguments: &[&str], dungeon: &str, what: &Large) -> Output {
    let home = std::env::temp_dir();
    let line = format!("ulimit -v {kib}; exec \"$0\" \"$@\"");
    let mut child = by_shell(&line, &home, arguments).spawn().expect("a shell");
    let mut input = child.stdin.take().expect("a pipe");
    // The program may refuse the file before its end.
    let _ = input.write_all(dungeon.as_bytes());
    drop(input);
    ended(child, what)
}
