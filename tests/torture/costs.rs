//! Mixtures of features whose costs multiply in `check`: random marks, vaults, classes, ranges, causes and scatters.
//! Each check stays within its budget of looks, and a smaller budget adds no false finding.
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;

use super::dice::Dice;
use dungeon_format::Code;
use dungeon_format::source::{Limits, Source};
use dungeon_lint::load::{read, read_while};
use proptest::prelude::*;

use super::{Ordeal, try_on};

/// Files of up to 8 KB, with a smaller budget of looks than usual.
pub const COSTS: Ordeal = Ordeal {
    name: "costs",
    cost: 16,
    run: |config| try_on(config, &(any::<u64>(), 500..8_000usize), endure),
};

/// The number of looks between two calls of the callback, equal to that of `format/meter.rs`.
const WATCHED: usize = 1 << 17;

/// The maximum number of cells in all maps of a mixture.
const CELLS: usize = 6 * 400 * 60;

/// The budget of looks for each check, small enough to be fast.
const LOOKS: usize = 1 << 20;

/// Checks the mixture of a seed, with a length of about `bytes`.
pub fn endure((seed, bytes): (u64, usize)) {
    let source = Source::from_text("mixture.dng", mixture(seed, bytes));
    let limits = Limits {
        looks: LOOKS,
        ..Limits::default()
    };
    let asked = Cell::new(0);
    let goes_on = || {
        asked.set(asked.get() + 1);
        true
    };
    let (_, all) = read_while(&source, &limits, &goes_on).expect("the callback never stops it");
    // The search for reasons uses the rest of the budget, and its last look may cost a whole table.
    let most = 2 * (limits.looks + 16 * source.text.len() + CELLS) / WATCHED + 16;
    assert!(asked.get() <= most, "{} calls", asked.get());
    let few = Limits {
        looks: LOOKS / 64,
        ..limits
    };
    let codes = |found: &[dungeon_format::Diagnostic]| {
        let codes = found.iter().map(|found| found.code);
        codes.collect::<BTreeSet<Code>>()
    };
    let (all, few) = (codes(&all), codes(&read(&source, &few).1));
    let news: Vec<&Code> = few.difference(&all).collect();
    assert!(news.iter().all(|code| **code == Code::Unjudged), "{news:?}");
    assert!(read_while(&source, &limits, &|| false).is_none());
}

impl Dice {
    /// Returns a cell of a map of this size, 1-based.
    fn cell(&mut self, (width, height): (usize, usize)) -> (usize, usize) {
        (2 + self.below(width - 2), 2 + self.below(height - 2))
    }
}

/// Returns a file with a length of about `bytes`. The file may have errors, because `check` judges drafts, too.
pub fn mixture(seed: u64, bytes: usize) -> String {
    let mut dice = Dice::new(seed);
    let mut text = String::new();
    declare(&mut dice, &mut text);
    let vaults = dice.one(&["", "1", "12"]).parse().unwrap_or(0);
    for nth in 0..vaults {
        let _ = writeln!(text, "vault \"v{nth}\" flip=yes turn=yes");
        draw(
            &mut dice,
            &mut text,
            (9 + 6 * dice_size(nth), 5 + dice_size(nth)),
            true,
        );
        mark(&mut dice, &mut text);
    }
    let levels = 1 + dice.below(6);
    for nth in 0..levels {
        let _ = writeln!(text, "level \"L{nth}\"");
        let end = text.len() + bytes / levels;
        let size = match dice.below(3) {
            0 => {
                let size = (30 + dice.below(370), 20 + dice.below(40));
                let how = dice.one(&["rooms", "caves"]);
                let _ = writeln!(text, "map {how} {} {} vaults=yes", size.0, size.1);
                size
            }
            _ => {
                let size = (12 + dice.below(60), 8 + dice.below(20));
                draw(&mut dice, &mut text, size, false);
                mark(&mut dice, &mut text);
                size
            }
        };
        let _ = writeln!(text, "@ 2 2");
        let much = [dice.below(3), dice.below(3), dice.below(3)];
        while text.len() < end && much != [0; 3] {
            match dice.below(3) {
                0 if much[0] > 0 => scatter(&mut dice, &mut text, size),
                1 if much[1] > 0 => cause(&mut dice, &mut text, size),
                2 if much[2] > 0 => record(&mut dice, &mut text, size),
                _ => {}
            }
        }
    }
    text
}

