//! Terminal colors: plain data.

/// The sixteen colors of a terminal, by the names in the file format.
///
/// ```
/// use dungeon::data::Colour;
///
/// assert_eq!(Colour::named("magenta"), Some(Colour::Magenta));
/// assert_eq!(Colour::named("purple"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Colour {
    Black,
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    White,
    Grey,
    BrightRed,
    BrightGreen,
    BrightYellow,
    BrightBlue,
    BrightMagenta,
    BrightCyan,
    BrightWhite,
}

impl Colour {
    /// Every color with its word in files, in terminal order (0–15).
    pub const NAMES: [(&'static str, Colour); 16] = [
        ("black", Colour::Black),
        ("red", Colour::Red),
        ("green", Colour::Green),
        ("yellow", Colour::Yellow),
        ("blue", Colour::Blue),
        ("magenta", Colour::Magenta),
        ("cyan", Colour::Cyan),
        ("white", Colour::White),
        ("grey", Colour::Grey),
        ("bright-red", Colour::BrightRed),
        ("bright-green", Colour::BrightGreen),
        ("bright-yellow", Colour::BrightYellow),
        ("bright-blue", Colour::BrightBlue),
        ("bright-magenta", Colour::BrightMagenta),
        ("bright-cyan", Colour::BrightCyan),
        ("bright-white", Colour::BrightWhite),
    ];

    /// Returns the color with this word; `None` for any other word.
    pub fn named(word: &str) -> Option<Colour> {
        Colour::NAMES
            .into_iter()
            .find(|(name, _)| *name == word)
            .map(|(_, colour)| colour)
    }
}
