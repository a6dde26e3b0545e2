//! One game in this terminal, from finding its dungeon to the farewell.
//!
//! Input is the name of a dungeon or a recording, and the player's options; output is an exit code.
//!
//! Read in this order: `shipped` (the bundled dungeons), `git_revision` (files as they were), `offers` (the menu),
//! `dungeon_file` (reloading a file during a game), `dungeon_origin` (finding a dungeon again), `replayed` (opening a
//! recording by name), `farewell` (the lines after a game), `played_game` (a game in play), `terminal_game` (the game
//! in a terminal, from its first frame to its farewell).

pub mod dungeon_file;
pub mod git_revision;
pub mod replayed;
pub mod shipped;

pub mod authored_text;
pub mod dungeon_origin;
pub mod offers;

pub mod farewell;

pub mod played_game;

pub mod terminal_game;
