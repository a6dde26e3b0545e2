//! The names of the commands, for whoever mistypes one.

/// In the order of the help.
pub const NAMES: [&str; 11] = [
    "play",
    "resume",
    "saves",
    "check",
    "render",
    "replay",
    "explain",
    "keys",
    "completions",
    "man",
    "help",
];
