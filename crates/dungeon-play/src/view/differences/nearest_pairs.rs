//! Which things of two lists are the same: what stands where it stood, then what is nearest to where one of its class
//! stood.
use std::collections::{BTreeMap, HashMap, HashSet};

use dungeon_model::space::geometry::Point;

/// A thing on a cell, as far as it is compared.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The cell; of the first list where it would be in the second.
    pub at: Point,
    /// What sort of thing it is.
    pub class: u32,
    /// A sum over what else is said of it.
    pub own: u64,
}

/// Two lists of things compared, by their places in the lists.
#[derive(Debug, Default)]
pub struct PairedThings {
    /// The things that are in both: each in the first list, and in the second.
    pub pairs: Vec<(usize, usize)>,
    /// The things of the first list that are not in the second, in ascending order.
    pub removed: Vec<usize>,
    /// The things of the second list that are not in the first, in ascending order.
    pub added: Vec<usize>,
}

/// The most pairs of one class that are looked at for the nearest: so many as 256 things that are moved at once. Of more
/// things than that nobody would read where each went.
const MOST_PAIRS: usize = 1 << 16;

/// Pairs the things of two lists, each with one at most.
pub fn paired(before: &[Placed], after: &[Placed]) -> PairedThings {
    let key = |thing: &Placed| (thing.at, thing.class);
    let there: HashMap<_, usize> = { after.iter().enumerate() }
        .map(|(nth, thing)| (key(thing), nth))
        .collect();
    let mut is_left = [vec![true; before.len()], vec![true; after.len()]];
    let mut pairs = Vec::new();
    for (one, thing) in before.iter().enumerate() {
        if let Some(other) = there.get(&key(thing)).filter(|nth| is_left[1][**nth]) {
            pairs.push((one, *other));
            (is_left[0][one], is_left[1][*other]) = (false, false);
        }
    }
    let like = |thing: &Placed| (thing.class, thing.own);
    let alike = |thing: &Placed| (thing.class, 0);
    for key in [&like as &dyn Fn(&Placed) -> (u32, u64), &alike] {
        let mut groups: BTreeMap<_, [Vec<usize>; 2]> = BTreeMap::new();
        for (side, all) in [before, after].into_iter().enumerate() {
            for (nth, thing) in all
                .iter()
                .enumerate()
                .filter(|(nth, _)| is_left[side][*nth])
            {
                groups.entry(key(thing)).or_default()[side].push(nth);
            }
        }
        for [ones, others] in groups.values() {
            for (one, other) in nearest(before, after, ones, others) {
                pairs.push((one, other));
                (is_left[0][one], is_left[1][other]) = (false, false);
            }
        }
    }
    pairs.sort_unstable();
    let left = |side: &[bool]| (0..side.len()).filter(|nth| side[*nth]).collect();
    PairedThings {
        pairs,
        removed: left(&is_left[0]),
        added: left(&is_left[1]),
    }
}

/// Pairs of things of one class, the nearest first; none for too many of them.
fn nearest(
    before: &[Placed],
    after: &[Placed],
    ones: &[usize],
    others: &[usize],
) -> Vec<(usize, usize)> {
    if ones.len().saturating_mul(others.len()) > MOST_PAIRS {
        return Vec::new();
    }
    let pairs = ones.iter().flat_map(|one| {
        let distance = |other: usize| before[*one].at.manhattan(after[other].at);
        others
            .iter()
            .map(move |other| (distance(*other), *one, *other))
    });
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_unstable();
    let mut taken = [HashSet::new(), HashSet::new()];
    pairs.retain(|(_, one, other)| {
        let is_free = !taken[0].contains(one) && !taken[1].contains(other);
        if is_free {
            taken[0].insert(*one);
            taken[1].insert(*other);
        }
        is_free
    });
    pairs
        .into_iter()
        .map(|(_, one, other)| (one, other))
        .collect()
}
