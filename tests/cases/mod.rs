//! The cases that a property is tried on: the same ones every time, so that a test fails by a change and never by luck.
//! `cargo test` tries a quarter of them; CI sets `LONG_TESTS=1` and tries all.
//! To hunt for failures, try others: `PROPTEST_RNG_SEED=7 PROPTEST_CASES=5000 cargo test --release --test play keymap`.
use proptest::test_runner::{Config, RngSeed};

/// Whether long searches are asked for.
pub fn is_long() -> bool {
    std::env::var_os("LONG_TESTS").is_some()
}

/// All of a search, or the quarter of it that every run tries, rounded up.
pub fn share(all: u64) -> u64 {
    if is_long() { all } else { all.div_ceil(4) }
}

/// The settings for a share of this many cases, or as many as `PROPTEST_CASES` says, from seed 1, or from the seed that
/// `PROPTEST_RNG_SEED` says.
pub fn of(cases: u32) -> Config {
    let told = Config::default();
    Config {
        cases: match std::env::var_os("PROPTEST_CASES") {
            Some(_) => told.cases,
            None => share(cases.into()).try_into().expect("fewer than all"),
        },
        rng_seed: match told.rng_seed {
            RngSeed::Random => RngSeed::Fixed(1),
            fixed => fixed,
        },
        failure_persistence: None,
        ..told
    }
}
