//! The set of characters that a screen can show, and the program's own signs in each set.
use std::borrow::Cow;

use dungeon_model::dungeon::{Feature, Sight, Tile};
use dungeon_model::space::geometry::Direction;

/// The set of characters that a screen can show. The set affects only the program's own signs; the author's texts and
/// glyphs are shown unchanged.
///
/// ```
/// use dungeon::{Glyphs, Session};
///
/// let field = "rules siege\nmap\n.....\n.....\n..@..\n.....\n.....\nend\n";
/// let plain = Session::from_text(field)?.glyphs(Glyphs::Ascii).frame();
/// assert!(plain.to_string().is_ascii());
/// assert_eq!(Glyphs::Unicode.heart(), '♥');
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// All characters that are one column wide.
    #[default]
    Unicode,
    /// Like `Unicode`, but default walls are drawn as joined lines.
    Lines,
    /// ASCII characters only.
    Ascii,
}

impl Glyphs {
    /// Returns the glyph of a tile ([S-30]).
    ///
    /// [S-30]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-30
    pub fn tile(self, tile: &Tile) -> char {
        match self {
            Glyphs::Lines if is_own_floor(tile) => '·',
            Glyphs::Unicode | Glyphs::Lines => tile.fine.unwrap_or(tile.glyph),
            Glyphs::Ascii => tile.glyph,
        }
    }

    /// Returns `ascii` for a screen that shows only ASCII, otherwise `fine`.
    pub(crate) fn pick<T>(self, fine: T, ascii: T) -> T {
        match self {
            Glyphs::Unicode | Glyphs::Lines => fine,
            Glyphs::Ascii => ascii,
        }
    }

    /// Returns the sign of one life.
    pub fn heart(self) -> char {
        self.pick('♥', '*')
    }

    /// Returns the dot that marks a step of a route and a shot in flight.
    pub fn dot(self) -> char {
        self.pick('•', ':')
    }

    /// Returns the arrow that points in a direction.
    pub(crate) fn arrow(self, way: Direction) -> char {
        let fine = ['↖', '↑', '↗', '←', '→', '↙', '↓', '↘'];
        self.pick(fine, ['\\', '^', '/', '<', '>', '/', 'v', '\\'])[way as usize]
    }

    /// Returns the line for a wall. The line joins the neighboring walls for which `joins` is true, in the order north,
    /// east, south, west.
    pub(crate) fn joined_wall(joins: [bool; 4]) -> char {
        const LINES: [char; 16] = [
            '■', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼',
        ];
        let bits = joins.into_iter().rev();
        LINES[bits.fold(0, |index, joins| index * 2 + usize::from(joins))]
    }

    /// Returns the characters of a box's border.
    pub(crate) fn frame(self) -> FrameSigns {
        match self {
            Glyphs::Lines => FrameSigns {
                bar: '─',
                side: '│',
                corners: ['┌', '┐', '└', '┘'],
            },
            Glyphs::Unicode | Glyphs::Ascii => FrameSigns {
                bar: '-',
                side: '|',
                corners: ['+'; 4],
            },
        }
    }

    /// Returns the characters for the full and the empty part of a bar.
    pub(crate) fn bar(self) -> [char; 2] {
        self.pick(['█', '░'], ['#', '-'])
    }

    /// Returns the ellipsis: one character, or three in ASCII.
    pub fn ellipsis(self) -> &'static str {
        self.pick("…", "...")
    }

    /// Returns a text with `×` replaced by a character that the screen can show; the length stays the same.
    pub fn spelled(self, text: &str) -> String {
        match self {
            Glyphs::Unicode | Glyphs::Lines => text.to_owned(),
            Glyphs::Ascii => text.replace('×', "x"),
        }
    }

    /// Returns the character that replaces `c` in `Glyphs::spelled`.
    pub fn spelled_char(self, c: char) -> char {
        match (self, c) {
            (Glyphs::Ascii, '×') => 'x',
            _ => c,
        }
    }

    /// Returns a text; if the text has more than `columns` characters, returns its beginning with an ellipsis.
    ///
    /// ```
    /// use dungeon::Glyphs;
    ///
    /// assert_eq!(Glyphs::Unicode.cut("The old meadow", 9), "The old…");
    /// assert_eq!(Glyphs::Ascii.cut("The old meadow", 9), "The ol...");
    /// ```
    pub fn cut(self, text: &str, columns: usize) -> Cow<'_, str> {
        if text.chars().count() <= columns {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(self.cut_and_mark(text, columns))
        }
    }

    /// Returns the beginning of a text and an ellipsis, which together have at most `columns` characters. Drops spaces
    /// before the ellipsis, and cuts an ellipsis that does not fit.
    pub fn cut_and_mark(self, text: &str, columns: usize) -> String {
        let mark: String = self.ellipsis().chars().take(columns).collect();
        let kept: String = text.chars().take(columns - mark.chars().count()).collect();
        kept.trim_end().to_owned() + &mark
    }
}

/// The characters of a box's border; `corners` are top left, top right, bottom left, bottom right.
#[derive(Clone, Copy)]
pub(crate) struct FrameSigns {
    pub bar: char,
    pub side: char,
    pub corners: [char; 4],
}

/// Whether a tile is a plain wall in the default glyph `#`, which a line can replace.
pub fn is_own_wall(tile: &Tile) -> bool {
    tile.glyph == '#' && tile.sight == Sight::Blocked && tile.feature == Feature::Plain
}

/// Whether a tile is plain floor in the default glyph `.`.
fn is_own_floor(tile: &Tile) -> bool {
    tile.glyph == '.' && tile.sight == Sight::Clear && tile.feature == Feature::Plain
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
