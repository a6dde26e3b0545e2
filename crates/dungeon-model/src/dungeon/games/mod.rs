//! The data of every game, one file each: a [`GameProfile`], and the kinds, items and tiles that its files can use
//! without declaring them. `ALL` is the only list of the games outside of `rulesets`.
pub mod explore;

pub mod arena;
pub mod siege;
pub mod tactics;

use super::builtin;
use super::feature::Stair;
use super::game_profile::{FeatureKind, GameProfile, MakeKind, Settings, Thing};
use super::kind::Kind;

/// Every game, in the order in which messages list them.
pub const ALL: [&GameProfile; 4] = [
    &explore::PROFILE,
    &siege::PROFILE,
    &arena::PROFILE,
    &tactics::PROFILE,
];

/// The game of a file that names none.
pub const DEFAULT: &GameProfile = ALL[0];

/// The words behind `rules`, in the order of `ALL`.
pub const WORDS: [&str; ALL.len()] = {
    let mut words = [""; ALL.len()];
    let mut nth = 0;
    while nth < words.len() {
        words[nth] = ALL[nth].word;
        nth += 1;
    }
    words
};

/// The game of this word; none for a word that names no game.
pub fn named(word: &str) -> Option<&'static GameProfile> {
    ALL.into_iter().find(|game| game.word == word)
}

/// The kinds of `is=` that some game lends to every other one, each with the function that makes it.
fn shared_kinds() -> impl Iterator<Item = (&'static str, MakeKind)> {
    ALL.into_iter()
        .flat_map(|game| game.shared_kinds.iter().copied())
}

/// Questions about one game whose answers need the list of all games.
#[doc(hidden)]
impl GameProfile {
    /// What glyphs stand for without a declaration, in every game and in this one (docs/format, "Reference"): the glyphs
    /// of every game first. No glyph stands there twice.
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
        glyphs.extend((self.own_glyphs)());
        glyphs
    }

    /// The words of `is=`, the game's own first; none stands there twice.
    pub fn kind_words(&self) -> Vec<&'static str> {
        let mut words: Vec<&str> = self.kinds.iter().map(|(word, _)| *word).collect();
        for (word, _) in shared_kinds() {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// The kind that a word of `is=` starts from, where `kinds` are the rows of the file's table by `KindId`; none for
    /// a word that the game has not.
    ///
    /// # Panics
    ///
    /// If `kinds` lacks the row of that kind.
    pub fn kind(&self, kinds: &[Kind], word: &str) -> Option<Kind> {
        let own = self.kinds.iter().find(|(own, _)| *own == word);
        own.map(|(_, id)| kinds[usize::from(id.0)].clone())
            .or_else(|| {
                shared_kinds()
                    .find(|(shared, _)| *shared == word)
                    .map(|(_, make)| make())
            })
    }

    /// The other games that a glyph is built into, what the glyph stands for there, and the name of that without an
    /// article: perhaps the author has one of them in mind. Empty for capital letters, digits, `o` and `~`: with those
    /// authors mark what they like, and draw what looks so, so that they tell nothing.
    pub fn elsewhere(&self, glyph: char) -> Vec<(&'static GameProfile, Thing, String)> {
        let is_common = matches!(glyph, 'o' | '~');
        if glyph.is_ascii_uppercase() || glyph.is_ascii_digit() || is_common {
            return Vec::new();
        }
        let others = ALL.into_iter().filter(|other| *other != self);
        let named = others.filter_map(|other| {
            let own = (other.own_glyphs)();
            let (_, thing) = own.into_iter().find(|(own, _)| *own == glyph)?;
            Some((other, thing, other.name_of(thing)))
        });
        named.collect()
    }

    /// Whether a glyph is the hero in another game.
    pub fn is_hero_elsewhere(&self, glyph: char) -> bool {
        let hero = (glyph, Thing::Body(builtin::HERO));
        let mut others = ALL.into_iter().filter(|other| *other != self);
        others.any(|other| (other.own_glyphs)().contains(&hero))
    }

    /// The first other game that has a word of `is=`; none where this game has the word, or no game has.
    pub fn kind_elsewhere(&self, word: &str) -> Option<&'static GameProfile> {
        let is_there = |other: &&GameProfile| other.kind_words().contains(&word);
        let is_here = self.kind_words().contains(&word);
        ALL.into_iter().find(is_there).filter(|_| !is_here)
    }

    /// What one of the game's own things is called.
    fn name_of(&'static self, thing: Thing) -> String {
        let tables = (self.tables)(&Settings::published(self));
        match thing {
            Thing::Tile(tile) => tables.tiles[usize::from(tile.0)].name.clone(),
            Thing::Item(item) => tables.items[usize::from(item.0)].name.clone(),
            Thing::Body(kind) => tables.kinds[usize::from(kind.0)].name.clone(),
            Thing::Feature(kind) => kind.name().to_string(),
        }
    }
}
