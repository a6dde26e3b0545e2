//! `--glyphs`: which characters a screen has, and what the environment says of it.
use crate::view::Glyphs;

/// What a person asks for.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum GlyphSet {
    /// Unicode where the locale names UTF-8; `render`, which is the same everywhere, always
    Auto,
    /// Only ASCII, but for what the dungeon's author draws
    Ascii,
    /// Also finer signs: shades for fences, hearts for lives
    Unicode,
}

impl GlyphSet {
    /// For what is printed, on every machine the same.
    pub fn for_print(self) -> Glyphs {
        match self {
            GlyphSet::Auto | GlyphSet::Unicode => Glyphs::Unicode,
            GlyphSet::Ascii => Glyphs::Ascii,
        }
    }

    /// For this terminal.
    pub fn for_terminal(self) -> Glyphs {
        match self {
            GlyphSet::Auto => of_locale(|name| std::env::var(name).ok()),
            asked => asked.for_print(),
        }
    }
}

/// The first of the locale's variables that says something decides.
fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Glyphs {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let locale = names.filter_map(variable).find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_lowercase();
    match locale.contains("utf-8") || locale.contains("utf8") {
        true => Glyphs::Unicode,
        false => Glyphs::Ascii,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_says_something_names_the_locale() {
        let of = |set: &[(&str, &str)]| {
            let value = |name: &str| set.iter().find(|(other, _)| *other == name);
            of_locale(|name| value(name).map(|(_, value)| value.to_string()))
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
