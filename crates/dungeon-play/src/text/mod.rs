//! Text: the messages, pages and questions of a session, which stand beside the board or in its place.
//!
//! The keymap and the player's knowledge come in; lines, pages and questions go out. No file of this folder changes a
//! game.
//!
//! To be read in this order: `messages` (the log), `look` (one cell in words), `standing` (what the hero has, what is
//! left, what wins and loses), `help`, `legend` and `page` (the help, what glyphs mean, and any text longer than the
//! screen), `question` (asked before a game is given up), `menu` (the dungeons to choose from before a game), `notices`
//! (the interface's own messages, such as why a key cannot be obeyed), `journey_notices` (why a journey ends, or does not
//! begin), `pack_menu` (the things that are kept, to choose from), `score` and `game_result` (what a finished game came
//! to).

pub mod help;
pub mod legend;
pub mod look;
pub mod menu;
pub mod messages;
pub mod notices;
pub mod page;
pub mod question;
pub mod score;
pub mod standing;

pub mod journey_notices;

pub mod pack_menu;

pub mod game_result;
