//! Save: how a game outlives its process.
//!
//! The recording of a game in play comes in; files that are whole or not there at all go out, and come back.
//!
//! To be read in this order: `whole_file` (atomic writes), `fault` (what tests have fail there), `folder_lock` (one
//! writer at a time), `recording_file` (what is in such a file), `game_file` (the state of the game in it), `save_folder`
//! (saves, checkpoints and the last game), `source_file` (a dungeon that its author wants changed), `new_file` (what a
//! command makes), `kept_files` (files that the person named), `auto_save` (when all of it is written), `score_file`
//! (results of games).
//!
//! An error is a `String` where all that a caller does is print it. Where callers tell cases apart it has a type:
//! `UnreadableRecording`, or `io::Error` by its kind.

mod fault;
pub mod folder_lock;
pub mod recording_file;

pub mod whole_file;

pub mod game_file;
pub mod new_file;
pub mod source_file;

pub mod save_folder;

pub mod kept_files;

pub mod auto_save;
pub mod score_file;
