//! Which of many things hang together, while ties are made between them.

/// Families of numbered things; at first each is its own.
#[derive(Clone, Debug)]
pub struct Families(Vec<u32>); // each knows another of its family, up to its head

impl Families {
    /// So many families of one.
    pub fn of(count: usize) -> Families {
        Families((0..count as u32).collect())
    }

    /// Makes one family of those of two members; whether they were two. Numbers beyond the count have no family.
    pub fn unite(&mut self, a: u32, b: u32) -> bool {
        let (Some(a), Some(b)) = (self.head(a), self.head(b)) else {
            return false;
        };
        self.0[a as usize] = b;
        a != b
    }

    /// The head of a member's family; the way to it is halved for those who ask next.
    pub fn head(&mut self, mut member: u32) -> Option<u32> {
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
    fn two_families_are_united_once() {
        let mut families = Families::of(4);
        let ties = [(0, 1), (2, 3), (1, 0), (3, 1), (0, 2), (4, 0)];
        let united = ties.map(|(a, b)| families.unite(a, b));
        assert_eq!(united, [true, true, false, true, false, false]);
    }
}
