//! The environment's wish for no colour.

/// Whether `NO_COLOR` is set and not empty.
pub fn is_set() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}
