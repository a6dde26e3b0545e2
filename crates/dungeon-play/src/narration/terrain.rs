//! Terrain in words, with equal cells described together in stretches. Also finds the gaps between fences.
use std::collections::BTreeSet;

use super::facts::Fact;
use super::observer::Observer;
use super::phrases::{details, grouped_by, grouped_by_name};
use super::stretches::{self, ListLength};
use crate::view::words::{capitalised, several};
use dungeon_model::dungeon::{Footing, Tile};
use dungeon_model::space::geometry::Point;

/// Returns a line for all cells with the same name and strength: "9 fences, strength 3 of 5: 1 west to 5 west; 2 east."
pub fn describe<'a>(
    observer: Observer<'_>,
    terrain: impl IntoIterator<Item = &'a Fact>,
    length: ListLength,
) -> Vec<String> {
    let phrases = phrases(observer, terrain, length).into_iter();
    phrases
        .map(|phrase| format!("{}.", capitalised(&phrase)))
        .collect()
}

/// Returns phrases for all cells with the same name and strength: "9 fences, strength 3 of 5: 1 west to 5 west; 2
/// east".
pub fn phrases<'a>(
    observer: Observer<'_>,
    terrain: impl IntoIterator<Item = &'a Fact>,
    length: ListLength,
) -> Vec<String> {
    let mut phrases = Vec::new();
    for (name, cells) in grouped_by_name(terrain) {
        for (detail, alike) in grouped_by(cells, details) {
            let many = several(alike.len(), name);
            let what: Vec<String> = [vec![many], detail].concat();
            let places = stretches::describe(observer, alike.iter().map(|one| one.at), length);
            phrases.push(format!("{}: {places}", what.join(", ")));
        }
    }
    phrases
}

/// Returns lines for terrain that is gone: "No longer there: 2 fences, 1 west; 1 east."
pub fn describe_gone<'a>(
    observer: Observer<'_>,
    terrain: impl IntoIterator<Item = &'a Fact>,
) -> Vec<String> {
    let phrases = grouped_by_name(terrain).into_iter().map(|(name, cells)| {
        let many = several(cells.len(), name);
        let places =
            stretches::describe(observer, cells.iter().map(|one| one.at), ListLength::Long);
        format!("Gone: {many}, {places}.")
    });
    phrases.collect()
}

/// Returns the cells where one more fence would close a gap. Leaves out the edge of an open field, where fences cannot
/// be built.
pub fn gaps(observer: Observer<'_>, fences: &BTreeSet<Point>) -> BTreeSet<Point> {
    let world = observer.world();
    let size = world.size(world.here());
    let is_open = |p: Point| {
        let is_ground = |tile: &Tile| tile.footing == Footing::Anyone;
        !fences.contains(&p) && size.contains(p) && observer.tile(p).is_some_and(is_ground)
    };
    let mut gaps = stretches::gaps(fences, observer.stand(), is_open);
    gaps.retain(|p| !observer.is_open_field() || size.contains_inside_rim(*p));
    gaps
}

/// Returns the cells of the fences among facts.
pub fn fences<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> BTreeSet<Point> {
    let fences = facts.into_iter().filter(|fact| fact.is_fence());
    fences.map(|fact| fact.at).collect()
}
