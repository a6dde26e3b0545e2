//! The words behind `rules`.

/// Every game of the format, in the order in which messages list them.
pub const WORDS: [&str; 4] = ["explore", "siege", "arena", "tactics"];

/// The lines that name them, as messages list them.
pub const LINES: &str = "`rules explore`, `rules siege`, `rules arena` and `rules tactics`";
