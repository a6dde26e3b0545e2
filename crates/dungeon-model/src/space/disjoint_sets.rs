//! Disjoint sets (union-find): tells which elements are connected while connections are being added.
use super::narrow;

/// A partition of the numbers below a count into sets. Initially, each number is alone in its set.
#[derive(Clone, Debug)]
pub struct DisjointSets(Vec<u32>); // each number's parent; a representative is its own parent

impl DisjointSets {
    /// Creates a partition of the numbers from 0 to `count` − 1 in which each number is alone in its set. `count` must
    /// be less than 2³².
    pub fn new(count: usize) -> DisjointSets {
        DisjointSets((0..narrow::count(count)).collect())
    }

    /// Creates a partition without numbers, with memory for this many.
    pub fn with_capacity(count: usize) -> DisjointSets {
        DisjointSets(Vec::with_capacity(count))
    }

    /// Returns the number of elements.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Adds the next number, alone in its set, and returns it. There must be fewer than 2³² numbers.
    pub fn push(&mut self) -> u32 {
        let number = narrow::count(self.0.len());
        self.0.push(number);
        number
    }

    /// Joins the sets of two numbers. The representative of `b`'s set becomes the representative of the joined set.
    /// Returns whether the sets were different. If either number is not below the count, changes nothing and returns
    /// `false`.
    pub fn union(&mut self, a: u32, b: u32) -> bool {
        let (Some(a), Some(b)) = (self.find(a), self.find(b)) else {
            return false;
        };
        self.0[a as usize] = b;
        a != b
    }

    /// Returns the representative of a number's set; `None` if the number is not below the count. Each call halves the
    /// path to the representative, so later calls are faster.
    pub fn find(&mut self, mut member: u32) -> Option<u32> {
        while let next = *self.0.get(member as usize)?
            && next != member
        {
            self.0[member as usize] = self.0[next as usize];
            member = next;
        }
        Some(member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sets_are_joined_once() {
        let mut sets = DisjointSets::new(4);
        let ties = [(0, 1), (2, 3), (1, 0), (3, 1), (0, 2), (4, 0)];
        let united = ties.map(|(a, b)| sets.union(a, b));
        assert_eq!(united, [true, true, false, true, false, false]);
    }
}
