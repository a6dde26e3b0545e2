//! Matching the things of two lists: by keys, and on boards by cell, then by name and distance.
use std::collections::{BTreeMap, HashMap};

use super::facts::Facts;
use dungeon_model::space::geometry::Point;

/// Pairs each thing of the second list with at most one of the first: things with equal first keys in list order, then
/// the rest by their second keys, and so on. The lists hold the things' keys; `None` matches nothing. Returns, for each
/// thing of the second list, the index of its partner in the first.
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

/// A thing on a cell, as it is compared.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The cell, in places of the second board for both lists.
    pub at: Point,
    /// The name; equal names mean equal kinds, items or terrain.
    pub name: String,
    /// The facts that differ from its kind's or item's usual ones.
    pub own: Facts,
    /// All facts of the thing.
    pub facts: Facts,
}

/// The result of comparing two lists of things, by index.
#[derive(Debug, Default)]
pub struct PairedThings {
    /// The things in both lists: the index in the first, and in the second.
    pub pairs: Vec<(usize, usize)>,
    /// The things in the first list only, in ascending order.
    pub removed: Vec<usize>,
    /// The things in the second list only, in ascending order.
    pub added: Vec<usize>,
}

/// The key of a pairing step: cell, name, own facts; `None` for parts that the step ignores.
type PlacedKey<'a> = (Option<Point>, &'a str, Option<&'a Facts>);

/// The maximum number of candidate pairs to compare by distance: 256 things on each side. A longer list of moves helps
/// no reader.
const MOST_PAIRS: usize = 1 << 16;

/// Pairs things with the same name: first on the same cell, then the nearest with equal own facts, then the nearest.
/// Skips groups with more than `MOST_PAIRS` candidates.
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
