//! `NO_COLOR`: the environment variable that many programs read to turn off colors.
use crate::cli::output::stdout::is_terminal;
use dungeon_format::report::Paint;

/// Whether `NO_COLOR` is set and not empty.
pub fn is_set() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// Returns how to paint findings on standard output: in color on a terminal, unless `NO_COLOR` is set.
pub fn paint() -> Paint {
    if is_terminal() && !is_set() {
        Paint::Coloured
    } else {
        Paint::Plain
    }
}
