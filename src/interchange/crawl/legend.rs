//! The bundled legend of Crawl: the meanings of its glyphs, features, monsters and items. The data file
//! `crawl.legend` has declarations of the dungeon format, and equations that give one name the meaning of another.
use std::collections::HashMap;
use std::sync::LazyLock;

/// The sort of a name. The same name can be a monster and an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameSort {
    /// A feature of `KFEAT`.
    Tile,
    /// A monster of `MONS` or `KMONS`.
    Kind,
    /// An item of `ITEM` or `KITEM`.
    Item,
}

/// The meaning of a glyph or a name in the bundled legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundledMeaning<'a> {
    /// A glyph that the game provides.
    BuiltIn(char),
    /// A declaration, with the glyph that it should have on the screen.
    Declared(&'a str),
}

/// The declarations and names of the data file.
#[derive(Debug, Default)]
struct BundledLegend {
    glyphs: HashMap<char, BundledMeaning<'static>>,
    names: HashMap<(NameSort, String), BundledMeaning<'static>>,
}

static BUNDLED: LazyLock<BundledLegend> =
    LazyLock::new(|| BundledLegend::of(include_str!("crawl.legend")));

/// Splits `LEFT = RIGHT`; `None` for a declaration, which may have the glyph `=`.
fn equation(line: &str) -> Option<(&str, &str)> {
    let is_declaration =
        sort(line.split(' ').next()?).is_some() && line.split(' ').nth(1)?.chars().count() == 1;
    line.split_once(" = ").filter(|_| !is_declaration)
}

/// Returns the text between the first two double quotes.
fn in_double_quotes(text: &str) -> Option<&str> {
    text.split('"').nth(1)
}

impl BundledLegend {
    fn of(text: &'static str) -> BundledLegend {
        let mut legend = BundledLegend::default();
        let lines = || {
            text.lines()
                .filter(|line| !line.is_empty() && !line.starts_with("//"))
        };
        for line in lines().filter(|line| equation(line).is_none()) {
            legend
                .declare(line)
                .expect("each line of the bundled legend has a name");
        }
        for (left, right) in lines().filter_map(equation) {
            legend
                .equate(left, right)
                .expect("the names in the bundled legend are declared");
        }
        legend
    }

    fn declare(&mut self, line: &'static str) -> Option<()> {
        let (keyword, _) = line.split_once(' ')?;
        let name = in_double_quotes(line)?.to_lowercase();
        let meaning = BundledMeaning::Declared(line);
        self.names.insert((sort(keyword)?, name), meaning);
        Some(())
    }

    /// Reads the two sides of an equation: a glyph or a name, and its meaning.
    fn equate(&mut self, left: &str, right: &str) -> Option<()> {
        let built_in = right
            .strip_prefix('\'')
            .and_then(|glyph| glyph.chars().next());
        let named = |sort: NameSort| self.names.get(&(sort, in_double_quotes(right)?.to_owned()));
        let meaning = |sort: NameSort| match built_in {
            Some(glyph) => Some(BundledMeaning::BuiltIn(glyph)),
            None => named(sort).copied(),
        };
        if let Some(glyph) = left.strip_prefix('\'') {
            let all = [NameSort::Tile, NameSort::Kind, NameSort::Item];
            let meaning = all.into_iter().find_map(meaning)?;
            self.glyphs.insert(glyph.chars().next()?, meaning);
        } else {
            let sort = sort(left.split(' ').next()?)?;
            let meaning = meaning(sort)?;
            self.names
                .insert((sort, in_double_quotes(left)?.to_owned()), meaning);
        }
        Some(())
    }

    /// Returns the meaning of a name, or of the longest part of the name that has one: `orc zombie` is a `zombie`, and
    /// a `ring of flight` is a `ring`.
    fn named(&self, sort: NameSort, name: &str) -> Option<BundledMeaning<'static>> {
        let of = |name: &str| self.names.get(&(sort, name.to_owned())).copied();
        if let Some(meaning) = of(name) {
            return Some(meaning);
        }
        match name.split_once(" of ") {
            Some((what, _)) if sort == NameSort::Item => return self.named(sort, what),
            _ => {}
        }
        if sort == NameSort::Kind && name.starts_with("spectral ") {
            return of("spectral thing");
        }
        if sort == NameSort::Tile {
            if name.starts_with("trap ") || name.ends_with(" trap") {
                return Some(BundledMeaning::BuiltIn('^'));
            }
            if name.starts_with("exit ") {
                return Some(BundledMeaning::BuiltIn('<'));
            }
            let groups = [
                ("altar ", "altar"),
                ("enter ", "portal"),
                ("transit ", "portal"),
            ];
            let group = groups.iter().find(|(start, _)| name.starts_with(start));
            if let Some((_, group)) = group {
                return of(group);
            }
        }
        let mut ends = name.match_indices(' ').map(|(at, _)| &name[at + 1..]);
        ends.find_map(of)
    }
}

fn sort(keyword: &str) -> Option<NameSort> {
    match keyword {
        "tile" => Some(NameSort::Tile),
        "kind" => Some(NameSort::Kind),
        "item" => Some(NameSort::Item),
        _ => None,
    }
}

/// Returns the meaning of a glyph of a map; `None` for a glyph without a default meaning.
pub fn of_glyph(glyph: char) -> Option<BundledMeaning<'static>> {
    BUNDLED.glyphs.get(&glyph).copied()
}

/// Returns the meaning of a name, of the part of it that is known, or of a single glyph in place of a name.
pub fn of_name(sort: NameSort, name: &str) -> Option<BundledMeaning<'static>> {
    let mut letters = name.chars();
    if let (Some(glyph), None) = (letters.next(), letters.next()) {
        return of_glyph(glyph);
    }
    let name = name.to_lowercase().replace('_', " ");
    BUNDLED.named(sort, &name)
}

impl BundledMeaning<'_> {
    /// Whether the thing never stops a body that walks: terrain that can be entered, an item or a monster.
    pub fn is_open(self) -> bool {
        match self {
            BundledMeaning::BuiltIn(glyph) => !matches!(glyph, '#' | ' '),
            BundledMeaning::Declared(line) => !line.contains("walk=no"),
        }
    }

    /// Whether the thing is terrain.
    pub fn is_terrain(self) -> bool {
        match self {
            BundledMeaning::BuiltIn(glyph) => glyph != '$',
            BundledMeaning::Declared(line) => line.starts_with("tile "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_known_part() {
        let kind = |name| of_name(NameSort::Kind, name);
        let item = |name| of_name(NameSort::Item, name);
        assert_eq!(kind("Orc_Zombie"), kind("zombie"));
        assert_eq!(kind("spectral kraken"), kind("spectral thing"));
        assert_eq!(kind("12-headed hydra"), kind("hydra"));
        assert_eq!(item("potion of mutation of old"), item("potion"));
        assert_eq!(item("manual of armour"), item("manual"));
        assert_eq!(item("human skeleton"), item("skeleton"));
        assert_ne!(kind("skeleton"), item("skeleton"));
        assert_eq!(item("$"), Some(BundledMeaning::BuiltIn('$')));
        for name in ["zombie", "hydra", "spectral thing"] {
            assert!(kind(name).is_some(), "{name}");
        }
        assert_eq!(kind("unheard of"), None);
    }
}
