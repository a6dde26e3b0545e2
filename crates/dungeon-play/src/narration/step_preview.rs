//! A preview of each possible step: the distances of the enemies from the cell where the step ends. A player with a
//! screen sees these at a glance.
use super::facts::Fact;
use super::observer::Observer;
use crate::view::words::{capitalised, direction, one, with_indefinite_article};
use dungeon_model::space::geometry::{Neighbours, Point};

/// The largest distance of an enemy that is mentioned, in steps.
const NEAR: u32 = 6;

/// The maximum number of enemies mentioned for each step.
const MOST: usize = 4;

/// Returns the enemies near the hero's cell and near the end of each step, with equal results on one line: "Here: an
/// enemy beside you, a hound 4 steps away.", "East, south: an enemy 2 steps away."
pub fn describe(observer: Observer<'_>) -> Vec<String> {
    let rules = observer.screen.observed.game.rules();
    if rules.face().pointing().is_some() {
        return vec![NO_STEPS.to_owned()];
    }
    let them = observer.seen();
    let mut outcomes: Vec<(String, Vec<&str>)> = Vec::new();
    let mut tell = |name, what| match outcomes.iter_mut().find(|(other, _)| *other == what) {
        Some((_, names)) => names.push(name),
        None => outcomes.push((what, vec![name])),
    };
    tell("here", enemies_around(observer, &them, observer.stand()));
    for way in rules.neighbours().directions() {
        let p = observer.stand() + *way;
        let there = them.iter().find(|one| one.at == p);
        let what = match there {
            Some(who) => format!("{} is there", with_indefinite_article(&who.name)),
            None if observer.carries(p) => enemies_around(observer, &them, p),
            None => observer
                .end_of_way(*way, 0)
                .unwrap_or_else(|| "a wall".to_owned()),
        };
        tell(direction(*way), what);
    }
    let lines = outcomes.into_iter();
    lines
        .map(|(what, names)| format!("{}: {what}.", capitalised(&names.join(", "))))
        .collect()
}

/// Returns the enemies near a cell: "an enemy beside you, a hound 3 steps away".
fn enemies_around(observer: Observer<'_>, them: &[Fact], p: Point) -> String {
    let far = |one: &&Fact| match observer.screen.observed.game.rules().neighbours() {
        Neighbours::Four => p.manhattan(one.at),
        Neighbours::Eight => p.chebyshev(one.at),
    };
    let mut near: Vec<&Fact> = them.iter().filter(|one| far(one) <= NEAR).collect();
    near.sort_by_key(far);
    let outcomes: Vec<String> = (near.iter().take(MOST))
        .map(|who| match far(who) {
            1 => format!("{} beside you", one(&who.name)),
            n => format!("{} {n} steps away", one(&who.name)),
        })
        .collect();
    if outcomes.is_empty() {
        format!("no monster within {NEAR} steps")
    } else {
        outcomes.join(", ")
    }
}

/// The answer to `steps` in games played by pointing.
const NO_STEPS: &str =
    "Units don't walk step by step in this game: `range` lists where they can go.";
