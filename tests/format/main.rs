//! The rows of docs/FORMAT.md: `index` holds that each has a test, the others are scenarios of those that no other file plays.
mod arena;
mod index;
mod keys;
mod rows;
mod siege;
mod tactics;

#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;
