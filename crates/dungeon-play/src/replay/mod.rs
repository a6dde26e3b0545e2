//! Replay: a game kept while it is played, and seen again.
//!
//! A session's keys come in; a recording goes out, and from a recording a show that plays itself. A recording is the
//! game: played again, it comes to the same checksum after every turn.
//!
//! To be read in this order: `recording` (the file), `recorder` (a session that is recorded), `stepper` (a session
//! moment by moment), `playback` (a recording played again, checked turn by turn),
//! `certificate` (a line of play that wins, as keys), `moments` (the sequence of frames
//! that it shows), `film` (that sequence kept), `snapshots` (where seeking back begins), `player` (a recording in which
//! a watcher seeks), `speed`, `controls`, `seek_prompt` and `status_line` (the watcher's keys and what they show),
//! `replay_screen` (all of it as a show), `result_screen` (the page after a game, from which the game is watched again).

pub mod recording;
pub mod seek_prompt;
pub mod speed;
pub mod stepper;

pub mod controls;
pub mod playback;
pub mod recorder;

pub mod certificate;
pub mod moments;
pub mod snapshots;

pub mod film;
pub mod player;

pub mod status_line;

pub mod replay_screen;

pub mod result_screen;
