//! The options of every command that shows something in this terminal.
use std::time::Duration;

use super::glyphs::GlyphSet;
use super::no_color;
use crate::terminal::Options;
use crate::terminal::paint::Depth;
use crate::view::Glyphs;

/// What this terminal can show.
#[derive(clap::Args)]
pub struct Display {
    /// How much colour to use
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colours::Auto)]
    color: Colours,
    /// Which characters to draw with
    #[arg(long, value_name = "SET", value_enum, default_value_t = GlyphSet::Auto)]
    glyphs: GlyphSet,
    /// Milliseconds after ESC in which nothing follows if it is the Escape key; more for a slow line
    #[arg(long, value_name = "MS", default_value_t = 25)]
    esc_delay: u16,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Colours {
    /// Sixteen, or none where NO_COLOR is set
    Auto,
    /// The terminal's own sixteen
    #[value(name = "16", alias = "always")]
    Sixteen,
    /// Bold, dim and reverse only
    Never,
}

impl Display {
    /// The characters that it has.
    pub fn glyphs(&self) -> Glyphs {
        self.glyphs.for_terminal()
    }

    /// How it is used for a show that needs no keeping.
    pub fn options(&self) -> Options {
        let depth = match self.color {
            Colours::Auto if no_color::is_set() => Depth::Mono,
            Colours::Never => Depth::Mono,
            Colours::Auto | Colours::Sixteen => Depth::Ansi16,
        };
        Options {
            depth,
            escape_delay: Duration::from_millis(self.esc_delay.into()),
            ..Options::default()
        }
    }
}
