//! Game: one game in this terminal, from the search for its dungeon to its farewell.
//!
//! The name of a dungeon or of a recording, and the player's options, come in; an exit code goes out.
//!
//! To be read in this order: `shipped` (the dungeons inside the program), `offers` (what the menu offers), `dungeon_file`
//! (one that is read anew while it is played), `dungeon_origin` (where a dungeon can be
//! found again), `replayed` (a recording by its name), `farewell` (the lines after a game), `played_game`
//! (a game in play), `terminal_game` (that game in a terminal, from its first frame to its farewell).

pub mod dungeon_file;
pub mod replayed;
pub mod shipped;

pub mod dungeon_origin;
pub mod offers;

pub mod farewell;

pub mod played_game;

pub mod terminal_game;
