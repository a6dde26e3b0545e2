//! Game: one game in this terminal, from where its dungeon is found to its farewell.
//!
//! The name of a dungeon or of a recording, and how a person plays, come in; an exit code goes out.
//!
//! To be read in this order: `shipped` (the dungeons inside the program), `dungeon_origin` (where a dungeon is found
//! again), `replayed` (a recording by its name), `farewell` (what stands on the screen afterwards), `terminal_game`.

pub mod replayed;
pub mod shipped;

pub mod dungeon_origin;

pub mod farewell;

pub mod terminal_game;
