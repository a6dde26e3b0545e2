//! A file from its text to a dungeon: the syntax of `parse`, the meaning in `resolve`, findings about errors, and the
//! findings of `lint` in a playable dungeon.
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
