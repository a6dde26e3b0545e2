//! `--window`: the layout of statistics and messages. By default the dungeon file decides.
use dungeon_model::dungeon::Dungeon;
use dungeon_play::view::window_style::WindowStyle;

/// The values of `--window`.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum WindowChoice {
    /// `book` for files in the classic format, `beside` for all others
    Auto,
    /// A panel beside the map, on a screen of 100x30 or more
    Beside,
    /// Statistics and messages below the map
    Below,
    /// The boxes of the book, for every explore dungeon
    Book,
}

impl WindowChoice {
    /// Returns the layout for a dungeon.
    pub fn for_dungeon(self, dungeon: &Dungeon) -> WindowStyle {
        match self {
            WindowChoice::Auto => WindowStyle::usual(dungeon),
            WindowChoice::Beside => WindowStyle::Beside,
            WindowChoice::Below => WindowStyle::Below,
            WindowChoice::Book => WindowStyle::Book,
        }
    }
}
