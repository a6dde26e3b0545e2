//! The escape sequences of styles (SGR, "select graphic rendition"), by the depth of colour, and a whole frame as text
//! with them, for a pipe or a file. No other file of the crate spells these codes: the terminal takes them from here.
//!
//! The types that termion has for these codes write `38;5;n` for a colour that every terminal knows by two digits, one
//! sequence for each attribute, and no colour at all where `NO_COLOR` is set, even if an option asked for colour. So
//! the library does without them.
use super::frame::{Cell, Frame, Style};
use super::shades;
use dungeon_model::dungeon::Colour;

/// The range of colours that may be shown.
///
/// ```
/// use dungeon::ColourDepth;
/// use dungeon::data::Colour;
/// use dungeon::frames::Style;
///
/// let alarm = Style { ink: Some(Colour::Red), ..Style::BOLD };
/// assert_eq!(ColourDepth::Ansi16.limit(alarm), alarm);
/// assert_eq!(ColourDepth::Mono.limit(alarm), Style::BOLD);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourDepth {
    /// No colour; bold, dim and reverse stay.
    Mono,
    /// The terminal's own sixteen colours.
    #[default]
    Ansi16,
    /// Fixed shades of the 256 colours, chosen to be read on a light and on a dark background.
    Ansi256,
    /// The fixed shades as red, green and blue, and what lies in the shade darker.
    True,
}

impl ColourDepth {
    /// Returns the part of a style that is shown at this depth.
    pub fn limit(self, style: Style) -> Style {
        match self {
            ColourDepth::Ansi16 => Style { shade: 0, ..style },
            ColourDepth::Ansi256 => shades::limit(Style { shade: 0, ..style }),
            ColourDepth::True => shades::limit(style),
            ColourDepth::Mono => Style {
                ink: None,
                paper: None,
                shade: 0,
                ..style
            },
        }
    }
}

impl Frame {
    /// Returns the frame as text with escape sequences for its styles: a line for each row, ended by a line feed,
    /// without the unstyled blanks at its end. Every line ends in the terminal's own style.
    ///
    /// ```
    /// use dungeon::{ColourDepth, Session};
    ///
    /// let frame = Session::from_text("map\n####\n#@$#\n####\nend\n")?.frame();
    /// print!("{}", frame.to_ansi(ColourDepth::Ansi256));
    /// assert_eq!(frame.to_ansi(ColourDepth::Mono).lines().count(), 24);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn to_ansi(&self, depth: ColourDepth) -> String {
        let mut text = String::new();
        for row in self.rows() {
            let blank = Cell::default();
            let shown = row
                .iter()
                .rposition(|cell| *cell != blank)
                .map_or(0, |last| last + 1);
            let mut current = Style::default();
            for cell in &row[..shown] {
                let style = depth.limit(cell.style());
                change_style(depth, current, style, &mut text);
                current = style;
                text.push(cell.glyph());
            }
            change_style(depth, current, Style::default(), &mut text);
            text.push('\n');
        }
        text
    }
}

/// Appends the shortest sequence that changes the terminal's style from one to another, or nothing if they are equal.
/// Both styles have been through `ColourDepth::limit`.
pub fn change_style(depth: ColourDepth, from: Style, to: Style, out: &mut String) {
    if from == to {
        return;
    }
    out.push_str("\x1b[");
    out.push_str(&shortest_codes(depth, from, to));
    out.push('m');
}

/// Returns the SGR codes that change one style into another: either only what differs, or everything after a reset,
/// whichever is shorter. The terminal's own style needs no code at all.
fn shortest_codes(depth: ColourDepth, from: Style, to: Style) -> String {
    if to == Style::PLAIN {
        return String::new();
    }
    let onward = changed_codes(depth, from, to);
    if from == Style::PLAIN {
        return onward;
    }
    let afresh = format!("0;{}", changed_codes(depth, Style::PLAIN, to));
    if afresh.len() <= onward.len() {
        afresh
    } else {
        onward
    }
}

/// Returns the SGR codes of what differs between two styles, with `;` between them.
fn changed_codes(depth: ColourDepth, mut from: Style, to: Style) -> String {
    let mut codes = Vec::new();
    let [old, new] = [from, to].map(|style| colour_codes(depth, style));
    if from.bold && !to.bold || from.dim && !to.dim {
        // Code 22 ends bold and dim alike.
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
    if to.underline != from.underline {
        codes.push(if to.underline { 4 } else { 24 });
    }
    let different = old.iter().zip(&new).filter(|(old, new)| old != new);
    codes.extend(different.flat_map(|(_, new)| new));
    let mut text = String::new();
    for code in codes {
        let separator = if text.is_empty() { "" } else { ";" };
        text += separator;
        text += &code.to_string();
    }
    text
}

/// Returns the codes of a style's ink and of its paper. Colours that the style leaves to the terminal have a code as
/// well.
fn colour_codes(depth: ColourDepth, style: Style) -> [Vec<u8>; 2] {
    const PAPER: u8 = 10;
    let named = |colour: Option<Colour>| vec![colour.map_or(39, ink_code)];
    let shade = |number: Option<u8>| match (number, depth) {
        (None, _) => vec![39],
        (Some(number), ColourDepth::True) => [&[38, 2], &shades::rgb(number)[..]].concat(),
        (Some(number), _) => vec![38, 5, number],
    };
    let [mut ink, mut paper] = match depth {
        ColourDepth::Mono | ColourDepth::Ansi16 => [style.ink, style.paper].map(named),
        ColourDepth::Ansi256 | ColourDepth::True => shades::shades_of(style).map(shade),
    };
    if depth == ColourDepth::True && style.shade > 0 && !style.reverse {
        let [ink_shade, _] = shades::shades_of(style);
        ink = [&[38, 2], &shades::shaded(ink_shade, style.shade)[..]].concat();
    }
    paper[0] += PAPER;
    [ink, paper]
}

/// Returns the code of one of the sixteen colours as ink; the code as paper is 10 more.
fn ink_code(colour: Colour) -> u8 {
    match colour as u8 {
        dark @ 0..8 => 30 + dark,
        bright => 90 + bright - 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_changes_by_the_shortest_sequence() {
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
            change_style(ColourDepth::Ansi16, from, to, &mut out);
            assert_eq!(out, expected, "{from:?} to {to:?}");
        }
    }

    #[test]
    fn fixed_shades_are_told_by_number_or_by_red_green_and_blue() {
        let red = Style {
            ink: Some(Colour::Red),
            ..Style::PLAIN
        };
        let on_yellow = Style {
            paper: Some(Colour::Yellow),
            ..red
        };
        let table = [
            (ColourDepth::Ansi256, red, "\x1b[38;5;160m"),
            (ColourDepth::Ansi256, on_yellow, "\x1b[38;5;203;48;5;178m"),
            (ColourDepth::True, red, "\x1b[38;2;215;0;0m"),
            (
                ColourDepth::True,
                on_yellow,
                "\x1b[38;2;255;95;95;48;2;215;175;0m",
            ),
        ];
        for (depth, to, expected) in table {
            let mut out = String::new();
            change_style(depth, Style::PLAIN, to, &mut out);
            assert_eq!(out, expected, "{to:?} at {depth:?}");
            out.clear();
            change_style(depth, to, Style::PLAIN, &mut out);
            assert_eq!(out, "\x1b[m", "back from {to:?} at {depth:?}");
        }
    }
}
