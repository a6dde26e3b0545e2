//! Answers an editor's questions about a file while it is being written: the thing at a place, its meaning, its other
//! uses, and the texts to type next.
//!
//! The input is a parsed text and a byte offset; the answers are plain values with spans of that text. All functions
//! are pure. Words and spans come from the parser, the table of keys and the game's own texts, so that there is no
//! second parser and no second list of words.
//!
//! Read the files in this order: `file_analysis` (a file, and the source of each glyph's meaning), `glyph_uses` (the
//! glyphs and keys of a record), `named_things` (the thing at a byte, its declaration and its uses). Then the answers:
//! `portrait` (a thing in the game's words) with `hover`, `completion` with `typed_word`, `rename`, `outline` (symbols,
//! folds and lenses), `token_paint` (syntax highlighting), and for programs that paint maps `drawn_maps` and `new_glyph`.
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
pub mod drawn_maps;
pub mod new_glyph;
