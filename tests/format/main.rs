//! A file, from its text to a dungeon: what `parse` understands, what `resolve` makes of it, what is said of mistakes,
//! and what `lint` says of a dungeon that can be played.
#[macro_use]
#[path = "../support/drawn.rs"]
mod drawn;

mod builder;
mod canonical;
mod chance;
mod declarations;
mod diagnostics;
mod features;
mod include;
mod keys;
mod levels;
mod limits;
mod lint;
mod mends;
mod parse;
mod reading;
mod resolve;
mod slips;
mod told;
mod wire;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../support/dice.rs"]
mod dice;
