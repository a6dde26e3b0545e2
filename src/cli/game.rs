//! A game in this terminal, from its first frame to its farewell.
use std::io::{self, Write};
use std::sync::Arc;

use super::complaint::complain;
use super::exit::Exit;
use super::farewell::Played;
use super::keeper::Keeper;
use super::player::Player;
use crate::play::recorder::Recorder;
use crate::terminal::Hearing;

/// Plays until the person leaves, and says how it ended; `file` is the dungeon as he named it.
pub fn play(
    (player, heard): (&Player, Hearing),
    recorder: Recorder,
    keeper: Keeper,
    file: &str,
) -> Exit {
    let keeper = Arc::new(keeper);
    let mut played = Played::new(recorder, Arc::clone(&keeper));
    let keep = Arc::new(move || keeper.in_haste());
    if let Err(exit) = player.play(&mut played, keep, heard) {
        return exit;
    }
    let wrong = played.write_files();
    wrong.iter().for_each(complain);
    for line in played.farewell(file) {
        // Nobody is left to be told that the terminal has gone.
        let _ = writeln!(io::stdout(), "{line}");
    }
    match wrong.is_empty() {
        true => Exit::Clean,
        false => Exit::Usage,
    }
}
