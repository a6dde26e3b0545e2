//! The data of every game, with one module per game: a [`GameProfile`], a `FileForm`, and the kinds, items and tiles that files of
//! the game can use without a declaration. `ALL` is the only list of games outside of `rulesets`.
pub mod explore;

pub mod arena;
pub mod siege;
pub mod tactics;

use super::builtin;
use super::feature::Stair;
use super::file_form::FileForm;
use super::game_profile::{FeatureKind, GameProfile, MakeKind, Settings, Thing};
use super::kind::Kind;

/// Every game, in the order in which messages list them.
pub const ALL: [&GameProfile; 4] = [
    &explore::PROFILE,
    &siege::PROFILE,
    &arena::PROFILE,
    &tactics::PROFILE,
];

/// The game of a file without `rules`.
pub const DEFAULT: &GameProfile = ALL[0];

/// The words after `rules`, in the order of `ALL`.
pub const WORDS: [&str; ALL.len()] = {
    let mut words = [""; ALL.len()];
    let mut nth = 0;
    while nth < words.len() {
        words[nth] = ALL[nth].word;
        nth += 1;
    }
    words
};

/// The skeletons of the games, in the order of `ALL`. They are no part of the profiles, so that a program that writes no
/// new files does not contain them.
const SKELETONS: [&str; ALL.len()] = [
    include_str!("skeletons/explore.dng"),
    include_str!("skeletons/siege.dng"),
    include_str!("skeletons/arena.dng"),
    include_str!("skeletons/tactics.dng"),
];

/// The form of each game's files, in the order of `ALL`. They are no part of the profiles, so that a program that only
/// plays does not contain them.
pub const FORMS: [&FileForm; ALL.len()] =
    [&explore::FORM, &siege::FORM, &arena::FORM, &tactics::FORM];

/// Returns the game with this word; `None` for any other word.
pub fn named(word: &str) -> Option<&'static GameProfile> {
    ALL.into_iter().find(|game| game.word == word)
}

/// Returns the words after `is=` that files of all games can use, each with the function that makes the kind.
fn shared_kinds() -> impl Iterator<Item = (&'static str, MakeKind)> {
    ALL.into_iter()
        .flat_map(|game| game.form().shared_kinds.iter().copied())
}

/// Queries about a game that need the list of all games.
#[doc(hidden)]
impl GameProfile {
    /// Returns the form of the game's files.
    ///
    /// # Panics
    ///
    /// If `ALL` lacks the game.
    pub fn form(&self) -> &'static FileForm {
        let nth = ALL.iter().position(|game| *game == self);
        FORMS[nth.expect("a game of ALL")]
    }

    /// Returns the glyphs that have a meaning in this game without a declaration (docs/format, "Reference"): first the
    /// glyphs of every game, then the game's own. No glyph occurs twice.
    pub fn glyphs(&self) -> Vec<(char, Thing)> {
        let mut glyphs = vec![
            (' ', Thing::Tile(builtin::ROCK)),
            ('.', Thing::Tile(builtin::FLOOR)),
            ('#', Thing::Tile(builtin::WALL)),
            ('@', Thing::Body(builtin::HERO)),
            ('+', Thing::Feature(FeatureKind::Door)),
            ('\'', Thing::Feature(FeatureKind::OpenDoor)),
            ('>', Thing::Feature(FeatureKind::Stairs(Stair::Down))),
            ('<', Thing::Feature(FeatureKind::Stairs(Stair::Up))),
            ('^', Thing::Feature(FeatureKind::Trap)),
            ('?', Thing::Feature(FeatureKind::Sign)),
        ];
        glyphs.extend((self.form().own_glyphs)());
        glyphs
    }

    /// Returns the text of a file for authors to start from, with comments. The comments call the file `mine.dng`, and
    /// its title is "A new dungeon".
    pub fn skeleton(&self) -> &'static str {
        let nth = ALL.iter().position(|game| *game == self);
        nth.map_or("", |nth| SKELETONS[nth])
    }

    /// Returns the words after `is=` that files of this game can use, without repeats. The game's own words come first.
    pub fn kind_words(&self) -> Vec<&'static str> {
        let mut words: Vec<&str> = self.form().kinds.iter().map(|(word, _)| *word).collect();
        for (word, _) in shared_kinds() {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// Returns the kind that the word after `is=` stands for; `None` if the game lacks the word. `kinds` is the file's
    /// table of kinds, by `KindId`.
    ///
    /// # Panics
    ///
    /// If `kinds` has no row for the kind.
    pub fn kind(&self, kinds: &[Kind], word: &str) -> Option<Kind> {
        let own = self.form().kinds.iter().find(|(own, _)| *own == word);
        own.map(|(_, id)| kinds[usize::from(id.0)].clone())
            .or_else(|| {
                shared_kinds()
                    .find(|(shared, _)| *shared == word)
                    .map(|(_, make)| make())
            })
    }

    /// Returns the other games in which a glyph is built in, each with the thing that the glyph means there, and the
    /// thing's name without an article. Messages mention these games, because the author may have had one of them in
    /// mind. Empty for capital letters, digits, `o` and `~`, which authors use for their own marks.
    pub fn elsewhere(&self, glyph: char) -> Vec<(&'static GameProfile, Thing, String)> {
        let is_common = matches!(glyph, 'o' | '~');
        if glyph.is_ascii_uppercase() || glyph.is_ascii_digit() || is_common {
            return Vec::new();
        }
        let others = ALL.into_iter().filter(|other| *other != self);
        let named = others.filter_map(|other| {
            let own = (other.form().own_glyphs)();
            let (_, thing) = own.into_iter().find(|(own, _)| *own == glyph)?;
            Some((other, thing, other.name_of(thing)))
        });
        named.collect()
    }

    /// Whether a glyph is the hero in another game.
    pub fn is_hero_elsewhere(&self, glyph: char) -> bool {
        let hero = (glyph, Thing::Body(builtin::HERO));
        let mut others = ALL.into_iter().filter(|other| *other != self);
        others.any(|other| (other.form().own_glyphs)().contains(&hero))
    }

    /// Returns the first game in which files can use a word after `is=`. `None` if this game has the word, or if no
    /// game has the word.
    pub fn kind_elsewhere(&self, word: &str) -> Option<&'static GameProfile> {
        let is_there = |other: &&GameProfile| other.kind_words().contains(&word);
        let is_here = self.kind_words().contains(&word);
        ALL.into_iter().find(is_there).filter(|_| !is_here)
    }

    /// Returns the name of a thing from the game's built-in tables, without an article.
    fn name_of(&'static self, thing: Thing) -> String {
        let tables = (self.form().tables)(&Settings::published(self));
        match thing {
            Thing::Tile(tile) => tables.tiles[usize::from(tile.0)].name.clone(),
            Thing::Item(item) => tables.items[usize::from(item.0)].name.clone(),
            Thing::Body(kind) => tables.kinds[usize::from(kind.0)].name.clone(),
            Thing::Feature(kind) => kind.name().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_counts_the_items_of_its_tables() {
        for game in ALL {
            let tables = (game.form().tables)(&Settings::published(game));
            assert_eq!(game.own_items, tables.items.len(), "{}", game.word);
        }
    }
}
