//! Input: the keys of a person, and what each of them means.
//!
//! A terminal, a script or a test hands in a [`key::Key`]; a [`show::Show`] takes it. A [`keymap::Keymap`] turns the key
//! into a command of the session or a verb of the rule set. Nothing here knows a game's state.
//!
//! To be read in this order: `key` (one key and its spelling), `script` (many keys as text, and how they are read back),
//! `show` (what a terminal needs of whatever it shows), `keymap` (keys to commands), `keys_file` (a person's own
//! `keys.toml`), `keys_listing` (the keymap written as such a file).

pub mod key;

pub mod script;
pub mod show;

pub mod keymap;

pub mod keys_file;

pub mod keys_listing;
