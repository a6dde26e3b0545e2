//! The fewest turns of a win, and the essentially different wins, compared with a judge that tries every line.
use std::collections::{BTreeMap, BTreeSet, HashSet};

use dungeon_engine::action::Action;
use dungeon_engine::event::{Event, Outcome};
use dungeon_engine::game::Game;
use dungeon_players::{Budget, Verdict, different_wins, prove_game, shortest_win};

use super::levels;
use super::{levels_tried, read};
use crate::dice::Dice;
use crate::support::begun;

/// The marks of a line in their order, as words.
type Story = Vec<String>;

/// The maximum number of marks in a story of the judge.
const LONGEST: usize = 5;

/// The maximum number of states in all stories of the judge.
const MOST: usize = 6_000;

fn marks(game: &Game, story: &mut Story) {
    let marks = game.events().iter().filter_map(|event| match event {
        Event::Taken { at, .. } => Some(format!("take {at}")),
        Event::Opened(on) if game.world().dungeon().tile(on.tile).name == "locked door" => {
            Some(format!("open {}", on.at))
        }
        Event::Pushed { from, to, .. } => Some(format!("push {from} {to}")),
        Event::Died { who, .. } => Some(format!("kill {who:?}")),
        Event::Left { at, .. } => Some(format!("leave {at}")),
        _ => None,
    });
    let marks: Vec<String> = marks.collect();
    if !marks.is_empty() {
        story.push(marks.join(", "));
    }
}

/// Returns the place of everything, which decides a game without harm and without other actors.
fn places(game: &Game) -> Vec<u16> {
    let world = game.world();
    let (here, hero) = (world.here(), world.body(world.commanded()).at);
    let cells = world.size(here).points().map(|p| world.cell(here, p));
    let cells = cells.flat_map(|cell| [cell.tile.0, cell.item.0]);
    [hero.x as u16, hero.y as u16]
        .into_iter()
        .chain(cells)
        .collect()
}

/// Whether one story has all marks of another in the same order.
fn contains(story: &Story, part: &Story) -> bool {
    let mut marks = story.iter();
    part.iter().all(|mark| marks.any(|other| other == mark))
}

/// Returns the winning stories of at most `LONGEST` marks, without those that contain another; `None` if there are too
/// many states.
fn stories(start: &Game) -> Option<BTreeSet<Story>> {
    let mut seen = HashSet::new();
    let mut open = vec![(Story::new(), start.clone())];
    let mut won = BTreeSet::new();
    let mut legal = Vec::new();
    while let Some((story, game)) = open.pop() {
        game.legal_actions(&mut legal);
        for action in legal.drain(..) {
            let mut child = game.clone();
            child.step(action).expect("a legal action");
            let mut longer = story.clone();
            marks(&child, &mut longer);
            if longer.len() > LONGEST {
                continue;
            }
            match child.outcome() {
                Some(Outcome::Won) => drop(won.insert(longer)),
                Some(_) => {}
                None if seen.insert((longer.clone(), places(&child))) => {
                    open.push((longer, child));
                }
                None => {}
            }
        }
        if seen.len() > MOST {
            return None;
        }
    }
    let all = won.clone();
    won.retain(|story| {
        !all.iter()
            .any(|part| part != story && contains(story, part))
    });
    Some(won)
}

fn told(start: &Game, line: &[dungeon::Action]) -> Story {
    let (mut game, mut story) = (start.clone(), Story::new());
    for action in line {
        game.step(*action).expect("a legal action");
        marks(&game, &mut story);
    }
    assert_eq!(game.outcome(), Some(Outcome::Won));
    story
}

/// A tiny level of explore without monsters.
fn level(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let (width, height) = (3 + dice.below(3), 2);
    let cells = (0..height).map(|_| {
        let row: String = (0..width)
            .map(|_| dice.one(&['.', '.', '#', '$', 'k', 'D', 'B']))
            .collect();
        format!("#{row}#\n")
    });
    let wall = "#".repeat(width + 2);
    let cells: String = cells.collect();
    format!(
        "hero health=9 max=9\nitem k \"key\" opens=red\ntile B \"boulder\" push=yes\nmap\n{wall}\n#@{}#\n{cells}{wall}\nend\nmark D + locked=red\n",
        ".".repeat(width - 1)
    )
}

