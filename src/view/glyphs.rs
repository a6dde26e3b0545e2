//! Which characters a screen has.
use crate::dungeon::Tile;

/// The characters that a screen has; what an author draws or writes stays as it is on any screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// All that are one column wide.
    #[default]
    Unicode,
    /// Those of ASCII.
    Ascii,
}

impl Glyphs {
    /// What a tile looks like (S-30).
    pub fn of(self, tile: &Tile) -> char {
        match self {
            Glyphs::Unicode => tile.fine.unwrap_or(tile.glyph),
            Glyphs::Ascii => tile.glyph,
        }
    }

    /// One life.
    pub fn heart(self) -> char {
        match self {
            Glyphs::Unicode => '♥',
            Glyphs::Ascii => '*',
        }
    }

    /// What marks a step of a way, and what flies as small as that.
    pub fn dot(self) -> char {
        match self {
            Glyphs::Unicode => '•',
            Glyphs::Ascii => ':',
        }
    }

    /// What stands where something was left out.
    pub fn ellipsis(self) -> &'static str {
        match self {
            Glyphs::Unicode => "…",
            Glyphs::Ascii => "...",
        }
    }

    /// A text with this screen's sign between a thing and how many of it; it keeps its length.
    pub fn spelled(self, text: &str) -> String {
        match self {
            Glyphs::Unicode => text.to_owned(),
            Glyphs::Ascii => text.replace('×', "x"),
        }
    }

    /// The text, or as much of it as so many columns hold with the mark that something is missing.
    pub fn cut(self, text: &str, columns: usize) -> String {
        if text.chars().count() <= columns {
            return text.to_owned();
        }
        self.marked(text, columns)
    }

    /// The text's beginning and the mark that something is missing, in so many columns.
    pub fn marked(self, text: &str, columns: usize) -> String {
        let mark: String = self.ellipsis().chars().take(columns).collect();
        let kept: String = text.chars().take(columns - mark.chars().count()).collect();
        kept.trim_end().to_owned() + &mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_fits_and_says_so() {
        let cut = |columns| Glyphs::Unicode.cut("The meadow", columns);
        assert_eq!(
            [cut(10), cut(9), cut(5)],
            ["The meadow", "The mead…", "The…"]
        );
        assert_eq!([cut(1), cut(0)], ["…", ""]);
        let cut = |columns| Glyphs::Ascii.cut("The meadow", columns);
        assert_eq!([cut(10), cut(9), cut(2)], ["The meadow", "The me...", ".."]);
    }
}
