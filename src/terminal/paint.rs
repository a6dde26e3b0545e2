//! Styles as escape sequences, by how much colour may be shown, and whole frames painted for a pipe or a file.
use crate::dungeon::Colour;
use crate::view::frame::{Cell, Frame, Style};

/// How much colour may be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// None; bold, dim and reverse stay.
    Mono,
    /// The terminal's own sixteen colours.
    #[default]
    Ansi16,
}

impl Depth {
    /// What is left of a style at this depth.
    pub fn limit(self, style: Style) -> Style {
        match self {
            Depth::Ansi16 => style,
            Depth::Mono => Style {
                ink: None,
                paper: None,
                ..style
            },
        }
    }
}

impl Frame {
    /// The frame as text with escape sequences: a line a row, blanks at the end left out, every line closed
    /// in the terminal's own style.
    pub fn to_ansi(&self, depth: Depth) -> String {
        let mut text = String::new();
        for row in self.rows() {
            let blank = Cell::default();
            let shown = row
                .iter()
                .rposition(|cell| *cell != blank)
                .map_or(0, |last| last + 1);
            let mut pen = Style::default();
            for cell in &row[..shown] {
                let style = depth.limit(cell.style);
                change_pen(pen, style, &mut text);
                pen = style;
                text.push(cell.glyph());
            }
            change_pen(pen, Style::default(), &mut text);
            text.push('\n');
        }
        text
    }
}

/// Appends the shortest sequence that turns the terminal's pen from one style to another, nothing if they
/// are the same. termion's own types would take a sequence for each attribute, and `38;5;n` for a colour
/// that every terminal knows by two digits.
pub(super) fn change_pen(from: Style, to: Style, out: &mut String) {
    if from == to {
        return;
    }
    let onward = codes(from, to);
    let afresh = match codes(Style::default(), to) {
        none if none.is_empty() => none,
        some => format!("0;{some}"),
    };
    let shorter = if afresh.len() <= onward.len() {
        afresh
    } else {
        onward
    };
    out.push_str("\x1b[");
    out.push_str(&shorter);
    out.push('m');
}

/// The SGR codes that turn one style into another, with `;` between them.
fn codes(mut from: Style, to: Style) -> String {
    let mut codes = Vec::new();
    if from.bold && !to.bold || from.dim && !to.dim {
        // One code ends both.
        codes.push(22);
        (from.bold, from.dim) = (false, false);
    }
    if to.bold && !from.bold {
        codes.push(1);
    }
    if to.dim && !from.dim {
        codes.push(2);
    }
    if to.reverse != from.reverse {
        codes.push(if to.reverse { 7 } else { 27 });
    }
    if to.ink != from.ink {
        codes.push(to.ink.map_or(39, ink));
    }
    if to.paper != from.paper {
        codes.push(to.paper.map_or(49, |colour| ink(colour) + 10));
    }
    let codes: Vec<String> = codes.iter().map(u8::to_string).collect();
    codes.join(";")
}

fn ink(colour: Colour) -> u8 {
    match colour as u8 {
        dark @ 0..8 => 30 + dark,
        bright => 90 + bright - 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pen_changes_by_the_shortest_sequence() {
        let plain = Style::default();
        let bold = Style {
            bold: true,
            ..plain
        };
        let red = Style {
            ink: Some(Colour::Red),
            ..bold
        };
        let bright = Style {
            ink: Some(Colour::BrightBlue),
            paper: Some(Colour::Grey),
            ..plain
        };
        let table = [
            (plain, plain, ""),
            (plain, bold, "\x1b[1m"),
            (bold, red, "\x1b[31m"),
            (red, plain, "\x1b[m"),
            (plain, bright, "\x1b[94;100m"),
            (red, bold, "\x1b[39m"),
            (red, bright, "\x1b[0;94;100m"),
        ];
        for (from, to, expected) in table {
            let mut out = String::new();
            change_pen(from, to, &mut out);
            assert_eq!(out, expected, "{from:?} to {to:?}");
        }
    }
}
