//! Input: the keys that a player presses, and their commands.
//!
//! A terminal, a script or a test hands a [`key::Key`] to a [`show::Show`]. A [`keymap::Keymap`] turns the key into a
//! command of the session or a verb of the rule set. No file of this folder knows a game's state.
//!
//! Reading order: `key` (one key and its spelling), `script` (the parser of many keys as text), `packed_keys` (many
//! keys in little memory), `show` (the interface between a terminal and its screens), `keymap` (keys to commands),
//! `keys_file` (a player's own `keys.toml`), `keys_listing` (a keymap written as such a file).

pub mod key;

pub mod script;
pub mod show;

pub mod keymap;
pub mod packed_keys;

pub mod keys_file;

pub mod keys_listing;
