//! The names of the commands, for whoever mistypes one.

/// In the order of the help.
pub const NAMES: [&str; 8] = [
    "play",
    "check",
    "render",
    "explain",
    "keys",
    "completions",
    "man",
    "help",
];
