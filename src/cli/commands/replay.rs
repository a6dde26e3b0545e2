//! `dungeon replay`: a recorded game plays itself in this terminal.
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

/// Watch a recorded game again, and wind it to and fro
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon replay game.rec            watch it; ? shows the keys
  dungeon replay crypt               watch the saved game of this name
  dungeon replay last                watch the game that ended last
  dungeon replay game.rec --speed 4  four times as fast
  dungeon replay game.rec --paused   step through it: . a key, > a turn
  dungeon replay game.rec --turn 90  begin where 90 turns have passed

Exit codes: 0 all is well, 1 the game goes otherwise than it was recorded, 2
wrong usage or a file that cannot be read.")]
pub struct Replay {
    /// The recording's file, or the name of a saved game, or `last`; `-` reads standard input
    file: PathBuf,
    /// How fast: 0.25, 0.5, 1, 2, 4, 8, 16 or max
    #[arg(long, value_name = "N", default_value = "1")]
    speed: Speed,
    /// Begin where so many turns have passed; beyond the last one is the end
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    turn: u32,
    /// Begin paused
    #[arg(long)]
    paused: bool,
    #[command(flatten)]
    display: DisplayOptions,
}

/// The advice where there is no terminal.
const WAY_OUT: &str = "`dungeon render --replay FILE` shows it without one";

impl Replay {
    /// Plays the recording until the viewer leaves, then prints how far it was seen.
    ///
    /// # Errors
    /// Returns the exit code after the reason was reported.
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

/// Describes which recording was replayed, how far, and its checksum there.
fn replay_text(screen: &ReplayScreen) -> String {
    let (recording, session) = (screen.recording(), screen.session());
    let how_far = match (session.outcome(), session.turn() == recording.turn()) {
        (Some(outcome), _) => {
            let played = session.game().world().ledger().turns;
            format!("{} in {}", outcome.word(), turns(played))
        }
        (None, true) => format!("unfinished after {}", turns(session.turn())),
        (None, false) => format!("seen up to turn {} of {}", session.turn(), recording.turn()),
    };
    format!(
        "Replayed {}, seed {}: {how_far}. Checksum {:016x}.",
        recording.name,
        recording.seed,
        session.checksum()
    )
}
