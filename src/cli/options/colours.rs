//! `--color`: the colour depth of the output, which the environment decides by default.
use super::no_color;
use dungeon_play::view::ColourDepth;
use dungeon_play::view::scene::Lighting;

/// What a person asks for.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Colours {
    /// Sixteen; on a terminal none where NO_COLOR is set, or TERM names one without colours
    Auto,
    /// The terminal's own sixteen
    #[value(name = "16", alias = "always")]
    Sixteen,
    /// Fixed shades out of 256, which can be read on light and on dark
    #[value(name = "256")]
    Shades,
    /// The same shades as red, green and blue, darker the further a cell lies from the hero and from lamps
    True,
    /// Bold, dim and reverse only
    Never,
}

impl Colours {
    /// Returns the depth for printed output, which is the same on every machine.
    pub fn for_print(self) -> ColourDepth {
        match self {
            Colours::Auto | Colours::Sixteen => ColourDepth::Ansi16,
            Colours::Shades => ColourDepth::Ansi256,
            Colours::True => ColourDepth::True,
            Colours::Never => ColourDepth::Mono,
        }
    }

    /// Returns how terrain is lit, which only red, green and blue can show.
    pub fn lighting(self) -> Lighting {
        match self {
            Colours::True => Lighting::Soft,
            Colours::Auto | Colours::Sixteen | Colours::Shades | Colours::Never => Lighting::Even,
        }
    }

    /// Returns the depth for this terminal.
    pub fn for_terminal(self) -> ColourDepth {
        let term = || std::env::var("TERM").is_ok_and(|term| is_colourless(&term));
        match self {
            Colours::Auto if no_color::is_set() || term() => ColourDepth::Mono,
            asked => asked.for_print(),
        }
    }
}

/// Whether a value of TERM names a terminal without colours: one of DEC's, with or without a suffix after `-`, or any
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
