//! A frame as plain text: for snapshots, pipes and diffs.
//!
//! Rows are printed between bars, because snapshot tools trim and re-indent text. A `Cell` never holds a control
//! character, so printed text is safe for any terminal.
use std::fmt;

use super::frame::{Cell, Frame, Style};
use dungeon_model::dungeon::Colour;

/// The letters for styles in the layer of styles. Further styles print as `*`.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Prints a header such as `80x24 turn 3`, then every row between `|` bars, with trailing spaces.
impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} turn {}", self.size(), self.turn)?;
        self.rows()
            .try_for_each(|row| write!(f, "\n|{}|", glyphs(row)))
    }
}

impl Frame {
    /// Returns the rows without bars and trailing spaces, each ending in a line feed.
    ///
    /// ```
    /// let game = dungeon::Session::from_text("map\n####\n#@$#\n####\nend\n")?.with_size(30, 8);
    /// assert!(game.frame().plain().contains("@$"));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn plain(&self) -> String {
        self.lines().map(|row| row + "\n").collect()
    }

    /// Iterates over the rows from top to bottom as text, without line feeds and trailing spaces.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = dungeon::Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// game.press("l")?;
    /// let frame = game.frame();
    /// assert!(frame.lines().any(|row| row.contains(".@.$")));
    /// # Ok(())
    /// # }
    /// ```
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.rows().map(|row| glyphs(row).trim_end().to_owned())
    }

    /// Returns a value that prints the frame, a layer of letters for the styles, and a legend. A space in the layer is
    /// the default style.
    pub fn with_styles(&self) -> WithStyles<'_> {
        WithStyles(self)
    }
}

/// Returns the characters of a row as text, one per cell, with trailing spaces.
pub fn glyphs(row: &[Cell]) -> String {
    row.iter().map(|cell| cell.glyph()).collect()
}

/// A frame that prints with its styles, from `Frame::with_styles`.
///
/// ```
/// use dungeon::Frame;
/// use dungeon::frames::Style;
/// use dungeon::geometry::{Size, at};
///
/// let mut frame = Frame::new(Size::new(4, 1));
/// frame.write(at(1, 0), "@", Style::BOLD);
/// let printed = frame.with_styles().to_string();
/// assert_eq!(printed, "4x1 turn 0\n| @  |\nstyles\n| a  |\na bold");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithStyles<'a>(&'a Frame);

impl fmt::Display for WithStyles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WithStyles(frame) = self;
        let mut seen = Vec::new();
        for cell in frame.rows().flatten() {
            if cell.style() != Style::default() && !seen.contains(&cell.style()) {
                seen.push(cell.style());
            }
        }
        write!(f, "{frame}\nstyles")?;
        for row in frame.rows() {
            let letters: String = row.iter().map(|cell| letter(&seen, cell.style())).collect();
            write!(f, "\n|{letters}|")?;
        }
        for (style, letter) in seen.iter().zip(LETTERS.chars()) {
            write!(f, "\n{letter} {style}")?;
        }
        if seen.len() > LETTERS.len() {
            write!(f, "\n* {} more styles", seen.len() - LETTERS.len())?;
        }
        Ok(())
    }
}

/// Returns the letter of a style by its index in `seen`; a space for the default style, which is never in `seen`.
fn letter(seen: &[Style], style: Style) -> char {
    match seen.iter().position(|other| *other == style) {
        None => ' ',
        Some(index) => LETTERS.chars().nth(index).unwrap_or('*'),
    }
}

/// Prints a style as words, such as `bold red on blue, reverse`; the default style is `plain`.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(self.bold.then(|| "bold".to_owned()));
        words.extend(self.dim.then(|| "dim".to_owned()));
        words.extend(self.ink.map(|ink| colour_name(ink).to_owned()));
        words.extend(self.paper.map(|paper| format!("on {}", colour_name(paper))));
        words.extend(self.reverse.then(|| "reverse".to_owned()));
        words.extend(self.underline.then(|| "underlined".to_owned()));
        words.extend((self.shade > 0).then(|| format!("shade {}", self.shade)));
        if words.is_empty() {
            return f.write_str("plain");
        }
        f.write_str(&words.join(" "))
    }
}

/// Returns the name of a color in dungeon files.
fn colour_name(colour: Colour) -> &'static str {
    let mut names = Colour::NAMES.into_iter();
    names
        .find(|(_, other)| *other == colour)
        .map_or("?", |(name, _)| name)
}
