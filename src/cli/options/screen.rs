//! The options of every command that plays on this terminal's screen.
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use super::display::DisplayOptions;
use crate::terminal::{self, MouseMode, Options, SaveHooks, TerminalError};
use dungeon_play::input::show::Show;
use dungeon_play::view::Glyphs;
use dungeon_play::view::scene::Lighting;

/// How the terminal is used.
#[derive(clap::Args)]
pub struct ScreenOptions {
    #[command(flatten)]
    display: DisplayOptions,
    /// When the game is played with the mouse, too; text is then selected with Shift held
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = MouseUse::Auto)]
    mouse: MouseUse,
    /// Ring the terminal's bell at warnings, such as of health that falls below a third
    #[arg(long)]
    bell: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum MouseUse {
    // The help says tactics: a player knows a game by its name, and not yet by what it is played with.
    /// Where cells are pointed at: in tactics
    Auto,
    /// Always
    On,
    /// Never: the mouse is the terminal's, and selects text
    Off,
}

impl ScreenOptions {
    /// Returns the characters that the terminal can show.
    pub fn glyphs(&self) -> Glyphs {
        self.display.glyphs()
    }

    /// Returns how terrain is lit.
    pub fn lighting(&self) -> Lighting {
        self.display.lighting()
    }

    /// Runs a show until the player leaves. `save_hooks` keep the show, whatever ends it; bytes on the stream `wake` wake
    /// it.
    ///
    /// # Errors
    /// Returns an error if there is no terminal, or if it fails.
    pub fn show(
        &self,
        show: &mut dyn Show,
        save_hooks: Option<SaveHooks>,
        wake: Option<Arc<UnixStream>>,
    ) -> Result<(), TerminalError> {
        let mouse = match self.mouse {
            MouseUse::Auto => MouseMode::Auto,
            MouseUse::On => MouseMode::On,
            MouseUse::Off => MouseMode::Off,
        };
        let options = Options {
            mouse,
            bell: self.bell,
            save_hooks,
            wake,
            ..self.display.options()
        };
        terminal::run(show, &options)
    }
}
