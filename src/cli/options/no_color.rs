//! `NO_COLOR`: the environment variable that asks every program for output without colour.
use crate::cli::output::stdout::is_terminal;
use dungeon_format::report::Paint;

/// Whether `NO_COLOR` is set and not empty.
pub fn is_set() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// The paint of findings on standard output: colours on a terminal, unless `NO_COLOR` refuses them.
pub fn paint() -> Paint {
    if is_terminal() && !is_set() {
        Paint::Coloured
    } else {
        Paint::Plain
    }
}
