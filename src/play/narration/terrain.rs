//! Ground in words: what is alike is told together and in stretches, and of fences also where one gets past them.
use std::collections::BTreeSet;

use super::observer::{Fact, Observer, several};
use super::phrases::grouped;
use super::stretches::{self, Length};
use crate::dungeon::{Feature, Footing};
use crate::space::geometry::Point;
use crate::view::words::capitalised;

/// "9 fences, strength 3 of 5: 1 west to 5 west; 2 east."
pub fn told(eye: Observer<'_>, ground: Vec<Fact>, length: Length) -> Vec<String> {
    let sorts = sorts(ground).into_iter();
    sorts
        .map(|(what, cells)| {
            format!(
                "{}: {}.",
                capitalised(&what),
                stretches::told(eye, cells, length)
            )
        })
        .collect()
}

/// "no longer there: 2 fences, 1 west; 1 east."
pub fn gone(eye: Observer<'_>, ground: Vec<Fact>) -> Vec<String> {
    let told = grouped(ground).into_iter().map(|(name, cells)| {
        let many = several(cells.len(), &name);
        let places = stretches::told(eye, cells.iter().map(|one| one.at), Length::Long);
        format!("No longer there: {many}, {places}.")
    });
    told.collect()
}

/// Cells of one name and strength under what they are called: "9 fences, strength 3 of 5".
fn sorts(ground: Vec<Fact>) -> Vec<(String, Vec<Point>)> {
    let mut sorts = Vec::new();
    for (name, mut cells) in grouped(ground) {
        while let Some(more) = cells.first().map(|one| one.more.clone()) {
            let (alike, others): (Vec<_>, Vec<_>) =
                cells.into_iter().partition(|one| one.more == more);
            cells = others;
            let many = several(alike.len(), &name);
            let what = match more.as_str() {
                "" => many,
                more => format!("{many}, {more}"),
            };
            sorts.push((what, alike.iter().map(|one| one.at).collect()));
        }
    }
    sorts
}

/// The cells where one more fence would close a way; on the edge of a field nobody builds.
pub fn gaps(eye: Observer<'_>, fences: &BTreeSet<Point>) -> BTreeSet<Point> {
    let world = eye.world();
    let size = world.size(world.here());
    let is_open = |p: Point| {
        let is_ground = |tile: &crate::dungeon::Tile| tile.footing == Footing::Anyone;
        !fences.contains(&p) && size.contains(p) && eye.tile(p).is_some_and(is_ground)
    };
    let mut gaps = stretches::gaps(fences, eye.stand(), is_open);
    gaps.retain(|p| !eye.is_open_field() || size.contains_inside_rim(*p));
    gaps
}

/// The fences that are seen.
pub fn standing(eye: Observer<'_>) -> BTreeSet<Point> {
    let world = eye.world();
    let cells = world.size(world.here()).points();
    let is_fence = |p: &Point| {
        eye.is_in_reach(*p)
            && (eye.tile(*p)).is_some_and(|tile| matches!(tile.feature, Feature::Fence(_)))
    };
    cells.filter(is_fence).collect()
}
