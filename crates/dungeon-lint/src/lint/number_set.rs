//! Sets of small numbers, as bits. Intersections must be fast: each triple of decisions is tested against thousands of
//! outcomes.

/// A set of outcome numbers, or of chance cells of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberSet(Vec<u64>);

impl NumberSet {
    /// Returns the numbers below `count`.
    pub fn below(count: usize) -> NumberSet {
        (0..count).collect()
    }

    pub fn insert(&mut self, nth: usize) {
        let (word, bit) = (nth / 64, nth % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    pub fn contains(&self, nth: usize) -> bool {
        self.0
            .get(nth / 64)
            .is_some_and(|word| word >> (nth % 64) & 1 == 1)
    }

    /// Adds all numbers of another set.
    pub fn add(&mut self, other: &NumberSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(one, other)| *one |= other);
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the intersection with another set.
    pub fn both(&self, other: &NumberSet) -> NumberSet {
        let words = self.0.iter().zip(&other.0);
        NumberSet(words.map(|(one, other)| one & other).collect())
    }

    pub fn is_disjoint(&self, other: &NumberSet) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .all(|(one, other)| one & other == 0)
    }

    /// Whether all numbers are in the other set, too.
    pub fn is_subset(&self, other: &NumberSet) -> bool {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        self.0
            .iter()
            .zip(others)
            .all(|(one, other)| one & !other == 0)
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(nth, word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| nth * 64 + bit)
        })
    }
}

impl FromIterator<usize> for NumberSet {
    fn from_iter<T: IntoIterator<Item = usize>>(numbers: T) -> NumberSet {
        let mut all = NumberSet::default();
        numbers.into_iter().for_each(|nth| all.insert(nth));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn bits_answer_as_sets_of_numbers_do() {
        let of = |step: usize, most: usize| (0..most).step_by(step).collect::<BTreeSet<usize>>();
        for (one, other) in [(1, 2), (2, 4), (3, 5), (7, 64), (64, 1)] {
            for (most, others) in [(0, 70), (64, 64), (200, 65), (65, 200)] {
                let (a, b) = (of(one, most), of(other, others));
                let bits = |all: &BTreeSet<usize>| all.iter().copied().collect::<NumberSet>();
                let (x, y) = (bits(&a), bits(&b));
                let both: BTreeSet<usize> = a.intersection(&b).copied().collect();
                assert_eq!(x.both(&y).iter().collect::<BTreeSet<usize>>(), both);
                assert_eq!(x.is_disjoint(&y), a.is_disjoint(&b));
                let mut all = x.clone();
                all.add(&y);
                assert_eq!(all.iter().collect::<BTreeSet<usize>>(), &a | &b);
                assert_eq!(all.len(), (&a | &b).len());
                assert_eq!(x.is_subset(&y), a.is_subset(&b));
                assert!((0..300).all(|nth| x.contains(nth) == a.contains(&nth)));
            }
        }
    }
}