fn dice_size(nth: usize) -> usize {
    nth % 4
}

/// Declares items with ranges, keys, kinds that bear others, and classes of both.
fn declare(dice: &mut Dice, text: &mut String) {
    let goal = dice.one(&["", "goal leave=yes\n", "goal kill=w\n", "goal take=$\n"]);
    text.push_str(goal);
    for glyph in ["a", "b", "c", "d", "e"] {
        let keys = [
            "wealth=1..9",
            "wealth=1..64 health=1..64",
            "opens=iron",
            "health=3",
        ];
        let _ = writeln!(text, "item {glyph} \"thing {glyph}\" {}", dice.one(&keys));
    }
    for glyph in ["m", "n", "o"] {
        let keys = ["health=1..60", "drops=a", "spawns=m:9", "through=walls"];
        let _ = writeln!(
            text,
            "kind {glyph} \"kind {glyph}\" is=wanderer {}",
            dice.one(&keys)
        );
    }
    text.push_str("class u m|n*3|o \"foes\"\nclass t a|b*2|c|$ \"finds\"\n");
}

/// Draws a map with marks A to D; a vault has a door.
fn draw(dice: &mut Dice, text: &mut String, (width, height): (usize, usize), is_vault: bool) {
    text.push_str("map\n");
    let share = dice.one(&["3", "20", "60"]).parse().unwrap_or(0);
    for y in 0..height {
        for x in 0..width {
            let is_rim = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            text.push_str(match dice.below(100) {
                _ if is_vault && (x, y) == (4, 0) => "+",
                _ if is_rim => "#",
                below if below < share => dice.one(&["A", "B", "C", "D"]),
                below if below < share + 12 => dice.one(&["#", "w", "$", "+", "a", "m"]),
                _ => ".",
            });
        }
        text.push('\n');
    }
    text.push_str("end\n");
}

/// Declares the meanings of the marks A to D.
fn mark(dice: &mut Dice, text: &mut String) {
    let meanings = [
        "#|.",
        "w|$|#",
        "+ locked=iron",
        "a 30%",
        "u|t|.",
        "#|. same=yes",
        ".",
        "$|b|c|d|e|w|m|#",
    ];
    for glyph in ["A", "B", "C", "D"] {
        let _ = writeln!(text, "mark {glyph} {}", dice.one(&meanings));
    }
    text.push_str(dice.one(&["", "shuffle A B\n", "shuffle A B C D\n"]));
}

fn scatter(dice: &mut Dice, text: &mut String, size: (usize, usize)) {
    let what = dice.one(&["$", "w", "#", "a", "c", "m", "u", "t", "^", "."]);
    let amount = dice.one(&["1", "3", "20%", "0..4", "90"]);
    let _ = write!(text, "scatter {what} {amount}");
    if dice.below(2) == 0 {
        let (from, to) = (dice.cell(size), dice.cell(size));
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        let _ = write!(text, " in={left},{top}..{right},{bottom}");
    }
    if dice.below(3) == 0 {
        let _ = write!(text, " away={}", dice.below(30));
    }
    text.push('\n');
}

fn cause(dice: &mut Dice, text: &mut String, size: (usize, usize)) {
    let [(x, y), (to_x, to_y)] = [dice.cell(size), dice.cell(size)];
    let event = dice.one(&["step", "leave", "opened", "take=a", "kill=w", "turn=9"]);
    let _ = if event.contains('=') {
        write!(text, "when {event}")
    } else {
        write!(text, "when {event}={x},{y}")
    };
    let effect = dice.one(&["tile", "open", "move", "give=c", "alarm=yes"]);
    let _ = match effect {
        "tile" => writeln!(text, " tile={to_x},{to_y} into=."),
        "open" | "move" => writeln!(text, " {effect}={to_x},{to_y}"),
        effect => writeln!(text, " {effect}"),
    };
}

fn record(dice: &mut Dice, text: &mut String, size: (usize, usize)) {
    let (x, y) = dice.cell(size);
    let said = ["$", "w", "#", "a", "m", "u", "t", "^", "+"];
    let glyph = dice.one(&said);
    let keys = match glyph {
        "^" => dice.one(&[" trap=teleport", " trap=teleport to=3,3", " trap=alarm"]),
        "m" => dice.one(&["", " health=3..9"]),
        "+" => dice.one(&["", " locked=iron"]),
        _ => "",
    };
    let _ = writeln!(text, "{glyph} {x} {y}{keys}");
}
