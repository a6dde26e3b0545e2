//! Areas enclosed by fences: the bodies and animals inside, the weakest surrounding fence, and the ends of rows of
//! fences that enclose nothing.
use std::collections::BTreeSet;

use super::facts::{Fact, FactKind};
use super::observer::{Observer, is_wall};
use super::phrases::details;
use super::stretches::{self, ListLength};
use super::terrain::{fences, gaps};
use crate::view::words::{counted, enumeration, groups, herd, number_of, preceded};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::rings::rings;

/// The maximum size, in cells, of a level that is searched for enclosures.
const LARGEST: usize = 100_000;

/// Returns the enclosures, such as "Enclosed: 12 cells, with you and 4 cows; the weakest fence, strength 1 of 5: 2
/// north." If the fences enclose nothing, returns where they end. Empty without fences.
pub fn describe(observer: Observer<'_>, length: ListLength) -> Vec<String> {
    let fences = fences(&observer.ground_noticed());
    if fences.is_empty() {
        return Vec::new();
    }
    let (mut lines, mut gaps) = (Vec::new(), gaps(observer, &fences));
    if is_searched(observer) {
        let enclosures = enclosures(observer, &fences);
        gaps.retain(|p| !enclosures.iter().any(|one| one.cells.contains(p)));
        lines.extend(enclosure_lines(observer, &enclosures, &fences));
    }
    if !gaps.is_empty() {
        let places = stretches::describe(observer, gaps, length);
        lines.push(format!("Gaps between the fences: {places}."));
    }
    lines
}

/// Returns the contents of the enclosures and the things outside; if the fences enclose nothing, returns where they
/// end.
fn enclosure_lines(
    observer: Observer<'_>,
    enclosures: &[Enclosure],
    fences: &BTreeSet<Point>,
) -> Vec<String> {
    let world = observer.world();
    if enclosures.is_empty() {
        let ends = fences.iter().copied().filter(|p| is_end(*p, fences));
        let ends: BTreeSet<Point> = ends.collect();
        return vec![if ends.is_empty() {
            "The fences enclose nothing.".to_owned()
        } else {
            format!(
                "The fences enclose nothing. Their ends: {}.",
                stretches::describe(observer, ends, ListLength::Short)
            )
        }];
    }
    let mut lines: Vec<String> = enclosures
        .iter()
        .map(|one| one.describe(observer, fences))
        .collect();
    let is_outside = |p: &&Point| !enclosures.iter().any(|one| one.cells.contains(p));
    let outside = world.herd(world.here()).iter().filter(is_outside).count();
    if outside > 0 {
        let (_, name) = herd(world);
        lines.push(format!("Outside: {}.", counted(outside as i64, &name)));
    }
    lines
}

/// Whether the level is seen as a whole, and small enough to be searched after every line.
fn is_searched(observer: Observer<'_>) -> bool {
    let world = observer.world();
    observer.is_board() && world.size(world.here()).area() <= LARGEST
}

/// Returns the enclosures if their number of cells has changed; otherwise empty.
pub fn changed(
    observer: Observer<'_>,
    before: &BTreeSet<Point>,
    now: &BTreeSet<Point>,
) -> Vec<String> {
    if before == now || !is_searched(observer) {
        return Vec::new();
    }
    let count =
        |enclosures: &[Enclosure]| -> usize { enclosures.iter().map(|one| one.cells.len()).sum() };
    let enclosures_now = enclosures(observer, now);
    match (
        count(&enclosures(observer, before)) == count(&enclosures_now),
        now.is_empty(),
    ) {
        (true, _) => Vec::new(),
        (false, true) => vec!["The fences no longer enclose anything.".to_owned()],
        (false, false) => enclosure_lines(observer, &enclosures_now, now),
    }
}

/// Connected cells from which no way leads to the edge.
struct Enclosure {
    cells: BTreeSet<Point>,
}

