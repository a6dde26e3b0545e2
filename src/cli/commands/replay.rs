//! `dungeon replay`: shows a recording in this terminal.
use std::path::PathBuf;

use crate::cli::game::replayed;
use crate::cli::options::display::DisplayOptions;
use crate::cli::output::errors::refuse;
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print_line;
use crate::terminal;
use dungeon_play::replay::player::ReplayError;
use dungeon_play::replay::replay_screen::ReplayScreen;
use dungeon_play::replay::speed::{ReplayMode, Speed};
use dungeon_play::view::words::turns;

/// Watch a recorded game, with pause and seek
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon replay game.rec            watch it; ? shows the keys
  dungeon replay crypt               watch a saved game
  dungeon replay last                watch your last finished game
  dungeon replay game.rec --speed 4  four times as fast
  dungeon replay game.rec --paused   step through it: . a key, > a turn
  dungeon replay game.rec --turn 90  start after 90 turns

Exit codes: 0 success, 1 the game differs from its recording, 2 usage error, or
a file that cannot be read.")]
pub struct Replay {
    /// Recording file, the name of a saved game, or `last`; `-` reads standard input
    file: PathBuf,
    /// Playback speed: 0.25, 0.5, 1, 2, 4, 8, 16 or max
    #[arg(long, value_name = "N", default_value = "1")]
    speed: Speed,
    /// Start after this many turns; a number past the last turn means the end
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    turn: u32,
    /// Start paused
    #[arg(long)]
    paused: bool,
    #[command(flatten)]
    display: DisplayOptions,
}

/// The advice if there is no terminal.
const WAY_OUT: &str = "use `dungeon render --replay FILE` to print it";

impl Replay {
    /// Shows the recording until the viewer leaves, then prints how much was shown.
    ///
    /// # Errors
    /// Reports the reason, and returns the exit code.
    pub fn run(self) -> Result<Exit, Exit> {
        let recording = replayed::open(&self.file)?;
        let screen = ReplayScreen::open(recording, self.display.glyphs());
        let screen = screen.map_err(|error| match error {
            ReplayError::Errors(report) => replayed::report_errors(&report),
            ReplayError::Drift(drift) => replayed::report_drift(&self.file, &drift),
        })?;
        let screen = screen.lighting(self.display.lighting()).at_turn(self.turn);
        let mut screen = screen.at(self.speed).in_mode(self.mode());
        terminal::run(&mut screen, &self.display.options())
            .map_err(|error| refuse(error.with_way_out(WAY_OUT)))?;
        if let Some(drift) = screen.drift() {
            return Err(replayed::report_drift(&self.file, drift));
        }
        print_line(&replay_text(&screen));
        Ok(Exit::Clean)
    }

    fn mode(&self) -> ReplayMode {
        if self.paused {
            ReplayMode::Paused
        } else {
            ReplayMode::Playing
        }
    }
}

/// Returns a description of the recording, the turn at which the viewer left, and the checksum at that turn.
fn replay_text(screen: &ReplayScreen) -> String {
    let (recording, session) = (screen.recording(), screen.session());
    let how_far = match (session.outcome(), session.turn() == recording.turn()) {
        (Some(outcome), _) => {
            let played = session.game().world().ledger().turns;
            format!("{} in {}", outcome.word(), turns(played))
        }
        (None, true) => format!("unfinished after {}", turns(session.turn())),
        (None, false) => format!("stopped at turn {} of {}", session.turn(), recording.turn()),
    };
    format!(
        "Replayed {}, seed {}: {how_far}. Checksum {:016x}.",
        recording.name,
        recording.seed,
        session.checksum()
    )
}
