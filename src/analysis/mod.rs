//! What editors ask of a file while it is written: what stands at a place, what it means, where else it is said, and what
//! may come next.
//!
//! A text that `format` has read comes in, with a byte of it; answers as plain values with places in that text go out. All
//! of it is pure, and takes words and places from `format::parse`, the tables of keys and the game's own sentences: there
//! is no second parser here, and no second list of words.
//!
//! To be read in this order: `file_analysis` (a file, and which glyph is given a meaning where), `glyph_uses` (which glyphs
//! a record names), `named_things` (what stands at a byte, where it is declared and where it is named), then what is asked:
//! `portrait` (a thing as the game describes it) with `hover`, `completion` of what `typed_word` cuts out, `rename`,
//! `outline` (symbols, folds and lenses) and `token_paint` (which token is of which sort).
pub mod file_analysis;

pub mod glyph_uses;

pub mod named_things;

mod portrait;
mod typed_word;

pub mod hover;
pub mod outline;
pub mod rename;
pub mod token_paint;

pub mod completion;
