//! `--window`: where the numbers and messages of a game stand, which the dungeon's file decides by default.
use dungeon_model::dungeon::Dungeon;
use dungeon_play::view::window_style::WindowStyle;

/// What a person asks for.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum WindowChoice {
    /// The book's for a file of the classic format, a panel beside the map for all others
    Auto,
    /// A panel beside the map, on a screen of 100x30 or more
    Beside,
    /// Numbers and messages below the map
    Below,
    /// The book's boxes at the book's places, for every file of explore
    Book,
}

impl WindowChoice {
    /// Returns the window in which a dungeon is played.
    pub fn for_dungeon(self, dungeon: &Dungeon) -> WindowStyle {
        match self {
            WindowChoice::Auto => WindowStyle::usual(dungeon),
            WindowChoice::Beside => WindowStyle::Beside,
            WindowChoice::Below => WindowStyle::Below,
            WindowChoice::Book => WindowStyle::Book,
        }
    }
}
