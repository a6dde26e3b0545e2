//! Text: what a session says and asks outside of the board.
//!
//! The keymap and what is known come in; lines, pages and questions go out. No text here changes a game.
//!
//! To be read in this order: `messages` (the log), `look` (one cell in words), `help` and `page` (the help, and any text
//! longer than the screen), `question` (asked before a game is given up), `menu` (the dungeons before a game), `notices`
//! (what the interface says of keys that cannot be obeyed).

pub mod help;
pub mod look;
pub mod menu;
pub mod messages;
pub mod page;
pub mod question;

pub mod notices;
