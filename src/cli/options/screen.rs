//! The options of every command that plays on this terminal's screen.
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use super::display::DisplayOptions;
use crate::terminal::{self, MouseMode, Options, SaveHooks, TerminalError};
use dungeon_play::input::show::Show;
use dungeon_play::view::Glyphs;
use dungeon_play::view::scene::Lighting;

/// The options for using the terminal's screen.
#[derive(clap::Args)]
pub struct ScreenOptions {
    #[command(flatten)]
    display: DisplayOptions,
    /// When to use the mouse; while it is in use, hold Shift to select text
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = MouseUse::Auto)]
    mouse: MouseUse,
    /// Ring the terminal bell on warnings, such as health below a third
    #[arg(long)]
    bell: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum MouseUse {
    // The help says "tactics" because players know a game by its name, not by how it is controlled.
    /// In tactics, where you point at cells
    Auto,
    /// Always
    On,
    /// Never: the mouse selects text
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

    /// Runs a show until the player leaves. `save_hooks` save the show however it ends. A byte on the stream `wake`
    /// wakes the loop.
    ///
    /// # Errors
    /// Returns an error if there is no terminal, or if the terminal fails.
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
