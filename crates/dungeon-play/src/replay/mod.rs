//! Replay: recording a game while it is played, and watching the recording.
//!
//! A session's keys become a recording, and a recording becomes a show that plays itself. Playing a recording gives the
//! same checksum after every turn.
//!
//! Reading order: `recording` (the file), `recorder` (a session that is recorded), `stepper` (a session moment by
//! moment), `playback` (a recording played again, verified turn by turn), `certificate` (a winning line of play, as
//! keys), `moments` (the sequence of frames), `film` (that sequence as a list), `player` (a recording with seeking), `speed`, `controls`, `seek_prompt` and `status_line` (the
//! watcher's keys and displays), `replay_screen` (all of these as a show), `result_screen` (the page after a game,
//! which can show the replay).

pub mod recording;
pub mod seek_prompt;
pub mod speed;
pub mod stepper;

pub mod controls;
pub mod playback;
pub mod recorder;

pub mod certificate;
pub mod moments;

pub mod film;
pub mod player;

pub mod status_line;

pub mod replay_screen;

pub mod result_screen;
