//! Text: the messages, pages and questions of a session, shown beside the board or in its place.
//!
//! The input is the keymap and the player's knowledge; the output is lines, pages and questions. No file of this folder
//! changes a game.
//!
//! Reading order: `messages` (the log), `look` (a cell in words), `standing` (the hero's possessions, the items left to
//! take, the goals), `help`, `legend` and `page` (the help, the meaning of glyphs, and any text longer than the
//! screen), `question` (asked before a game is abandoned), `menu` (the dungeons to choose from), `notices` (the
//! interface's own messages, such as the reason that a key does nothing), `journey_notices` (the reasons that a journey
//! ends or cannot begin), `pack_menu` (the inventory), `day` (the seed of a day), `story`,
//! `score` and `game_result` (the result of a finished game).

pub mod day;
pub mod story;

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
