//! `--glyphs`: the characters to draw with. By default the locale decides.
use dungeon_play::view::Glyphs;

/// The values of `--glyphs`.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum GlyphSet {
    /// Shades for fences and hearts for lives if the locale is UTF-8, and always in `render`
    Auto,
    /// ASCII only, except for glyphs of the dungeon's author
    Ascii,
    /// Everything in UTF-8, with walls drawn as lines
    Unicode,
}

impl GlyphSet {
    /// Returns the characters for printed output, the same on every machine.
    pub fn for_print(self) -> Glyphs {
        match self {
            GlyphSet::Auto => Glyphs::Unicode,
            GlyphSet::Unicode => Glyphs::Lines,
            GlyphSet::Ascii => Glyphs::Ascii,
        }
    }

    /// Returns the characters for this terminal.
    pub fn for_terminal(self) -> Glyphs {
        match self {
            GlyphSet::Auto => from_locale(|name| std::env::var(name).ok()),
            asked => asked.for_print(),
        }
    }
}

/// Returns the characters that the locale supports. The first variable of `LC_ALL`, `LC_CTYPE` and `LANG` that is not
/// empty decides.
fn from_locale(variable: impl Fn(&str) -> Option<String>) -> Glyphs {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let locale = names.filter_map(variable).find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_lowercase();
    if locale.contains("utf-8") || locale.contains("utf8") {
        Glyphs::Unicode
    } else {
        Glyphs::Ascii
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_says_something_names_the_locale() {
        let of = |set: &[(&str, &str)]| {
            let value = |name: &str| set.iter().find(|(other, _)| *other == name);
            from_locale(|name| value(name).map(|(_, value)| value.to_string()))
        };
        assert_eq!(of(&[]), Glyphs::Ascii);
        assert_eq!(of(&[("LANG", "en_US.UTF-8")]), Glyphs::Unicode);
        assert_eq!(of(&[("LC_CTYPE", "de_DE.utf8")]), Glyphs::Unicode);
        let plain = [("LANG", "C.UTF-8"), ("LC_ALL", "C")];
        assert_eq!(of(&plain), Glyphs::Ascii);
        let unset = [("LC_ALL", ""), ("LC_CTYPE", "C.UTF-8"), ("LANG", "C")];
        assert_eq!(of(&unset), Glyphs::Unicode);
    }
}
