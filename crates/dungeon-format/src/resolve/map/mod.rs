//! Map: the ground of a level as it is written.
//!
//! Rows of characters, or the parameters of a made map, come in; a grid of characters, or a generator, goes out. What a
//! character stands for is not known yet.
//!
//! To be read in this order: `generators` (`map caves` and `map rooms`), `map_text` (drawn rows, and where each is).

pub mod generators;

pub mod map_text;
