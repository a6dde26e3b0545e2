//! A game in this terminal, from its first frame to its farewell.
use std::io::{self, Write};
use std::sync::Arc;

use super::dungeon_origin::DungeonOrigin;
use super::farewell::PlayedGame;
use crate::cli::options::player::PlayerOptions;
use crate::cli::output::errors::complain;
use crate::cli::output::exit::Exit;
use crate::cli::save::auto_save::AutoSave;
use crate::play::replay::recorder::Recorder;
use crate::terminal::InputSource;

/// Who plays a game, and how.
pub struct PlayOptions<'a> {
    /// On the screen or in lines.
    pub player: &'a PlayerOptions,
    /// Where lines are heard.
    pub heard: InputSource,
    /// What else works where there is no terminal to play in, if that is another command than that of new games.
    pub way_out: Option<String>,
    /// The dungeon as it was named when the game was begun.
    pub file: String,
}

/// Plays until the person leaves, and says how it ended.
pub fn play(options: &PlayOptions<'_>, recorder: Recorder, auto_save: AutoSave) -> Exit {
    let auto_save = Arc::new(auto_save);
    let mut played = PlayedGame::new(recorder, Arc::clone(&auto_save));
    let keep = Arc::new(move || auto_save.save_now());
    let (player, way_out) = (options.player, options.way_out.as_deref());
    if let Err(exit) = player.play(&mut played, keep, options.heard, way_out) {
        return exit;
    }
    let wrong = played.write_files();
    wrong.iter().for_each(complain);
    let dungeon = DungeonOrigin::new(&options.file, &played.recorder.recording().text);
    if player.is_heard() {
        played.shorten_end();
    }
    for line in played.farewell(&dungeon) {
        // Nobody is left to be told that the terminal has gone.
        let _ = writeln!(io::stdout(), "{line}");
    }
    match wrong.is_empty() {
        true => Exit::Clean,
        false => Exit::Usage,
    }
}
