//! Map: the ground of a level as written in the file.
//!
//! Takes rows of characters or the parameters of a generated map, and returns a grid of characters or a generator. The
//! characters have no meaning yet.
//!
//! Reading order: `generators` (`map caves` and `map rooms`), `map_text` (drawn rows, and where each is).

pub mod generators;

pub mod map_text;
