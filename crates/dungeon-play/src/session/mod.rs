//! Session: a game and its whole interface, driven by keys.
//!
//! After each key the game has taken its turn, and the session can draw a frame. The terminal, the tests, the recorder
//! and the narrator all use [`session::Session`] by pressing keys.
//!
//! Reading order: `new_game` (how the games of a session begin), `active_journey` (a journey in progress), `actions`
//! (the effects of an action on the screen), `targeting` and `cursor_keys` (keys while a cursor is open), `commands`
//! (each command of the keymap), `plain_keys` (a player's own keys translated into the default keys for a recording),
//! `session` (starting, showing and leaving a session), `pressed_keys` (the effect of a key), `action_keys` (the keys
//! for an action), `queries` (read-only questions), `reload` (continuing after the author changed the dungeon),
//! `state_json` (the state as a line of JSON).

pub mod active_journey;
pub mod new_game;

pub mod actions;

pub mod cursor_keys;
pub mod targeting;

pub mod commands;
pub mod plain_keys;

#[expect(clippy::module_inception, reason = "the room is named for the type")]
pub mod session;

pub mod action_keys;
pub mod pressed_keys;
pub mod queries;
pub mod reload;
pub mod state_json;