#[test]
fn essentially_different_wins_are_those_of_a_judge_who_tries_every_line() {
    let mut judged = BTreeMap::new();
    let [mut refused, mut too_many] = [0, 0];
    for nth in levels_tried(200) {
        let Some(dungeon) = read(&level(nth)) else {
            refused += 1;
            continue;
        };
        let start = begun(dungeon, 0);
        let Some(expected) = stories(&start) else {
            too_many += 1;
            continue;
        };
        let wins = different_wins(&start, 1_000, &Budget::of_steps(20_000));
        let found: Vec<Story> = wins.lines.iter().map(|line| told(&start, line)).collect();
        let short: BTreeSet<Story> = found
            .iter()
            .filter(|story| story.len() <= LONGEST)
            .cloned()
            .collect();
        if wins.are_all {
            assert_eq!(short, expected, "{}", level(nth))
        } else {
            assert!(short.is_subset(&expected), "{}", level(nth))
        }
        assert_eq!(
            found.iter().collect::<BTreeSet<_>>().len(),
            found.len(),
            "each once"
        );
        *judged.entry(found.len().min(3)).or_insert(0) += 1;
    }
    println!(
        "wins (up to 3) of levels: {judged:?}; {refused} refused, {too_many} of too many states"
    );
    assert!(judged.len() >= 3, "{judged:?}");
}

/// Returns the first turn in which any line wins, if one wins before the turn `known`; `None` if there are too many
/// states.
fn fewest_turns(start: &Game, known: u32) -> Option<u32> {
    let mut fewest = known;
    let mut open = vec![start.clone()];
    let mut seen = HashSet::from([start.exact_hash()]);
    let mut legal = Vec::new();
    while let Some(game) = open.pop() {
        game.legal_actions(&mut legal);
        // If time passes by itself, the player may also let it pass.
        if game.check(Action::Idle).is_ok() {
            legal.push(Action::Idle);
        }
        for action in legal.drain(..) {
            let mut child = game.clone();
            child.step(action).expect("a legal action");
            let mut ends = child.events().iter().filter_map(|event| match event {
                Event::Ended { turn, .. } => Some(*turn),
                _ => None,
            });
            match child.outcome() {
                Some(Outcome::Won) => fewest = fewest.min(ends.next_back().expect("an end")),
                None if child.world().turn() < known && seen.insert(child.exact_hash()) => {
                    open.push(child);
                }
                _ => {}
            }
        }
        if seen.len() > MOST {
            return None;
        }
    }
    Some(fewest)
}

#[test]
fn the_shortest_win_is_that_of_a_judge_who_tries_every_line_and_a_bound_is_never_above_it() {
    let [mut exact, mut bounds] = [0, 0];
    for nth in levels_tried(150) {
        let level = levels::level(nth);
        let Some(dungeon) = read(&level.text) else {
            continue;
        };
        let start = begun(dungeon, level.seed);
        let Verdict::Winnable(line) = prove_game(&start, &Budget::of_steps(20_000)).verdict else {
            continue;
        };
        let known = shortest_win(&start, &line, &Budget::of_steps(0)).expect("it wins");
        let Some(expected) = fewest_turns(&start, known.turns) else {
            continue;
        };
        for steps in [10, 50, 500, 50_000] {
            let found = shortest_win(&start, &line, &Budget::of_steps(steps)).expect("it wins");
            assert!(
                found.at_least <= expected && expected <= found.turns,
                "{found:?}, {expected}\n{}",
                level.text
            );
            exact += u32::from(found.at_least == found.turns);
            bounds += u32::from(found.at_least < found.turns);
        }
    }
    println!("{exact} shortest wins, {bounds} bounds");
    assert!(exact > 20 && bounds > 5, "{exact}, {bounds}");
}

#[test]
fn the_shortest_ways_prove_that_no_win_is_shorter_without_a_search() {
    let text = "map\n###############\n#@....+.....w$#\n#.....#.......#\n###############\nend\n";
    let game = begun(read(text).expect("a sound dungeon"), 0);
    let proof = prove_game(&game, &Budget::of_steps(20_000));
    let Verdict::Winnable(line) = proof.verdict else {
        panic!("{proof:?}");
    };
    let shortest = shortest_win(&game, &line, &Budget::of_steps(1)).expect("the line wins");
    assert_eq!(shortest.at_least, 13, "{shortest:?}");
}
