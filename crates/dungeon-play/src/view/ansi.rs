//! The escape sequences of styles (SGR, "select graphic rendition") for each color depth, and frames as text with these
//! sequences, for pipes and files. Only this file of the crate contains these codes; the terminal uses it too.
//!
//! The crate does not use termion's types for these codes: they write `38;5;n` where a two-digit code is enough, write
//! one sequence per attribute, and write no color if `NO_COLOR` is set, even when an option turns color on.
use super::frame::{Cell, Frame, Style};
use super::shades;
use dungeon_model::dungeon::Colour;

/// The number of colors that an output may use.
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
    /// No colors, but bold, dim and reverse.
    Mono,
    /// The terminal's own 16 colors.
    #[default]
    Ansi16,
    /// Fixed shades of the 256-color palette, readable on light and dark backgrounds.
    Ansi256,
    /// The fixed shades as RGB, with darker inks according to `Style::shade`.
    True,
}

impl ColourDepth {
    /// Returns the style without the attributes that this depth cannot show.
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
    /// Returns the frame as text with escape sequences: one line per row, each ending in a line feed, without unstyled
    /// trailing spaces. Every line ends in the terminal's own style.
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

/// Appends the shortest sequence that changes the terminal's style from `from` to `to`; appends nothing if they are
/// equal. The caller must have applied `ColourDepth::limit` to both styles.
pub fn change_style(depth: ColourDepth, from: Style, to: Style, out: &mut String) {
    if from == to {
        return;
    }
    out.push_str("\x1b[");
    out.push_str(&shortest_codes(depth, from, to));
    out.push('m');
}

/// Returns the SGR codes that change one style into another: either the differences alone or a reset and the whole
/// style, whichever is shorter. A lone reset is the empty string.
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

/// Returns the SGR codes for the differences between two styles, separated by `;`.
fn changed_codes(depth: ColourDepth, mut from: Style, to: Style) -> String {
    let mut codes = Vec::new();
    let [old, new] = [from, to].map(|style| colour_codes(depth, style));
    if from.bold && !to.bold || from.dim && !to.dim {
        // Code 22 ends both bold and dim.
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

/// Returns the codes for a style's ink and paper. The terminal's default colors have codes as well (39 and 49).
fn colour_codes(depth: ColourDepth, style: Style) -> [Vec<u8>; 2] {
    const PAPER: u8 = 10;
    let named = |colour: Option<Colour>| vec![colour.map_or(39, ink_code)];
    let shade = |number: Option<u8>| number.map_or(vec![39], |number| vec![38, 5, number]);
    let rgb = |rgb: Option<[u8; 3]>| rgb.map_or(vec![39], |[r, g, b]| vec![38, 2, r, g, b]);
    let [ink, mut paper] = match depth {
        ColourDepth::Mono | ColourDepth::Ansi16 => [style.ink, style.paper].map(named),
        ColourDepth::Ansi256 => shades::shades_of(style).map(shade),
        ColourDepth::True => style.rgb().map(rgb),
    };
    paper[0] += PAPER;
    [ink, paper]
}

/// Returns the code that sets one of the 16 colors as ink; the code for paper is 10 more.
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
        let bold = Style::BOLD;
        let red = bold.inked(Colour::Red);
        let bright = plain.inked(Colour::BrightBlue).on(Colour::Grey);
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
        let red = Style::PLAIN.inked(Colour::Red);
        let on_yellow = red.on(Colour::Yellow);
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
