//! The hashes of the states that a search has met.
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Takes a hash for its own hash: it is as good as any.
#[derive(Debug, Default)]
struct HashedAlready(u64);

impl Hasher for HashedAlready {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A set of states, each by its hash.
#[derive(Debug, Default)]
pub struct SeenStates(HashSet<u64, BuildHasherDefault<HashedAlready>>);

impl SeenStates {
    /// Adds a state; whether it is new.
    pub fn insert(&mut self, state: u64) -> bool {
        self.0.insert(state)
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The bytes of the table: a slot more in seven than there is room for, each with a byte of its own.
    pub fn bytes(&self) -> usize {
        self.0.capacity() / 7 * 8 * (size_of::<u64>() + 1)
    }
}