impl Enclosure {
    fn describe(&self, observer: Observer<'_>, fences: &BTreeSet<Point>) -> String {
        let cells = number_of(self.cells.len() as i64, "cell");
        let inside = preceded(", with ", &self.inside(observer));
        let weakest = self.weakest(observer, fences);
        format!("Enclosed: {cells}{inside}{weakest}.")
    }

    /// Returns the bodies and animals inside: "you, 4 cows and a hordling".
    fn inside(&self, observer: Observer<'_>) -> String {
        let world = observer.world();
        let is_inside = |p: &Point| self.cells.contains(p);
        let (_, animal) = herd(world);
        let animals = world.herd(world.here()).iter().filter(|p| is_inside(p));
        let enemies = observer.seen().into_iter().filter(|one| is_inside(&one.at));
        let names = enemies.map(|one| one.name);
        let names = names.chain(animals.map(|_| animal.clone()));
        let others = groups(names, |count, name| counted(count as i64, name));
        let you = is_inside(&observer.stand()).then(|| "you".to_owned());
        enumeration(you.into_iter().chain(others))
    }

    /// Returns the weakest fence around the enclosure: "; the weakest fence, strength 1 of 5: 2 north".
    fn weakest(&self, observer: Observer<'_>, fences: &BTreeSet<Point>) -> String {
        let mut around: Vec<Fact> = observer.raised();
        around.retain(|one| fences.contains(&one.at) && touches(&self.cells, one.at));
        let strength = |one: &Fact| match one.kind {
            FactKind::Fence { strength, most } => Some((strength, most)),
            _ => None,
        };
        let Some(least) = around.iter().filter_map(strength).min() else {
            return String::new();
        };
        around.retain(|one| strength(one) == Some(least));
        let places =
            stretches::describe(observer, around.iter().map(|one| one.at), ListLength::Short);
        let strength = details(&around[0]).concat();
        match around.len() {
            1 => format!("; the weakest fence, {strength}: {places}"),
            n => format!("; the {n} weakest fences, {strength}: {places}"),
        }
    }
}

/// Returns the areas that fences enclose, largest first.
fn enclosures(observer: Observer<'_>, fences: &BTreeSet<Point>) -> Vec<Enclosure> {
    let world = observer.world();
    let size = world.size(world.here());
    // Enemies pass between diagonal fences, and a cell that was never seen may be open.
    let is_open = |p: Point| {
        let is_shut = observer.tile(p).is_some_and(is_wall);
        size.contains(p) && !fences.contains(&p) && !is_shut
    };
    if fences.is_empty() {
        return Vec::new();
    }
    let outside: BTreeSet<Point> = rings(size.rim(), is_open).flatten().collect();
    let is_inside = |p: &Point| is_open(*p) && !outside.contains(p);
    let mut left: BTreeSet<Point> = size.points().filter(is_inside).collect();
    let mut enclosures = Vec::new();
    while let Some(first) = left.first().copied() {
        let cells: BTreeSet<Point> = rings([first], |p| left.contains(&p)).flatten().collect();
        left.retain(|p| !cells.contains(p));
        // Rooms enclosed by rock alone do not count.
        if fences.iter().any(|p| touches(&cells, *p)) {
            enclosures.push(Enclosure { cells });
        }
    }
    enclosures.sort_by_key(|one| std::cmp::Reverse(one.cells.len()));
    enclosures
}

fn touches(cells: &BTreeSet<Point>, p: Point) -> bool {
    Direction::ALL.iter().any(|way| cells.contains(&(p + *way)))
}

/// Whether a row of fences ends at a cell: fences border on the cell on at most one side.
fn is_end(p: Point, fences: &BTreeSet<Point>) -> bool {
    let near: Vec<Point> = (Direction::ALL.iter().map(|way| p + *way))
        .filter(|near| fences.contains(near))
        .collect();
    match near.as_slice() {
        [] | [_] => true,
        [one, other] => one.manhattan(*other) == 1, // two neighbors on the same side, not the arms of a corner
        _ => false,
    }
}
