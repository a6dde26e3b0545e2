//! The cases that a property is tried on: the same ones every time, so that a test fails by a change and never by luck.
//! Others are tried by whoever hunts: `PROPTEST_RNG_SEED=7 PROPTEST_CASES=5000 cargo test --release --test play keymap`.
use proptest::test_runner::{Config, RngSeed};

/// This many cases, or as many as `PROPTEST_CASES` says, from one seed, or from the one that `PROPTEST_RNG_SEED` says.
pub fn of(cases: u32) -> Config {
    let told = Config::default();
    Config {
        cases: match std::env::var_os("PROPTEST_CASES") {
            Some(_) => told.cases,
            None => cases,
        },
        rng_seed: match told.rng_seed {
            RngSeed::Random => RngSeed::Fixed(1),
            fixed => fixed,
        },
        failure_persistence: None,
        ..told
    }
}
