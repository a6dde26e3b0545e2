//! A pseudo-random generator that gives the same numbers for each seed in every run.
#![allow(dead_code)] // each program uses its part

/// Knuth's 64-bit linear congruential generator, which returns the upper bits of its state.
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

    /// Starts another series of numbers, which some tests were written with.
    pub fn counting(seed: u64) -> Dice {
        Dice {
            state: seed,
            increment: 1,
        }
    }

    /// Returns a number in `0..n`; 0 if `n` is 0.
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
