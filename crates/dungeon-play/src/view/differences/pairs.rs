//! Which things of two lists are the same: those of one key, or of things on cells what stands where it stood, then what
//! is nearest to where one of its name stood.
use std::collections::{BTreeMap, HashMap};

use super::facts::Facts;
use dungeon_model::space::geometry::Point;

/// Pairs each thing of the second list with one of the first at most: those of one first key in their order, then those of
/// one second key that are left, and so on. Things come as their keys; without a key they are of no pair by it. Returns
/// the places in the first list.
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

/// A thing on a cell, as far as it is compared.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The cell; of the first list where it would be in the second.
    pub at: Point,
    /// What it is called; things of one name are of one sort.
    pub name: String,
    /// What is said of it that is not said of its sort.
    pub own: Facts,
    /// All that is said of it.
    pub facts: Facts,
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

/// By what two things are the same, each part of it where it counts.
type PlacedKey<'a> = (Option<Point>, &'a str, Option<&'a Facts>);

/// The most pairs of one name that are looked at for the nearest: so many as 256 things that are moved at once. Of more
/// things than that nobody would read where each went.
const MOST_PAIRS: usize = 1 << 16;

/// Pairs the things of two lists, each with one at most: of those of one name the nearest, none of too many.
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
