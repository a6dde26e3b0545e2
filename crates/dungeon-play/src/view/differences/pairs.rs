//! Matching the things of two lists: records by keys, and things on boards by cell, name and distance.
use std::collections::{BTreeMap, HashMap};

use super::facts::Facts;
use dungeon_model::space::geometry::Point;

/// Pairs each thing of the second list with at most one thing of the first list. Things with equal first keys are
/// paired in list order, then the remaining things with equal second keys, and so on. The lists contain the keys of the
/// things; `None` matches nothing. Returns the index of the partner in the first list for each thing of the second
/// list.
pub fn paired_by<const N: usize>(
    before: &[[Option<String>; N]],
    after: &[[Option<String>; N]],
) -> Vec<Option<usize>> {
    let mut is_left = vec![true; before.len()];
    let mut partners = vec![None; after.len()];
    for nth_key in 0..N {
        let mut left: HashMap<&String, Vec<usize>> = HashMap::new();
        for (nth, keys) in before.iter().enumerate().rev() {
            if let Some(key) = keys[nth_key].as_ref().filter(|_| is_left[nth]) {
                left.entry(key).or_default().push(nth);
            }
        }
        for (keys, partner) in after.iter().zip(&mut partners) {
            if partner.is_none() {
                let key = keys[nth_key].as_ref();
                *partner = key.and_then(|key| left.get_mut(key)?.pop());
                partner.inspect(|nth: &usize| is_left[*nth] = false);
            }
        }
    }
    partners
}

/// A thing on a cell, prepared for comparison.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The cell, in the coordinates of the second board for things of both boards.
    pub at: Point,
    /// The name; equal names mean equal kinds, items or terrain.
    pub name: String,
    /// The facts that differ from the usual facts of its kind or item.
    pub own: Facts,
    /// All facts of the thing.
    pub facts: Facts,
}

/// The result of comparing two lists of things, by index.
#[derive(Debug, Default)]
pub struct PairedThings {
    /// The things in both lists, each as its index in the first list and in the second.
    pub pairs: Vec<(usize, usize)>,
    /// The things in the first list only, in ascending order.
    pub removed: Vec<usize>,
    /// The things in the second list only, in ascending order.
    pub added: Vec<usize>,
}

/// The key of a pairing step: cell, name and own facts. Parts that the step ignores are `None`.
type PlacedKey<'a> = (Option<Point>, &'a str, Option<&'a Facts>);

/// The maximum number of candidate pairs to compare by distance: 256 things on each side. Longer lists of moved things
/// would help no reader.
const MOST_PAIRS: usize = 1 << 16;

/// Pairs things with the same name: first things on the same cell, then the nearest things with equal own facts, then
/// the nearest of the remaining things. Skips groups with more than `MOST_PAIRS` candidates.
pub fn paired_nearest(before: &[Placed], after: &[Placed]) -> PairedThings {
    let mut is_left = [vec![true; before.len()], vec![true; after.len()]];
    let mut pairs = Vec::new();
    let keys: [fn(&Placed) -> PlacedKey<'_>; 3] = [
        |thing| (Some(thing.at), &thing.name, None),
        |thing| (None, &thing.name, Some(&thing.own)),
        |thing| (None, &thing.name, None),
    ];
    for key in keys {
        let mut groups: BTreeMap<_, [Vec<usize>; 2]> = BTreeMap::new();
        for (side, all) in [before, after].into_iter().enumerate() {
            for (nth, thing) in all.iter().enumerate() {
                if is_left[side][nth] {
                    groups.entry(key(thing)).or_default()[side].push(nth);
                }
            }
        }
        for [ones, others] in groups.values() {
            if ones.len().saturating_mul(others.len()) > MOST_PAIRS {
                continue;
            }
            let distance = |one: usize, other: usize| before[one].at.manhattan(after[other].at);
            let all = ones.iter().flat_map(|one| {
                let others = others.iter();
                others.map(|other| (distance(*one, *other), *one, *other))
            });
            let mut all: Vec<_> = all.collect();
            all.sort_unstable();
            for (_, one, other) in all {
                if is_left[0][one] && is_left[1][other] {
                    pairs.push((one, other));
                    (is_left[0][one], is_left[1][other]) = (false, false);
                }
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
