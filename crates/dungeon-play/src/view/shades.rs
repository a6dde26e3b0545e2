//! Fixed shades for the 16 named colors, from the 256-color palette that all major terminals share. A program cannot
//! know the terminal's background, so each shade is readable on black and on white.
use super::frame::Style;
use dungeon_model::dungeon::Colour;

/// The shades of styles that set only ink or only paper, by color number. Each has a contrast ratio of at least 3 to
/// black and to white. Bright white cannot satisfy this condition: as ink it becomes the terminal's own ink, and its
/// light gray here is used only as paper.
const ALONE: [u8; 16] = [
    59, 160, 28, 94, 26, 127, 30, 245, 243, 202, 64, 136, 69, 170, 31, 246,
];

/// The ink shades of styles that set ink and paper, by color number, chosen for contrast with `PAPERS`.
const LETTERS: [u8; 16] = [
    16, 203, 77, 178, 75, 176, 80, 252, 245, 210, 120, 227, 117, 219, 123, 231,
];

/// The paper shades of styles that set ink and paper, by color number.
const PAPERS: [u8; 16] = [
    16, 88, 22, 178, 18, 90, 23, 252, 240, 124, 28, 227, 26, 219, 31, 231,
];

impl Style {
    /// Returns red, green and blue of the ink and of the paper, as `ColourDepth::True` shows them; `None` for the
    /// terminal's own color. The ink is darkened by `shade`. The two are not swapped by `reverse`, which is left to the
    /// program that shows the cell, like `bold` and `dim`.
    ///
    /// ```
    /// use dungeon::data::Colour;
    /// use dungeon::frames::Style;
    ///
    /// let alarm = Style { ink: Some(Colour::Red), ..Style::BOLD };
    /// assert_eq!(alarm.rgb(), [Some([215, 0, 0]), None]);
    /// ```
    pub fn rgb(self) -> [Option<[u8; 3]>; 2] {
        let style = limit(self);
        let [ink, paper] = shades_of(style);
        let is_darkened = style.shade > 0 && !style.reverse;
        let darkened = is_darkened.then(|| shaded(ink, style.shade));
        [darkened.or(ink.map(rgb)), paper.map(rgb)]
    }
}

/// Returns the style without the colors that fixed shades cannot show: bright white ink without paper becomes the
/// terminal's own ink.
pub(super) fn limit(style: Style) -> Style {
    match style {
        Style {
            ink: Some(Colour::BrightWhite),
            paper: None,
            ..
        } => Style { ink: None, ..style },
        _ => style,
    }
}

/// Returns the shades of a style's ink and paper, as indexes into the 256-color palette; `None` for the terminal's own
/// color.
pub(super) fn shades_of(style: Style) -> [Option<u8>; 2] {
    let (ink, paper) = match (style.ink, style.paper, style.reverse) {
        (Some(_), Some(_), false) => (&LETTERS, &PAPERS),
        (Some(_), Some(_), true) => (&PAPERS, &LETTERS),
        _ => (&ALONE, &ALONE),
    };
    [
        style.ink.map(|colour| ink[colour as usize]),
        style.paper.map(|colour| paper[colour as usize]),
    ]
}

/// Returns the RGB values of palette color `number`, 16 to 255: a 6×6×6 cube, then a ramp of grays.
fn rgb(number: u8) -> [u8; 3] {
    const CUBE: u8 = 16;
    const GREYS: u8 = 232;
    if number >= GREYS {
        return [8 + 10 * (number - GREYS); 3];
    }
    let number = number.saturating_sub(CUBE);
    [number / 36, number / 6 % 6, number % 6].map(|step| match step {
        0 => 0,
        _ => 55 + 40 * step,
    })
}

/// Returns the RGB values of an ink darkened by `shade`, 0 to 3; `None` stands for the terminal's own ink, which is
/// assumed to be light gray. The darkest shade keeps about half of the light, so that it is readable on dark and light
/// backgrounds.
fn shaded(ink: Option<u8>, shade: u8) -> [u8; 3] {
    const OWN: [u8; 3] = [208, 208, 208];
    const LEFT: [u16; 4] = [100, 84, 68, 54];
    let left = LEFT[usize::from(shade.min(3))];
    let light = ink.map_or(OWN, rgb);
    light.map(|value| u8::try_from(u16::from(value) * left / 100).unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: u8 = 16;
    const WHITE: u8 = 231;

    /// Returns the relative luminance of a shade, from 0 to 1.
    fn luminance(number: u8) -> f64 {
        let [red, green, blue] = rgb(number).map(|value| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the contrast ratio of two shades, from 1 to 21.
    fn contrast(a: u8, b: u8) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn the_cube_and_the_greys_are_those_that_terminals_have() {
        let table = [
            (16, [0, 0, 0]),
            (21, [0, 0, 255]),
            (59, [95, 95, 95]),
            (202, [255, 95, 0]),
            (231, [255, 255, 255]),
            (232, [8, 8, 8]),
            (255, [238, 238, 238]),
        ];
        for (number, expected) in table {
            assert_eq!(rgb(number), expected, "{number}");
        }
    }

    #[test]
    fn a_colour_alone_stands_out_from_black_and_from_white() {
        for (name, colour) in Colour::NAMES {
            let style = Style::PLAIN.inked(colour);
            for shade in shades_of(limit(style)).into_iter().flatten() {
                for ground in [BLACK, WHITE] {
                    let contrast = contrast(shade, ground);
                    assert!(contrast >= 3.0, "{name} on {ground}: {contrast:.2}");
                }
            }
        }
    }

    #[test]
    fn a_style_tells_its_colours_as_red_green_and_blue() {
        let red = Style::PLAIN.inked(Colour::Red);
        let dark = |style: Style| Style { shade: 3, ..style };
        let table = [
            (Style::BOLD, [None, None]),
            (red, [Some([215, 0, 0]), None]),
            (red.reversed(), [Some([215, 0, 0]), None]),
            (
                red.on(Colour::Blue),
                [Some([255, 95, 95]), Some([0, 0, 135])],
            ),
            (dark(red), [Some([116, 0, 0]), None]),
            (dark(red.reversed()), [Some([215, 0, 0]), None]),
            (dark(Style::PLAIN), [Some([112, 112, 112]), None]),
            (Style::PLAIN.inked(Colour::BrightWhite), [None, None]),
        ];
        for (style, expected) in table {
            assert_eq!(style.rgb(), expected, "{style}");
        }
    }

    #[test]
    fn no_two_names_have_the_same_shade() {
        for table in [ALONE, LETTERS, PAPERS] {
            let mut shades = table;
            shades.sort_unstable();
            assert!(shades.windows(2).all(|two| two[0] != two[1]), "{shades:?}");
        }
    }

    #[test]
    fn k5_letters_on_coloured_paper_stand_out_from_it() {
        use Colour::{Black, Blue, BrightMagenta, BrightWhite, BrightYellow, Red, Yellow};
        let fields = [Blue, Red].map(|paper| [BrightWhite, BrightYellow].map(|ink| (ink, paper)));
        let marks = [(Black, Yellow), (Black, BrightMagenta)];
        for (ink, paper) in fields.into_iter().flatten().chain(marks) {
            for reverse in [false, true] {
                let (first, second) = if reverse { (paper, ink) } else { (ink, paper) };
                let style = Style {
                    reverse,
                    ..Style::PLAIN
                };
                let style = style.inked(first).on(second);
                let [Some(a), Some(b)] = shades_of(limit(style)) else {
                    panic!("both colours have shades");
                };
                assert!(contrast(a, b) >= 4.5, "{ink:?} on {paper:?}");
            }
        }
    }
}
