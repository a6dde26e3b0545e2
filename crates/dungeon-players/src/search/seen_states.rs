//! The hashes of the states that a search has seen.
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A hasher that returns its input, which is a hash already.
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

/// A set of states, identified by their hashes.
#[derive(Debug, Default)]
pub struct SeenStates(HashSet<u64, BuildHasherDefault<HashedAlready>>);

impl SeenStates {
    /// Adds a state. Returns whether it is new.
    pub fn insert(&mut self, state: u64) -> bool {
        self.0.insert(state)
    }

    /// Whether a state was added.
    pub fn has(&self, state: u64) -> bool {
        self.0.contains(&state)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of bytes of the table: eight slots for every seven entries of capacity, with one control byte
    /// for each slot.
    pub fn bytes(&self) -> usize {
        self.0.capacity() / 7 * 8 * (size_of::<u64>() + 1)
    }
}
