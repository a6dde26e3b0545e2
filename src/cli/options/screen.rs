//! The options of every command that plays in this terminal, and how a game is shown there.
use super::display::DisplayOptions;
use crate::play::input::show::Show;
use crate::terminal::{self, EmergencySave, MouseMode, Options, TerminalError};
use crate::view::Glyphs;

/// How the terminal is used.
#[derive(clap::Args)]
pub struct ScreenOptions {
    #[command(flatten)]
    display: DisplayOptions,
    /// When the game is played with the mouse, too; text is then selected with Shift held
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = MouseUse::Auto)]
    mouse: MouseUse,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum MouseUse {
    /// Where cells are pointed at: in tactics
    Auto,
    /// Always
    On,
    /// Never: the mouse is the terminal's, and selects text
    Off,
}

impl ScreenOptions {
    /// The characters that this terminal has.
    pub fn glyphs(&self) -> Glyphs {
        self.display.glyphs()
    }

    /// Shows it until the person leaves; what keeps it safe is called when the process must end without him.
    ///
    /// # Errors
    /// If there is no terminal, or it fails.
    pub fn show(
        &self,
        show: &mut dyn Show,
        keep: Option<EmergencySave>,
    ) -> Result<(), TerminalError> {
        let mouse = match self.mouse {
            MouseUse::Auto => MouseMode::Auto,
            MouseUse::On => MouseMode::On,
            MouseUse::Off => MouseMode::Off,
        };
        let options = Options {
            mouse,
            emergency_save: keep,
            ..self.display.options()
        };
        terminal::run(show, &options)
    }
}
