//! `--color`: the color depth of the output. By default the environment decides.
use super::no_color;
use dungeon_play::view::ColourDepth;
use dungeon_play::view::scene::Lighting;

/// The values of `--color`.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Colours {
    /// 16 colors; on a terminal, none if NO_COLOR is set or TERM names one without colors
    Auto,
    /// The terminal's own 16 colors
    #[value(name = "16", alias = "always")]
    Sixteen,
    /// Fixed shades out of 256, readable on light and dark backgrounds
    #[value(name = "256")]
    Shades,
    /// The same shades in 24-bit color, darker with distance from the hero and from lamps
    True,
    /// Only bold, dim and reverse
    Never,
}

impl Colours {
    /// Returns the color depth for printed output, the same on every machine.
    pub fn for_print(self) -> ColourDepth {
        match self {
            Colours::Auto | Colours::Sixteen => ColourDepth::Ansi16,
            Colours::Shades => ColourDepth::Ansi256,
            Colours::True => ColourDepth::True,
            Colours::Never => ColourDepth::Mono,
        }
    }

    /// Returns how terrain is lit. Soft light needs 24-bit color.
    pub fn lighting(self) -> Lighting {
        match self {
            Colours::True => Lighting::Soft,
            Colours::Auto | Colours::Sixteen | Colours::Shades | Colours::Never => Lighting::Even,
        }
    }

    /// Returns the color depth for this terminal.
    pub fn for_terminal(self) -> ColourDepth {
        let term = || std::env::var("TERM").is_ok_and(|term| is_colourless(&term));
        match self {
            Colours::Auto if no_color::is_set() || term() => ColourDepth::Mono,
            asked => asked.for_print(),
        }
    }
}

/// Whether a value of TERM names a terminal without colors: a DEC terminal such as `vt100` or `vt100-am`, or a name
/// that ends in `-m` or `-mono`.
fn is_colourless(term: &str) -> bool {
    const MAKES: [&str; 10] = [
        "vt100", "vt101", "vt102", "vt131", "vt132", "vt220", "vt320", "vt420", "vt510", "vt520",
    ];
    const ENDS: [&str; 2] = ["m", "mono"];
    let mut words = term.split('-');
    let make = words.next().unwrap_or_default();
    MAKES.contains(&make) || words.next_back().is_some_and(|end| ENDS.contains(&end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_without_colours_are_known_by_their_names() {
        for term in [
            "vt100",
            "vt100-am",
            "vt220",
            "vt220-8bit",
            "linux-m",
            "ansi-m",
            "xterm-mono",
        ] {
            assert!(is_colourless(term), "{term}");
        }
        for term in [
            "xterm",
            "xterm-256color",
            "linux",
            "screen.linux",
            "vt525",
            "m",
            "mono",
            "rxvt-m-color",
            "",
        ] {
            assert!(!is_colourless(term), "{term}");
        }
    }
}
