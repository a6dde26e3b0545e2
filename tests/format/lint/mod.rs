//! What is told of files that can be played.
mod allow;
mod arena;
mod goals;
mod tactics;
mod vaults;
mod ways;
