//! Mends of `check` that name a cell: after the edit, a look at the map alone finds the thing in reach.
use std::sync::Arc;

use crate::cases::share;
use crate::dice::Dice;
use dungeon::Session;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::source::{Limits, Source};
use dungeon_model::space::geometry::Point;
use dungeon_players::{Budget, Reason, Verdict, prove_layout};

/// A random map of one level, with walls, one-way floor, pits, doors, windows, boulders and gold.
fn level(dice: &mut Dice) -> String {
    let (width, height) = (5 + dice.below(5), 3 + dice.below(3));
    const GLYPHS: &[u8] = b"####......#>vPDkBW$#+..##";
    let mut rows: Vec<Vec<u8>> = (0..height)
        .map(|_| {
            (0..width)
                .map(|_| GLYPHS[dice.below(GLYPHS.len())])
                .collect()
        })
        .collect();
    rows[dice.below(height)][dice.below(width)] = b'@';
    let mut gold = || (dice.below(height), dice.below(width));
    for (y, x) in [gold(), gold()] {
        if rows[y][x] != b'@' {
            rows[y][x] = b'$';
        }
    }
    let wall = "#".repeat(width + 2);
    let rows = rows
        .into_iter()
        .map(|row| format!("#{}#\n", String::from_utf8_lossy(&row)));
    let rows: String = rows.collect();
    format!(
        "item k \"key\" opens=red\ntile W \"window\" walk=no see=yes\ntile B \"boulder\" push=yes\n\
         tile > \"chute\" enter=e\ntile v \"slide\" enter=s\n\
         map\n{wall}\n{rows}{wall}\nend\nmark D + locked=red\nmark P ^ trap=teleport hidden=no\n"
    )
}

/// Returns the byte offset of a cell in the text of a level.
fn place(text: &str, cell: Point) -> u32 {
    let map = text.find("map\n").expect("a level has a map") + "map\n".len();
    let row = text[map..].lines().next().expect("a map has rows").len() + 1;
    (map + row * cell.y as usize + cell.x as usize) as u32
}

fn findings(text: &str) -> (bool, Vec<Diagnostic>) {
    let (dungeon, found) = dungeon::read(&Source::from_text("a.dng", text), &Limits::default());
    (dungeon.is_some(), found)
}

#[test]
fn opened_walls_bring_into_reach_what_they_are_opened_for() {
    let mut dice = Dice::new(7);
    let mut tried = 0;
    let mut vain = Vec::new();
    for _ in 0..share(3500) {
        let text = level(&mut dice);
        for found in findings(&text).1 {
            let Some(fix) = found.fix.filter(|_| found.code == Code::UnreachableItem) else {
                continue;
            };
            tried += 1;
            let mut mended = text.clone();
            mended.replace_range(fix.span.range(), &fix.replacement);
            let (_, left) = findings(&mended);
            let is_it = |left: &Diagnostic| left.code == found.code && left.span == found.span;
            let is_shut = |found: &Diagnostic| {
                found.code == Code::LockedIn && found.severity == Severity::Error
            };
            let was_shut = findings(&text).1.iter().any(is_shut);
            let is_shut = left.iter().any(is_shut);
            if left.iter().any(is_it) || is_shut && !was_shut {
                vain.push(format!("{}\n{:?}\n{text}", found.message, found.help));
                continue;
            }
            let Ok(session) = Session::from_text(&mended) else {
                continue;
            };
            let game = session.game();
            let dungeon = Arc::clone(game.world().dungeon());
            let proof = prove_layout(&dungeon, 0, &Budget::of_steps(10_000));
            let told = found.labels.iter().map(|label| label.span);
            let mut told = told.chain([found.span]).map(|span| span.start);
            if let Verdict::Unwinnable(no) = proof.verdict
                && let Reason::OutOfReach { at, .. } = no.reason
                && told.any(|start| start == place(&text, at))
            {
                vain.push(format!(
                    "layout: {} {:?}\n{:?}\n{text}",
                    found.message, no.reason, found.help
                ));
            }
        }
    }
    assert!(tried > share(300), "{tried} are tried");
    assert!(
        vain.is_empty(),
        "{} of {tried}:\n{}",
        vain.len(),
        vain[..vain.len().min(6)].join("\n")
    );
}
