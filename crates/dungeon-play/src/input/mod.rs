//! Input: the keys that a player presses, and the command that each of them stands for.
//!
//! A terminal, a script or a test hands a [`key::Key`] to a [`show::Show`]. A [`keymap::Keymap`] turns the key into a
//! command of the session or a verb of the rule set. No file of this folder knows a game's state.
//!
//! To be read in this order: `key` (one key and its spelling), `script` (many keys as text, and the reader of that
//! text), `packed_keys` (as many keys in little memory), `show` (the interface between a terminal and the screens that it
//! runs), `keymap` (keys to commands), `keys_file` (a player's own `keys.toml`), `keys_listing` (a keymap written as such a file).

pub mod key;

pub mod script;
pub mod show;

pub mod keymap;
pub mod packed_keys;

pub mod keys_file;

pub mod keys_listing;
