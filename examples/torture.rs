//! Runs the ordeals of `tests/torture` repeatedly with new random cases, for a number of minutes (default 1), starting
//! with a seed (default: today's date). Stops at the first failing case, and prints its shortest form and a command
//! that repeats it. Keep such a case as a fixture. Run with `cargo run --release --example torture -- MINUTES [SEED
//! [ORDEAL]]`.
#[path = "../tests/corpus/mod.rs"]
mod corpus;
#[cfg(feature = "program")]
#[path = "../tests/pty/mod.rs"]
#[allow(dead_code)] // only the storms use a terminal
mod pty;
#[path = "../tests/torture/mod.rs"]
mod torture;

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime};

use proptest::test_runner::{Config, RngSeed};
use torture::{ORDEALS, Ordeal};

/// The number of cases for each seed, for an ordeal of cost 1.
const CASES: u32 = 256;

/// Seconds in a day.
const DAY: u64 = 24 * 60 * 60;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let minutes: f64 = args.next().map_or(Ok(1.0), |minutes| minutes.parse())?;
    let today = SystemTime::UNIX_EPOCH.elapsed()?.as_secs() / DAY;
    let first: u64 = args.next().map_or(Ok(today), |seed| seed.parse())?;
    let wanted = args.next();
    let is_wanted = |ordeal: &&Ordeal| wanted.as_ref().is_none_or(|name| name == ordeal.name);
    let ordeals: Vec<&Ordeal> = ORDEALS.iter().filter(is_wanted).collect();
    if ordeals.is_empty() {
        let names: Vec<&str> = ORDEALS.iter().map(|ordeal| ordeal.name).collect();
        let names = names.join(", ");
        return Err(format!("expected an ordeal ({names})").into());
    }
    // Some ordeals run the program, which must be up to date. With an example, so that it is the program that tests
    // build: alone it has fewer features, and all of it would be built again.
    let build = [
        "build",
        "--quiet",
        "--bin",
        "dungeon",
        "--example",
        "torture",
        "--release",
    ];
    let build = &build[..build.len() - usize::from(cfg!(debug_assertions))];
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    if !Command::new(cargo).args(build).status()?.success() {
        return Err("the program cannot be built".into());
    }
    // A failing case panics many times while it is shortened.
    std::panic::set_hook(Box::new(|_| {}));
    let end = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let mut tried: BTreeMap<&str, u64> = BTreeMap::new();
    let mut seed = first;
    while Instant::now() < end {
        for ordeal in &ordeals {
            if Instant::now() >= end {
                break;
            }
            let cases = CASES.div_ceil(ordeal.cost);
            if let Err(why) = (ordeal.run)(config(seed, cases)) {
                println!("{}, seed {seed}: {why}", ordeal.name);
                let profile = if cfg!(debug_assertions) {
                    ""
                } else {
                    "--release "
                };
                println!(
                    "again: cargo run {profile}--example torture -- 1 {seed} {}",
                    ordeal.name
                );
                return Ok(ExitCode::FAILURE);
            }
            *tried.entry(ordeal.name).or_default() += u64::from(cases);
        }
        seed += 1;
    }
    println!("seeds {first} to {}", seed.saturating_sub(1).max(first));
    for (name, cases) in tried {
        println!("{name}: {cases} cases");
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the settings of one run.
fn config(seed: u64, cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..Config::default()
    }
}
