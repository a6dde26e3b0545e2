//! Save: how a game outlives its process.
//!
//! Each file of a game is a recording with a state (`GameState`; files that the person names have none). The state says
//! where the file is, and when it may be replaced or removed:
//!
//! | state | file | written | over a file that is there | removed |
//! |---|---|---|---|---|
//! | saved | `saves/crypt.save` | on leaving, by a signal, by a panic | under the lock, if it is as this process knows it; otherwise the next free name | at the end of the game, under the lock |
//! | in play | `saves/crypt.checkpoint` | in rests, without the lock | if it is as this process wrote it; otherwise the next free name | when the game is saved, ended or left |
//! | cut off | the same file, no longer marked by a process | never | never | when its game is saved or ended |
//! | ended | `last.rec` | at the end of the game | under the lock; otherwise it stays | never |
//! | named | any, by `--record` and `--keys-to` | on leaving, by a signal, by a panic | if it holds a game, or keys; otherwise it stays | never |
//!
//! `dungeon resume` and the menu offer the latest file that is saved or cut off. A write that fails leaves the file as it
//! was. The game then goes on, and the player is told why: of a save each time, of a checkpoint once in a game, of a named
//! file at the end. Nothing is said of `last.rec`: the farewell then names `--record`.
//!
//! To be read in this order: `whole_file` (atomic writes), `fault` (what tests have fail there), `folder_lock` (one
//! writer at a time), `recording_file` (what is in such a file), `game_file` (the state of the game in it), `save_folder`
//! (saves, checkpoints and the last game), `source_file` (a dungeon that its author wants changed), `new_file` (what a
//! command makes), `kept_files` (files that the person named), `auto_save` (when all of it is written), `score_file`
//! (results of games).
//!
//! An error that callers only print is an `ErrorText`. Where they tell cases apart it is an `UnreadableRecording`, or an
//! `io::Error` with a kind.

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
