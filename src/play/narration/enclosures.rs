//! What fences close in: who and what is inside, where they are weakest, and where those end that close nothing.
use std::collections::BTreeSet;

use super::observer::{Fact, Observer};
use super::stretches::{self, Length};
use super::terrain::{gaps, standing};
use crate::dungeon::Footing;
use crate::space::geometry::{Direction, Point};
use crate::space::rings::rings;
use crate::view::words::{counted, herd, roll};

/// So many cells at most are searched for what is closed in.
const LARGEST: usize = 100_000;

/// "Closed all round: 12 cells, with you and 4 cows; weakest fence, strength 1 of 5: 2 north.", or where the fences end if
/// they close nothing; nothing where no fence is.
pub fn told(eye: Observer<'_>, length: Length) -> Vec<String> {
    let fences = standing(eye);
    if fences.is_empty() {
        return Vec::new();
    }
    let (mut lines, mut gaps) = (Vec::new(), gaps(eye, &fences));
    if is_searched(eye) {
        let folds = folds(eye, &fences);
        gaps.retain(|p| !folds.iter().any(|fold| fold.cells.contains(p)));
        lines.extend(verdict(eye, &folds, &fences));
    }
    if !gaps.is_empty() {
        let places = stretches::told(eye, gaps, length);
        lines.push(format!("Gaps between the fences: {places}."));
    }
    lines
}

/// What is closed in and what is left outside, or where the fences end.
fn verdict(eye: Observer<'_>, folds: &[Enclosure], fences: &BTreeSet<Point>) -> Vec<String> {
    let world = eye.world();
    if folds.is_empty() {
        let ends = fences.iter().copied().filter(|p| is_end(*p, fences));
        let ends: BTreeSet<Point> = ends.collect();
        return vec![match ends.is_empty() {
            true => "Nothing is closed in by the fences.".to_owned(),
            false => format!(
                "Nothing is closed in by the fences, which end: {}.",
                stretches::told(eye, ends, Length::Short)
            ),
        }];
    }
    let mut lines: Vec<String> = folds.iter().map(|fold| fold.told(eye, fences)).collect();
    let herd_here = world.herd(world.here());
    let is_inside = |p: &&Point| folds.iter().any(|fold| fold.cells.contains(p));
    let outside = herd_here.len() - herd_here.iter().filter(is_inside).count();
    if outside > 0 {
        let (_, name) = herd(world);
        lines.push(format!("Outside: {}.", counted(outside as i64, &name)));
    }
    lines
}

/// Whether the level is one that is seen as a whole, and not too large to be searched at every line.
fn is_searched(eye: Observer<'_>) -> bool {
    let world = eye.world();
    eye.is_board() && world.size(world.here()).area() <= LARGEST
}

/// The same, if these fences close in more or less than those did.
pub fn changed(eye: Observer<'_>, before: &BTreeSet<Point>, now: &BTreeSet<Point>) -> Vec<String> {
    if before == now || !is_searched(eye) {
        return Vec::new();
    }
    let count = |fences| folds(eye, fences).iter().map(|fold| fold.cells.len()).sum();
    let (was, is): (usize, usize) = (count(before), count(now));
    match (was == is, now.is_empty()) {
        (true, _) => Vec::new(),
        (false, true) => vec!["Nothing is closed in any more.".to_owned()],
        (false, false) => verdict(eye, &folds(eye, now), now),
    }
}

/// Cells that hang together, from which no way leads to the edge.
struct Enclosure {
    cells: BTreeSet<Point>,
}

impl Enclosure {
    fn told(&self, eye: Observer<'_>, fences: &BTreeSet<Point>) -> String {
        let cells = match self.cells.len() {
            1 => "1 cell".to_owned(),
            n => format!("{n} cells"),
        };
        let inside = match self.inside(eye).as_str() {
            "" => String::new(),
            inside => format!(", with {inside}"),
        };
        let weakest = self.weakest(eye, fences);
        format!("Closed all round: {cells}{inside}{weakest}.")
    }

