//! The window style of a game, as the player or the dungeon's file sets it. The style does not depend on the screen's
//! size.
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::Size;

/// The smallest screen with a panel beside the map.
const PANEL_FROM: Size = Size::new(100, 30);

/// The arrangement of numbers and messages around the map.
///
/// ```
/// use dungeon::Session;
/// use dungeon::frames::WindowStyle;
///
/// let hall = Session::from_text("map\n######\n#@..$#\n######\nend\n")?.with_size(100, 30);
/// let rows = |session: Session| session.frame().plain();
/// assert!(rows(hall.clone()).contains("In sight\n"), "a panel beside the map");
/// assert!(rows(hall.window(WindowStyle::Below)).contains("\nIn sight: $ gold"), "lines below it");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WindowStyle {
    /// A panel beside the map on a screen of at least 100×30 cells; like `Below` on a smaller screen.
    #[default]
    Beside,
    /// Numbers and messages below or around the map, on screens of any size.
    Below,
    /// The classic window, reproduced cell by cell, for a game with four boxes; like `Below` for other games.
    Book,
}

impl WindowStyle {
    /// Returns the default style for a dungeon: the classic window for a file in the classic format, and a panel for
    /// any other file.
    #[doc(hidden)]
    pub fn usual(dungeon: &Dungeon) -> WindowStyle {
        if dungeon.is_classic() {
            WindowStyle::Book
        } else {
            WindowStyle::Beside
        }
    }

    /// Returns the word for the style in a recording.
    pub(crate) fn word(self) -> &'static str {
        match self {
            WindowStyle::Beside => "beside",
            WindowStyle::Below => "below",
            WindowStyle::Book => "book",
        }
    }

    /// Returns the style for a word of a recording; `None` for an unknown word.
    pub(crate) fn named(word: &str) -> Option<WindowStyle> {
        let styles = [WindowStyle::Beside, WindowStyle::Below, WindowStyle::Book];
        styles.into_iter().find(|style| style.word() == word)
    }

    /// Whether a screen of this size has a panel beside the map.
    pub(crate) fn has_panel(self, size: Size) -> bool {
        let Size { width, height } = PANEL_FROM;
        self == WindowStyle::Beside && size.width >= width && size.height >= height
    }
}
