//! The colours of a terminal: plain data.

/// The sixteen colours of a terminal, by the names the format knows.
///
/// ```
/// use dungeon::data::Colour;
///
/// assert_eq!(Colour::named("magenta"), Some(Colour::Magenta));
/// assert_eq!(Colour::named("purple"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // colours name themselves
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
    /// Every colour with its word in files, in terminal order (0–15).
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

    /// The colour with this word of `Colour::NAMES`; none for any other word.
    pub fn named(word: &str) -> Option<Colour> {
        Colour::NAMES
            .into_iter()
            .find(|(name, _)| *name == word)
            .map(|(_, colour)| colour)
    }
}
