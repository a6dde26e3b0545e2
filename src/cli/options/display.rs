//! The options of every command that draws on this terminal.
use std::time::Duration;

use super::colours::Colours;
use super::glyphs::GlyphSet;
use crate::terminal::{CursorVisibility, Options};
use dungeon_play::view::Glyphs;
use dungeon_play::view::scene::Lighting;

/// The options for what the terminal can show.
#[derive(clap::Args)]
pub struct DisplayOptions {
    /// Colors to use
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
    /// Characters to draw with
    #[arg(long, value_name = "SET", value_enum, default_value_t = GlyphSet::Auto)]
    glyphs: GlyphSet,
    /// Milliseconds to wait after ESC before it counts as the Escape key; raise it on a slow connection
    #[arg(long, value_name = "MS", default_value_t = 25)]
    esc_delay: u16,
    /// Terminal cursor on the hero or the selection, for magnifiers that follow it
    #[arg(long, value_name = "LOOK", value_enum, default_value_t = CursorLook::Hidden)]
    cursor: CursorLook,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum CursorLook {
    /// Moved there, but invisible
    Hidden,
    /// Moved there and visible
    Shown,
}

impl DisplayOptions {
    /// Returns the characters that the terminal can show.
    pub fn glyphs(&self) -> Glyphs {
        self.glyphs.for_terminal()
    }

    /// Returns how terrain is lit.
    pub fn lighting(&self) -> Lighting {
        self.color.lighting()
    }

    /// Returns the options for a show that has nothing to save in an emergency.
    pub fn options(&self) -> Options {
        Options {
            depth: self.color.for_terminal(),
            cursor: match self.cursor {
                CursorLook::Hidden => CursorVisibility::Hidden,
                CursorLook::Shown => CursorVisibility::Shown,
            },
            escape_delay: Duration::from_millis(self.esc_delay.into()),
            ..Options::default()
        }
    }
}
