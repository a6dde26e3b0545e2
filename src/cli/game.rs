//! A game in this terminal, from its first frame to its farewell.
use std::io::{self, Write};
use std::sync::Arc;

use super::complaint::complain;
use super::exit::Exit;
use super::farewell::Played;
use super::keeper::Keeper;
use super::player::Player;
use crate::format::characters::clean;
use crate::play::question::Leaving;
use crate::play::recorder::Recorder;
use crate::terminal::Hearing;

/// Plays until the person leaves, saves what he wants saved, and says how it ended; `file` is the dungeon as he named it.
pub fn play(
    (player, heard): (&Player, Hearing),
    recorder: Recorder,
    keeper: Keeper,
    file: &str,
) -> Exit {
    let keeper = Arc::new(keeper);
    let found = recorder.session.checksum();
    let mut played = Played::new(recorder, Arc::clone(&keeper));
    let keep = {
        let keeper = Arc::clone(&keeper);
        Arc::new(move || keeper.in_haste())
    };
    if let Err(exit) = player.play(&mut played, keep, heard) {
        // The terminal may have failed in the middle of a game, or before anything was played.
        if played.recorder.session.checksum() != found {
            keeper.in_haste().iter().for_each(complain);
        }
        return exit;
    }
    let mut wrong = Vec::new();
    if let Some(Err(why)) = is_to_be_saved(&played).then(|| keeper.save()) {
        wrong.push(format!("the game is not saved: {}", clean(&why)));
    }
    wrong.extend(keeper.write_files());
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

/// Whether the person left an unfinished game that he wants to go on with, and that was not saved on his way out.
fn is_to_be_saved(played: &Played) -> bool {
    let session = &played.recorder.session;
    let is_wanted = session.leaving() == Some(Leaving::Save);
    is_wanted && session.outcome().is_none() && session.is_begun() && !played.is_saved()
}
