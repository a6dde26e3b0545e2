//! Findings of `check` about paths that causes open and close, compared with an exhaustive search: a thing reported as
//! out of reach is never taken, and a cause reported as idle never occurs.
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::sync::Arc;

use dungeon_engine::action::Action;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::parse::parse;
use dungeon_format::resolve::resolve;
use dungeon_format::source::{Limits, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::{CauseId, Dungeon};
use dungeon_model::space::geometry::{Direction, Point};

use super::levels_tried;
use crate::scenario::L;
use crate::scenario::dice::Dice;
use crate::support::begun;

/// The maximum number of states.
const MOST_STATES: usize = 3_000;

/// The last turn that a cause of these rooms counts.
const COUNTED: u32 = 4;

/// A room of walls, doors and things, with two to five causes that change it.
fn room(nth: u64) -> String {
    let dice = &mut Dice::new(nth);
    let (width, height) = (4 + dice.below(4), 2 + dice.below(3));
    let mut cells = vec![vec!['.'; width]; height];
    let walls = width * height * (2 + dice.below(3)) / 8;
    for _ in 0..walls {
        cells[dice.below(height)][dice.below(width)] = '#';
    }
    for glyph in ['+', 'L', 'k', '$', '^', '@'] {
        if matches!(glyph, '$' | '@') || dice.below(2) == 0 {
            cells[dice.below(height)][dice.below(width)] = glyph;
        }
    }
    let trap = format!("{},{}", 2 + dice.below(width), 2 + dice.below(height));
    let mut text = "hero health=1000000 manna=1000000\nitem k \"key\" opens=iron\nmap\n".to_owned();
    writeln!(text, "{}", "#".repeat(width + 2)).expect("memory");
    for row in cells {
        writeln!(text, "#{}#", row.into_iter().collect::<String>()).expect("memory");
    }
    writeln!(text, "{}\nend", "#".repeat(width + 2)).expect("memory");
    if text.contains('L') {
        text += "mark L + locked=iron\n";
    }
    if text.contains('^') {
        writeln!(text, "mark ^ ^ trap=teleport to={trap} once=yes").expect("memory");
    }
    for _ in 0..2 + dice.below(4) {
        let mut cell = || format!("{},{}", 2 + dice.below(width), 2 + dice.below(height));
        let (here, there) = (cell(), cell());
        let event = match dice.below(7) {
            0..=2 => format!("step={here}"),
            3 => format!("leave={here}"),
            4 => "take=k".to_owned(),
            5 => format!("opened={here}"),
            _ => format!("turn={}", 1 + dice.below(3)),
        };
        let effect = match dice.below(8) {
            0..=2 => format!("tile={there} into=."),
            3 => format!("tile={there} into=#"),
            4 => format!("tile={there} into=+"),
            5 => format!("open={there}"),
            6 => format!("move={there}"),
            _ => "give=k".to_owned(),
        };
        writeln!(text, "when {event} {effect}").expect("memory");
    }
    text
}

/// Returns the dungeon of a text, even if the text has errors.
fn draft(source: &Source) -> Option<Dungeon> {
    let limits = Limits::default();
    let (syntax, _) = parse(source, &limits);
    Some(resolve(source, &syntax, &limits).0?.dungeon)
}

/// Everything that can happen in a game.
#[derive(Default)]
struct Facts {
    taken: BTreeSet<Point>,
    caused: BTreeSet<CauseId>,
    /// Whether the search stopped at the maximum number of states.
    is_open: bool,
}

/// Plays every line of a game with one level and no body except the hero.
fn facts(start: &Game) -> Facts {
    let mut facts = Facts::default();
    let mut seen = HashSet::from([key(start)]);
    let mut open = vec![start.clone()];
    while let Some(game) = open.pop() {
        let ways = Direction::ALL.map(Action::Step);
        for action in ways.into_iter().chain([Action::Wait]) {
            let mut next = game.clone();
            if next.step(action).is_err() {
                continue;
            }
            for event in next.events() {
                match event {
                    Event::Taken { at, .. } => drop(facts.taken.insert(*at)),
                    Event::Caused { cause } => drop(facts.caused.insert(*cause)),
                    _ => {}
                }
            }
            if next.outcome().is_none() && seen.insert(key(&next)) {
                open.push(next);
            }
        }
        if seen.len() > MOST_STATES {
            facts.is_open = true;
            break;
        }
    }
    facts
}

/// Returns everything that decides the course of such a game: terrain, items, the hero and whether it has the key, the
/// causes that have occurred, and the turn as far as they count it.
fn key(game: &Game) -> Vec<u32> {
    let world = game.world();
    let hero = world.body(world.commanded()).at;
    let cells = world.size(L).points().map(|p| world.cell(L, p));
    let mut key: Vec<u32> = cells
        .map(|cell| u32::from(cell.tile.0) << 16 | u32::from(cell.item.0))
        .collect();
    let causes = (0..).map(CauseId).zip(world.dungeon().causes());
    key.extend(causes.map(|(cause, _)| u32::from(world.is_spent(cause))));
    let has_key = u32::from(!world.held().is_empty());
    key.extend([
        hero.x as u32,
        hero.y as u32,
        has_key,
        world.turn().min(COUNTED),
    ]);
    key
}

#[test]
fn nothing_that_causes_bring_about_is_called_impossible() {
    let (mut shut, mut idle, mut clean) = (0, 0, 0);
    for nth in levels_tried(400) {
        let text = room(nth);
        let source = Source::from_text("room.dng", text.as_str());
        let found = read(&source, &Limits::default()).1;
        let of = |code: Code| found.iter().filter(move |found| found.code == code);
        let is_judged = |found: &Diagnostic| {
            let judged = [Code::UnreachableItem, Code::IdleCause, Code::NoSuchKey];
            judged.contains(&found.code) || found.severity == Severity::Warning
        };
        let Some(dungeon) = draft(&source).filter(|_| found.iter().all(is_judged)) else {
            continue;
        };
        let places = dungeon.levels()[0].items.clone();
        let facts = facts(&begun(Arc::new(dungeon), 0));
        for found in of(Code::UnreachableItem) {
            let said = &source.text[found.span.range()];
            let lies = places.iter().filter(|(p, _)| cell(&text, *p) == said);
            for (p, _) in lies {
                assert!(
                    !facts.taken.contains(p),
                    "{p} is taken, {nth}:\n{text}{found:?}"
                );
                shut += 1;
            }
        }
        let records: Vec<usize> = text.match_indices("when ").map(|(at, _)| at).collect();
        for found in
            of(Code::IdleCause).filter(|found| found.message.raw().ends_with("never triggers"))
        {
            let place = found.span.start as usize;
            let nth_cause = records.partition_point(|at| *at < place) - 1;
            let is_caused = facts.caused.contains(&CauseId(nth_cause as u16));
            assert!(!is_caused, "{nth_cause} occurs, {nth}:\n{text}{found:?}");
            idle += 1;
        }
        clean += usize::from(found.is_empty());
    }
    println!("{shut} things shut off, {idle} idle causes, {clean} rooms without a finding");
}

/// Returns the character of a room at a cell.
fn cell(text: &str, p: Point) -> String {
    let mut rows = text.lines().skip_while(|line| *line != "map").skip(1);
    let row = rows.nth(p.y as usize).unwrap_or_default();
    row.chars().nth(p.x as usize).into_iter().collect()
}
