//! What is told of files that can be played.
mod arena;
mod tactics;
mod ways;
