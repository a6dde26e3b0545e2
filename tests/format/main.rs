//! A file, from its text to a dungeon: what `parse` understands, what `resolve` makes of it, what is said of mistakes,
//! and what `lint` says of a dungeon that can be played.
mod declarations;
mod diagnostics;
mod fittings;
mod levels;
mod limits;
mod lint;
mod page;
mod parse;
mod resolve;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../reading/mod.rs"]
mod reading;
#[path = "../support/mod.rs"]
mod support;
