//! One game in this terminal, from its first frame to its farewell.
use std::sync::Arc;

use super::dungeon_file::DungeonFile;
use super::dungeon_origin::DungeonOrigin;
use super::played_game::{EndingStyle, PlayedGame, WayOut};
use crate::cli::options::include::IncludeOption;
use crate::cli::options::player::PlayerOptions;
use crate::cli::output::errors::print_error;
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print_line;
use crate::cli::save::auto_save::AutoSave;
use crate::cli::save::score_file::ScoreBoard;
use crate::terminal::InputSource;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::replay::recorder::Recorder;
use dungeon_play::replay::result_screen::MenuReturn;
use dungeon_play::text::day::Day;

/// The options of one game.
pub struct PlayOptions<'a> {
    /// The player's options, such as the screen or narration.
    pub player: &'a PlayerOptions,
    /// The source of input lines in a narrated game.
    pub input: InputSource,
    /// The advice if there is no terminal; `None` for the default advice about new games.
    pub way_out: Option<String>,
    /// The name of the dungeon when the game was started.
    pub file: Untrusted,
    /// The include folders of the dungeon.
    pub include: IncludeOption,
    /// Whether the player can go back to the menu.
    pub menu: MenuReturn,
}

/// Plays until the player leaves, writes the named files, and prints the farewell. The game can be reloaded from
/// `file`, which is `None` if the dungeon did not come from a file. Results are added to `scores`.
///
/// # Errors
/// Reports the reason, and returns the exit code.
pub fn play(
    options: &PlayOptions<'_>,
    mut recorder: Recorder,
    auto_save: AutoSave,
    file: Option<DungeonFile>,
    scores: ScoreBoard,
) -> Result<(Exit, WayOut), Exit> {
    if let Some(day) = Day::of_seed(recorder.session.seed()) {
        // The hint takes the place of the welcome, which names the help key.
        let is_new = recorder.session.turn() == 0;
        let welcome = recorder.session.messages().first().filter(|_| is_new);
        let welcome = welcome.map_or_else(String::new, |welcome| format!(" {welcome}"));
        recorder
            .session
            .say(format!("Daily game of {day}.{welcome}"));
    }
    let auto_save = Arc::new(auto_save.keeping_last());
    let (player, way_out) = (options.player, options.way_out.as_deref());
    let ending = if player.is_narrated() {
        EndingStyle::Lines
    } else {
        EndingStyle::Page(options.menu)
    };
    let changes = file.as_ref().and_then(DungeonFile::changes);
    let played = PlayedGame::new(recorder, Arc::clone(&auto_save), file);
    let mut played = played.ending(ending).scores(scores);
    let hooks = auto_save.hooks();
    player.play(&mut played, hooks, options.input, way_out, changes)?;
    let mut wrong = played.write_files();
    let unsaved = auto_save.failure();
    wrong.extend(unsaved.map(|why| format!("cannot save the game: {why}")));
    wrong.iter().for_each(print_error);
    let text = &played.recorder.recording().text;
    let dungeon = DungeonOrigin::find(&options.file, text, &options.include);
    if player.is_narrated() {
        played.shorten_end();
    }
    for line in played.farewell_lines(&dungeon) {
        print_line(&line);
    }
    let exit = if wrong.is_empty() {
        Exit::Clean
    } else {
        Exit::Usage
    };
    Ok((exit, played.way_out()))
}
