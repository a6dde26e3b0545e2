//! Numbers that look like chance, the same for each seed in every run.
#![allow(dead_code)] // each program uses its part

/// Knuth's generator of 64 bits: each state gives the next, and its upper bits, the better ones, are the numbers.
pub struct Dice {
    state: u64,
    increment: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice {
            state: seed,
            increment: 1_442_695_040_888_963_407,
        }
    }

    /// Another series of numbers, which some tests began with.
    pub fn counting(seed: u64) -> Dice {
        Dice {
            state: seed,
            increment: 1,
        }
    }

    /// A number in 0..n; 0 where n is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(self.increment);
        (self.state >> 33) as usize % n.max(1)
    }

    pub fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}
