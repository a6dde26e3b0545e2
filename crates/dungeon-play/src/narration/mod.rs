//! Narration: the game in lines of text, for players who hear it or have no graphical screen.
//!
//! The input is a typed line. The answer has the messages and then the changes that a player with a screen would have
//! seen, with distances and directions. Narration knows only what the screen shows. It compares facts with facts, never
//! words with words, and turns facts into words last.
//!
//! Reading order: `facts` (the things on cells, and the comparison of two lists of them), `observer` (the facts that a
//! player knows), `narrated_state` and `changes` (the changes since the last answer); `phrases`, `stretches`, `terrain`
//! and `enclosures` (facts in words); `surroundings`, `pages`, `pointing`, `step_preview` and `shot_preview` (answers
//! to questions); `line_command` and `target_words` (parsing a line); `own_action` and `interruption` (the effects of
//! keys, and when to stop pressing them); `told_game` (the answer to keys); `narrator` (all of these together);
//! `key_listener` (the same for a game played on a screen); `session_show` and `line_interface` (the interfaces to other code).
mod facts;
mod line_command;
mod line_interface;
mod own_action;
mod session_show;

mod observer;

mod phrases;
mod stretches;

mod narrated_state;
mod terrain;

mod enclosures;

mod changes;
mod interruption;
mod pages;
mod pointing;
mod step_preview;

mod target_words;

mod shot_preview;
mod surroundings;

mod told_game;

mod key_listener;
mod narrator;

pub use key_listener::KeyListener;
pub use line_interface::{LineInterface, LineMenu};
pub use narrator::Narrator;
pub use session_show::SessionShow;
