//! Grammar: English that knows no game.
//!
//! Numbers, points and nouns come in; parts of sentences go out. `bearing` is where something is, seen from elsewhere.

pub mod bearing;
