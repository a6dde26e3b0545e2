//! What is told of files that can be played.
mod allow;
mod vaults;
mod ways;