    /// "you, 4 cows and a hordling"
    fn inside(&self, eye: Observer<'_>) -> String {
        let world = eye.world();
        let (_, name) = herd(world);
        let cows = world.herd(world.here()).iter();
        let cows = cows.filter(|p| self.cells.contains(p)).count();
        let others = eye.seen().into_iter();
        let others = others.filter(|one| self.cells.contains(&one.at));
        let mut names: Vec<String> = others.map(|one| one.name).collect();
        names.extend(std::iter::repeat_n(name, cows));
        let told = roll(&names.iter().map(String::as_str).collect::<Vec<_>>());
        match (self.cells.contains(&eye.stand()), told.as_str()) {
            (true, "") => "you".to_owned(),
            (true, others) if others.contains(" and ") => format!("you, {others}"),
            (true, others) => format!("you and {others}"),
            (false, others) => others.to_owned(),
        }
    }

    /// "; weakest fence, strength 1 of 5: 2 north"
    fn weakest(&self, eye: Observer<'_>, fences: &BTreeSet<Point>) -> String {
        let is_around = |one: &Fact| fences.contains(&one.at) && touches(&self.cells, one.at);
        let mut around: Vec<Fact> = eye.raised().into_iter().filter(is_around).collect();
        let Some(least) = around.iter().map(|one| one.more.clone()).min() else {
            return String::new();
        };
        around.retain(|one| one.more == least);
        let places = stretches::told(eye, around.iter().map(|one| one.at), Length::Short);
        match around.len() {
            1 => format!("; the weakest fence, {least}: {places}"),
            n => format!("; the {n} weakest fences, {least}: {places}"),
        }
    }
}

/// What is closed in by fences, the largest first.
fn folds(eye: Observer<'_>, fences: &BTreeSet<Point>) -> Vec<Enclosure> {
    let world = eye.world();
    let size = world.size(world.here());
    // Whoever comes slips between corners, and what nobody knows may be open.
    let is_open = |p: Point| {
        let is_wall = |footing| matches!(footing, Footing::Nobody | Footing::Drifters);
        let is_shut = eye.tile(p).is_some_and(|tile| is_wall(tile.footing));
        size.contains(p) && !fences.contains(&p) && !is_shut
    };
    if fences.is_empty() {
        return Vec::new();
    }
    let outside: BTreeSet<Point> = rings(size.rim(), is_open).flatten().collect();
    let is_inside = |p: &Point| is_open(*p) && !outside.contains(p);
    let mut left: BTreeSet<Point> = size.points().filter(is_inside).collect();
    let mut folds = Vec::new();
    while let Some(first) = left.first().copied() {
        let cells: BTreeSet<Point> = rings([first], |p| left.contains(&p)).flatten().collect();
        left.retain(|p| !cells.contains(p));
        // Rooms of rock are no work of fences.
        if fences.iter().any(|p| touches(&cells, *p)) {
            folds.push(Enclosure { cells });
        }
    }
    folds.sort_by_key(|fold| std::cmp::Reverse(fold.cells.len()));
    folds
}

fn touches(cells: &BTreeSet<Point>, p: Point) -> bool {
    Direction::ALL.iter().any(|way| cells.contains(&(p + *way)))
}

/// Whether a row of fences ends here: on one side of it others follow, or none at all.
fn is_end(p: Point, fences: &BTreeSet<Point>) -> bool {
    let near: Vec<Point> = (Direction::ALL.iter().map(|way| p + *way))
        .filter(|near| fences.contains(near))
        .collect();
    match near.as_slice() {
        [] | [_] => true,
        [one, other] => one.manhattan(*other) == 1, // not the two arms of a corner
        _ => false,
    }
}

/// The fences among what was raised or left.
pub fn fences<'a>(ground: impl Iterator<Item = &'a Fact>) -> BTreeSet<Point> {
    let is_fence = |one: &&Fact| one.more.starts_with("strength");
    ground.filter(is_fence).map(|one| one.at).collect()
}
