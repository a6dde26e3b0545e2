//! The options of every command that shows something in this terminal, and how it is shown.
use std::time::Duration;

use super::colours::Colours;
use super::complaint::refuse;
use super::exit::Exit;
use super::glyphs::GlyphSet;
use crate::play::show::Show;
use crate::terminal::{self, Cursor, Keep, Mouse, Options};
use crate::view::Glyphs;

/// How the terminal is used.
#[derive(clap::Args)]
pub struct Screen {
    /// How much colour to use
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
    /// Which characters to draw with
    #[arg(long, value_name = "SET", value_enum, default_value_t = GlyphSet::Auto)]
    glyphs: GlyphSet,
    /// Milliseconds after ESC in which nothing follows if it is the Escape key; more for a slow line
    #[arg(long, value_name = "MS", default_value_t = 25)]
    esc_delay: u16,
    /// When the game is played with the mouse, too; text is then selected with Shift held
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = MouseUse::Auto)]
    mouse: MouseUse,
    /// Whether the terminal's cursor is seen on the hero or the selection, for magnifiers that follow it
    #[arg(long, value_name = "LOOK", value_enum, default_value_t = CursorLook::Hidden)]
    cursor: CursorLook,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum CursorLook {
    /// It is placed there, unseen
    Hidden,
    /// It is seen there
    Shown,
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

impl Screen {
    /// The characters that this terminal has.
    pub fn glyphs(&self) -> Glyphs {
        self.glyphs.for_terminal()
    }

    /// Shows it until the person leaves; what keeps it safe is called when the process must end without him.
    ///
    /// # Errors
    /// If there is no terminal, or it fails; that has been said.
    pub fn show(&self, show: &mut dyn Show, keep: Option<Keep>) -> Result<(), Exit> {
        let options = Options {
            depth: self.color.for_terminal(),
            escape_delay: Duration::from_millis(self.esc_delay.into()),
            mouse: match self.mouse {
                MouseUse::Auto => Mouse::Auto,
                MouseUse::On => Mouse::On,
                MouseUse::Off => Mouse::Off,
            },
            cursor: match self.cursor {
                CursorLook::Hidden => Cursor::Hidden,
                CursorLook::Shown => Cursor::Shown,
            },
            keep,
        };
        terminal::run(show, &options).map_err(refuse)
    }
}
