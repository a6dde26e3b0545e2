//! Saves: the files that keep a game after its process has ended.
//!
//! Each file of a game holds a recording. The state of the game decides the name of the file, and when the program may
//! replace or remove the file. Files that the player names on the command line have no `GameState`.
//!
//! | state | file | when it is written | if the name is taken | when it is removed |
//! |---|---|---|---|---|
//! | saved | `saves/crypt.save` | when the player leaves, and on a signal or a panic, under the lock | replaced if unchanged since this process read or wrote it; otherwise the next free name is used | at the end of the game, under the lock |
//! | in play | `saves/crypt.checkpoint` | in pauses of the game, without the lock | replaced if unchanged since this process wrote it; otherwise the next free name is used | when the game is saved, ended or left |
//! | cut off | the same file, after the process that marked it is gone | never | never replaced | when its game is saved or ended |
//! | ended | `last.rec` | at the end of a game | replaced under the lock; kept if another process holds the lock | never |
//! | named | any file, by `--record` or `--keys-to` | when the player leaves, and on a signal or a panic | replaced if it holds a recording, or for `--keys-to` keys; otherwise kept | never |
//!
//! `dungeon resume` and the menu offer the latest game that is saved or cut off. If a write fails, the old file stays
//! as it was and the game goes on. The player is told why: every time for a save, once per game for a checkpoint, and
//! at the end for a named file. A failure to write `last.rec` is not reported; the farewell then suggests `--record`.
//!
//! Read in this order: `whole_file` (atomic writes), `fault` (write errors injected by tests), `folder_lock` (one
//! writer at a time), `recording_file` (reading recordings and keys), `game_file` (a file with the state of its game),
//! `save_folder` (saves, checkpoints and the last game), `source_file` (dungeon files that a command rewrites),
//! `new_file` (new files that a command writes), `kept_files` (files named with `--record` and `--keys-to`),
//! `auto_save` (when each file is written), `score_file` (the results of games).
//!
//! Errors that callers only print are `ErrorText`. Errors that callers tell apart are `UnreadableRecording`, or
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
