//! The cases of property tests: the same ones in every run, so that only a change of the code can make a test fail.
//! `cargo test` tries a quarter of them; CI sets `LONG_TESTS=1` and tries all.
//! To hunt for failures, try others: `PROPTEST_RNG_SEED=7 PROPTEST_CASES=5000 cargo test --release --test play keymap`.
use proptest::test_runner::{Config, RngSeed};

/// Whether `LONG_TESTS` asks for complete searches.
pub fn is_long() -> bool {
    std::env::var_os("LONG_TESTS").is_some()
}

/// Returns all cases of a search if `LONG_TESTS` is set, else a quarter of them, rounded up.
pub fn share(all: u64) -> u64 {
    if is_long() { all } else { all.div_ceil(4) }
}

/// Returns the settings for a share of this many cases, or for `PROPTEST_CASES` cases, with the seed 1 or
/// `PROPTEST_RNG_SEED`.
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
