//! `NO_COLOR`: the environment variable that turns colors off in every program.
use crate::cli::output::stdout::is_terminal;
use dungeon_format::report::Paint;

/// Whether `NO_COLOR` is set and not empty.
pub fn is_set() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// Returns the paint of findings on standard output: colors on a terminal, unless `NO_COLOR` is set.
pub fn paint() -> Paint {
    if is_terminal() && !is_set() {
        Paint::Coloured
    } else {
        Paint::Plain
    }
}
