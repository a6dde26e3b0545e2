//! `NO_COLOR`: the environment variable that asks every program for output without colour.

/// Whether `NO_COLOR` is set and not empty.
pub fn is_set() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}
