//! A frame as plain text: for snapshots, pipes and people who read diffs.
//!
//! Rows stand between bars, because snapshot tools trim and re-indent text. A `Cell` holds no control
//! character, so nothing printed here can harm a terminal.
use std::fmt;

use super::frame::{Cell, Frame, Style};
use crate::dungeon::Colour;

/// The letters of a layer of styles; a frame with still more styles shows `*` for the rest.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// A header such as `80x24 turn 3`, then every row between `|` bars, trailing blanks kept.
impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} turn {}", self.size(), self.turn)?;
        self.rows()
            .try_for_each(|row| write!(f, "\n|{}|", glyphs(row)))
    }
}

impl Frame {
    /// The rows without bars, trailing blanks trimmed, each ending with a line feed.
    pub fn plain(&self) -> String {
        self.lines().map(|row| row + "\n").collect()
    }

    /// The rows as text, trailing blanks trimmed.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.rows().map(|row| glyphs(row).trim_end().to_owned())
    }

    /// Prints the frame, under it a layer of letters for the styles, and a legend; a blank letter is the default style.
    pub fn with_styles(&self) -> WithStyles<'_> {
        WithStyles(self)
    }
}

/// A row's characters.
pub fn glyphs(row: &[Cell]) -> String {
    row.iter().map(|cell| cell.glyph()).collect()
}

/// See `Frame::with_styles`.
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

/// The letter of a style among those seen, in the order of their first cells.
fn letter(seen: &[Style], style: Style) -> char {
    match seen.iter().position(|other| *other == style) {
        None => ' ',
        Some(index) => LETTERS.chars().nth(index).unwrap_or('*'),
    }
}

/// `bold red on blue, reverse`; the default is `plain`.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(self.bold.then(|| "bold".to_owned()));
        words.extend(self.dim.then(|| "dim".to_owned()));
        words.extend(self.ink.map(|ink| name(ink).to_owned()));
        words.extend(self.paper.map(|paper| format!("on {}", name(paper))));
        words.extend(self.reverse.then(|| "reverse".to_owned()));
        if words.is_empty() {
            return f.write_str("plain");
        }
        f.write_str(&words.join(" "))
    }
}

/// A colour's word in files.
fn name(colour: Colour) -> &'static str {
    let mut names = Colour::NAMES.into_iter();
    names
        .find(|(_, other)| *other == colour)
        .map_or("?", |(name, _)| name)
}
