//! Parses amounts on the command line: `10M` steps, `30s`, `256M` of memory, seeds `0..99`.
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use dungeon_model::dungeon::{FASTEST, SLOWEST, is_tempo};

/// The error for an invalid amount; the message says what was expected.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum AmountError {
    #[error("expected steps such as `500k` or `10M`, or time such as `30s`")]
    Budget,
    #[error("expected a time such as `30{unit}`")]
    Time { unit: String },
    #[error("expected a number of bytes such as `256M` or `1G`")]
    Memory,
    #[error("expected a range of seeds such as `0..99`")]
    Seeds,
    #[error("expected the lower seed first: `{last}..{first}`")]
    SeedOrder { first: u64, last: u64 },
    #[error("expected at most {} seeds", SeedRange::MOST)]
    SeedCount,
    #[error("expected milliseconds from {FASTEST} to {SLOWEST}, or 0 for turn-based play")]
    Tempo,
    #[error("expected a share such as `20%..60%`, `90%..` or `..5%`")]
    Share,
    #[error("expected a change in points such as `-5..5`, `-3..` or `..0`")]
    Change,
    #[error("expected a number from 1, or a range such as `1..20`")]
    Levels,
}

/// The limit of a search: steps or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetOption {
    /// A number of search steps.
    Steps(u64),
    /// A wall-clock time.
    Time(Duration),
}

impl FromStr for BudgetOption {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<BudgetOption, AmountError> {
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = &text[number.len()..];
        let seconds = match unit {
            "ms" => 0.001,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => {
                return match scaled(text, 1000) {
                    Some(steps) if steps > 0 => Ok(BudgetOption::Steps(steps)),
                    _ => Err(AmountError::Budget),
                };
            }
        };
        let time = number.parse().ok().map(|number: f64| number * seconds);
        let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok());
        match time {
            Some(time) if !time.is_zero() => Ok(BudgetOption::Time(time)),
            _ => Err(AmountError::Time {
                unit: unit.to_owned(),
            }),
        }
    }
}

/// Parses a number of bytes such as `256M`; units are powers of 1,024.
///
/// # Errors
/// Returns `AmountError::Memory` for any other text, for 0, and for a number that is too large.
pub fn parse_memory(text: &str) -> Result<usize, AmountError> {
    let bytes = scaled(text, 1024).and_then(|bytes| usize::try_from(bytes).ok());
    match bytes {
        Some(bytes) if bytes > 0 => Ok(bytes),
        _ => Err(AmountError::Memory),
    }
}

/// Parses a tempo in milliseconds; 0 means turn-based.
///
/// # Errors
/// Returns `AmountError::Tempo` for any other text or number.
pub fn parse_tempo(text: &str) -> Result<u32, AmountError> {
    let milliseconds = text.parse().ok();
    milliseconds
        .filter(|ms| is_tempo(*ms))
        .ok_or(AmountError::Tempo)
}

/// Parses a whole number with an optional suffix. `k`, `M` and `G` multiply by `thousand` once, twice or three times.
/// `None` if the text is invalid or the number too large.
fn scaled(text: &str, thousand: u64) -> Option<u64> {
    let power = match text.chars().last()? {
        'k' | 'K' => 1,
        'M' => 2,
        'G' => 3,
        _ => 0,
    };
    let number = &text[..text.len() - usize::from(power > 0)];
    let number: u64 = number.parse().ok()?;
    number.checked_mul(thousand.pow(power))
}

/// A range of seeds, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedRange {
    /// The first seed.
    pub first: u64,
    /// The last seed, at least `first`.
    pub last: u64,
}

impl SeedRange {
    /// The maximum number of seeds in a range. Each answer stays in memory until all earlier answers are printed.
    const MOST: u64 = 10_000_000;

    /// Creates a range with a single seed.
    pub fn of_one(seed: u64) -> SeedRange {
        SeedRange {
            first: seed,
            last: seed,
        }
    }

    /// Returns the seeds in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        self.first..=self.last
    }
}

/// Formats the range as on the command line.
impl std::fmt::Display for SeedRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}..{}", self.first, self.last)
        }
    }
}

impl FromStr for SeedRange {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<SeedRange, AmountError> {
        let ends = text.split_once("..").and_then(|(first, last)| {
            let first = first.parse().ok()?;
            let last = last.parse().ok()?;
            Some(SeedRange { first, last })
        });
        match ends {
            Some(SeedRange { first, last }) if first > last => {
                Err(AmountError::SeedOrder { first, last })
            }
            Some(range) if range.last - range.first >= SeedRange::MOST => {
                Err(AmountError::SeedCount)
            }
            Some(range) => Ok(range),
            None => Err(AmountError::Seeds),
        }
    }
}

/// Starts a pool of `threads` threads. `None` means one per processor.
///
/// # Errors
/// Reports the reason, and returns the exit code.
pub fn thread_pool(threads: Option<u16>) -> Result<rayon::ThreadPool, Exit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into());
    { pool.build() }.map_err(|error| refuse(format_args!("cannot start threads: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_steps_or_time() {
        let budget = |text: &str| text.parse::<BudgetOption>();
        assert_eq!(budget("500"), Ok(BudgetOption::Steps(500)));
        assert_eq!(budget("10M"), Ok(BudgetOption::Steps(10_000_000)));
        assert_eq!(
            budget("30s"),
            Ok(BudgetOption::Time(Duration::from_secs(30)))
        );
        assert_eq!(
            budget("1.5m"),
            Ok(BudgetOption::Time(Duration::from_secs(90)))
        );
        for wrong in [
            "",
            "M",
            "0",
            "-1",
            "0s",
            "-3s",
            "1e400s",
            "5 M",
            "99999999999999999999",
            "inf",
        ] {
            assert!(budget(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn memory_is_counted_in_powers_of_1024() {
        assert_eq!(parse_memory("256M"), Ok(256 << 20));
        assert_eq!(parse_memory("4096"), Ok(4096));
        for wrong in ["", "0", "G", "1T", "99999999999G"] {
            assert!(parse_memory(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn seeds_are_a_range_with_both_ends() {
        let range: SeedRange = "3..5".parse().expect("a range");
        assert_eq!(range.iter().collect::<Vec<u64>>(), [3, 4, 5]);
        assert_eq!(range.to_string(), "3..5");
        for wrong in ["", "3", "5..3", "..", "a..b", "0..99999999999", "1..-1"] {
            assert!(wrong.parse::<SeedRange>().is_err(), "{wrong:?}");
        }
    }
}
